public import Bookmarks

/// The settings of this device, and the problems in their file.
public struct SettingsFacts: Sendable, Hashable {
    public var settings: Settings
    /// The problems of the file, one line each.
    public var problems: [String]

    public init(_ settings: Settings, problems: [String] = []) {
        self.settings = settings
        self.problems = problems
    }
}

/// The access to the settings file that the page of settings needs.
public protocol SettingsLibrary: Sendable {
    func settingsFacts() -> SettingsFacts
    /// Sets a value in the file, or removes it for `nil`. Comments and other lines stay. The list
    /// follows the file, even if writing fails.
    func changeSetting(_ name: String, to value: String?) throws
}

/// Asks for the settings in the file.
public struct SettingsRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> SettingsFacts {
        library.settingsFacts()
    }
}

/// A change of a setting in the file; `nil` stands for the default.
public struct SettingChange: Sendable, Hashable {
    public var name: String
    public var old: String?
    public var new: String?
    /// Whether it reverses an earlier change; `nil` if it does not.
    public var reversal: SettingReversal?

    public init(
        _ name: String, from old: String?, to new: String?, by reversal: SettingReversal? = nil
    ) {
        self.name = name
        self.old = old
        self.new = new
        self.reversal = reversal
    }
}

/// Changes a setting in the file.
public struct ChangeSetting: PageEdit {
    var name: String
    /// The value; `nil` for the default.
    var value: String?
    /// Whether the change's effect was already reported.
    var isTold: Bool
    /// Whether it reverses an earlier change; `nil` if it does not.
    var reversal: SettingReversal?

    public init(
        _ name: String, to value: String?, isTold: Bool = false,
        by reversal: SettingReversal? = nil
    ) {
        self.name = name
        self.value = value
        self.isTold = isTold
        self.reversal = reversal
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        let old = library.settingsFacts().settings.values[name]
        try library.changeSetting(name, to: value)
        let change = SettingChange(name, from: old, to: value, by: reversal)
        return isTold ? nil : .settingChanged(change)
    }
}

extension SettingsView {
    var requests: [any PageOperation] { [SettingsRequest()] }

    func isStale(after change: LibraryChange) -> Bool { change.concernsSettings }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        if let facts = answer.answer(to: SettingsRequest()) { self.facts = facts }
    }
}

extension LibraryChange {
    /// Whether the settings file may have other values now.
    var concernsSettings: Bool {
        switch self {
        case .outcome(.settingChanged), .settingsRead: true
        default: false
        }
    }
}

/// Asks for the value of a setting.
struct TypingSetting: PromptPurpose {
    let setting: Setting
    var verb: String { "save" }

    func labels(_ symbols: Symbols) -> [String] { ["\(setting.name) = ", "= "] }

    func enter(_ text: String, in screen: inout ScreenState) -> [Effect] {
        let value = text.trimmed
        let settings = screen.shell[SettingsView.self]?.facts?.settings ?? Settings()
        if let problem = settings.problem(setting: setting, to: value) {
            screen.shell.reply(problem, .warning)
            return []
        }
        screen.shell.leave()
        return [.send(ChangeSetting(setting.name, to: value))]
    }
}

extension Shell {
    /// Reports the new value, or that the default applies, and the former value. The pages of
    /// settings can undo it.
    mutating func report(_ change: SettingChange) {
        settingHistory.follow(change)
        let said = words(for: change)
        // On another page, the keys have other actions.
        let canUndo = [.settings, .columnChoices].contains(context)
        if let reversal = change.reversal {
            let what = "\(reversal.past): \(said)"
            let (opposite, verb) = reversal.opposite
            return say(.info, canUndo ? text(what, opposite, to: verb) : what)
        }
        guard change.new == nil, let old = change.old else {
            return say(.info, change.new?.isEmpty == false ? "Saved \(said)" : said)
        }
        let before = "\(said). Before: \(old.prefix(80))"
        say(.info, canUndo ? text(before, .undoSetting, to: "undo") : before)
    }

    private func words(for change: SettingChange) -> String {
        let setting = Setting.named(change.name)
        let usual = setting.map { $0.shown($0.defaultValue) } ?? ""
        return switch change.new {
        case nil: "\(change.name) has its default again, \(usual)"
        case ""?: "\(change.name) has no value now, so it is \(setting?.whenEmpty ?? "")"
        case let value?: "\(change.name) = \(value.prefix(80))"
        }
    }
}
