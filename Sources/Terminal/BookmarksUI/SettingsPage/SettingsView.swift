import Bookmarks
import Screen

/// The page of all settings with their values; the meaning of the selected one is below them.
struct SettingsView: ChoicePage, FilteredPage {
    static let context = ActionContext.settings
    static let filterContext = ActionContext.settingsFilter
    static let section: ActionSection? = .settings

    /// The settings of the file; `nil` until they are loaded.
    var facts: SettingsFacts?
    private(set) var tab = SettingsTab.general
    var editor = LineEditor()
    var isFiltering = false
    var choice = Choice()
    private(set) var rows = SettingsTab.general.settings

    var count: Int? { facts.map { _ in rows.count } }
    var emptyText: String { "No setting has all these words." }

    func emptyText(in view: ShellView) -> String { wayOutOfFilter(emptyText, view) }

    var selected: Setting? { rows.isEmpty ? nil : rows[min(choice.index, rows.count - 1)] }

    func heading(in view: ShellView) -> [String] {
        let tabs = SettingsTab.allCases.map { $0 == tab ? "[\($0.title)]" : $0.title }
        return ["Settings", tabs.joined(separator: " ")] + filterHeading
    }

    mutating func go(to next: SettingsTab) {
        tab = next
        editor = LineEditor()
        listRows()
    }

    mutating func follow(_ view: ShellView) { listRows() }

    /// Computes the rows. A filter searches all tabs.
    private mutating func listRows() {
        let words = editor.text.split(whereSeparator: \.isWhitespace).map { SearchText.folded($0) }
        let all = words.isEmpty ? tab.settings : Setting.all
        func fitting(_ text: (Setting) -> String) -> [Setting] {
            all.filter { setting in
                let folded = words.isEmpty ? [] : SearchText.folded(text(setting))
                return words.allSatisfy { SearchText.contains($0, in: folded) }
            }
        }
        let named = fitting(\.name)
        rows = named + fitting { "\($0.name) \($0.meaning)" }.filter { !named.contains($0) }
        choice = Choice()
    }

    // MARK: Drawing

    func drawRow(_ index: Int, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        guard let settings = facts?.settings else { return }
        let setting = rows[index]
        let column = 5 + (rows.map { $0.name.utf8.count }.max() ?? 0)
        let valueColumn = min(column, max(12, pen.columns / 2))
        pen.write(setting.name, column: 3, row: row, width: valueColumn - 5)
        let isSet = settings.values[setting.name] != nil
        let meaningColumn = valueColumn + 24
        let isWide = pen.columns >= meaningColumn + 40
        let end = isWide ? meaningColumn - 2 : pen.columns - 1
        let value = settings[setting.name]
        pen.write(
            setting.shown(value), column: valueColumn, row: row,
            width: max(0, end - valueColumn), isSet ? .title : .faint)
        guard isWide else { return }
        pen.write(
            setting.meaning, column: meaningColumn, row: row,
            width: pen.columns - meaningColumn - 1, .faint)
    }

    /// Returns lines with the problems of the file.
    func linesAbove(in view: ShellView) -> [TextLine] {
        guard let problems = facts?.problems, !problems.isEmpty else { return [] }
        let width = view.size.columns - 2
        let lines = problems.flatMap {
            view.measure.wrapped("\(view.symbols.alert) \($0)", to: width)
        }
        let shown = lines.prefix(4).map { TextLine($0, .warning) }
        let more = lines.count > 4 ? [TextLine(view.symbols.ellipsis, .warning)] : []
        return shown + more + [TextLine()]
    }

    /// Returns the meaning of the selected setting, its default and its allowed values.
    func linesBelow(in view: ShellView) -> [TextLine] {
        guard let setting = selected, facts != nil else { return [] }
        let width = view.size.columns - 2
        // The meaning describes the effect of an empty default.
        let usual = setting.defaultValue.isEmpty ? "" : "Default: \(setting.defaultValue). "
        let texts = [setting.meaning, "\(usual)Values: \(setting.allowed)."]
        return [TextLine()]
            + texts.flatMap { view.measure.wrapped($0, to: width) }.map { TextLine($0, .faint) }
    }
}

/// The tabs of the page, one shown at a time.
enum SettingsTab: Int, Sendable, Hashable, CaseIterable {
    case general, colors, keys

    var title: String {
        switch self {
        case .general: "General"
        case .colors: "Colors"
        case .keys: "Keys"
        }
    }

    var settings: [Setting] {
        switch self {
        case .general: Setting.general
        case .colors: Setting.styles
        case .keys: Setting.keys
        }
    }

    var next: SettingsTab { SettingsTab(rawValue: rawValue + 1) ?? .general }
    var previous: SettingsTab { SettingsTab(rawValue: rawValue - 1) ?? .keys }
}
