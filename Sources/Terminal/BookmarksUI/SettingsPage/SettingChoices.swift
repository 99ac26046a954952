import Bookmarks
import Screen

extension ActionContext {
    /// The page of a setting's values.
    public static let settingChoices = ActionContext(
        "settingChoices", called: "values of a setting")
}

extension ActionSection {
    public static let settingChoices = ActionSection("On the page of a setting")
}

extension ActionID {
    public static let chooseValue = ActionID("choose-value")
}

/// The page for choosing a value of a setting. A selected theme is previewed.
struct SettingChoices: ChoicePage {
    static let context = ActionContext.settingChoices
    static let section: ActionSection? = .settingChoices
    static let actions = [
        Action(
            .chooseValue, [.enter, .character(" ")], "Set the selected value", .settingChoices,
            in: [.settingChoices], hint: ActionHint(label: "choose", priority: 94))
    ]

    private let setting: Setting
    private var settings: Settings
    private let values: [String]
    var choice = Choice()

    init(_ setting: Setting, _ settings: Settings) {
        self.setting = setting
        self.settings = settings
        values = setting.choices
        choice.index = values.firstIndex(of: settings[setting.name]) ?? 0
    }

    var requests: [any PageOperation] { [SettingsRequest()] }

    func isStale(after change: LibraryChange) -> Bool { change.concernsSettings }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        if let facts = answer.answer(to: SettingsRequest()) { settings = facts.settings }
    }

    var count: Int? { values.count }
    var emptyText: String { "There is nothing to choose from." }
    private var selected: String { values[min(choice.index, values.count - 1)] }

    /// The theme with the selected value.
    var previewedTheme: Theme? {
        setting.kind == .theme || setting.kind == .background
            ? settings.trying(setting.name, selected).theme : nil
    }

    func heading(in view: ShellView) -> [String] { ["Settings", setting.name] }

    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        let value = values[index]
        if value == settings[setting.name] {
            pen.write(view.symbols.mark, column: 3, row: row, .marker)
        }
        let end = pen.write(value, column: 5, row: row, width: max(0, pen.columns - 6))
        guard value == setting.defaultValue, end + 12 < pen.columns else { return }
        pen.write("default", column: end + 2, row: row, .faint)
    }

    func linesBelow(in view: ShellView) -> [TextLine] {
        [TextLine()]
            + view.measure.wrapped(setting.meaning, to: view.size.columns - 2)
            .map { TextLine($0, .faint) }
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        [.leave, .edit(ChangeSetting(setting.name, to: selected))]
    }
}
