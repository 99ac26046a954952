public import Bookmarks

/// The settings of this device, and the problems in their file.
public struct SettingsFacts: Sendable, Hashable {
    public var settings: Settings
    /// What of the file could not be taken, a line for each.
    public var problems: [String]

    public init(_ settings: Settings, problems: [String] = []) {
        self.settings = settings
        self.problems = problems
    }
}

/// The file of settings, as the page of settings needs it.
public protocol SettingsLibrary: Sendable {
    func settingsFacts() -> SettingsFacts
    /// Sets a value in the file, or removes it for `nil`. Comments and other lines stay. The list
    /// follows the file, also where it could not be written.
    func changeSetting(_ name: String, to value: String?) throws
}

/// Asks which settings the file has.
public struct SettingsRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> SettingsFacts {
        library.settingsFacts()
    }
}

/// Changes a setting in the file.
public struct ChangeSetting: PageEdit {
    var name: String
    /// `nil` for the default.
    var value: String?
    /// Whether the person was told already what it is for.
    var isTold: Bool

    public init(_ name: String, to value: String?, isTold: Bool = false) {
        self.name = name
        self.value = value
        self.isTold = isTold
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        try library.changeSetting(name, to: value)
        return isTold ? nil : .settingChanged(name: name, value: value)
    }
}

extension SettingsView {
    var requests: [any PageOperation] { [SettingsRequest()] }

    func isStale(after change: LibraryChange) -> Bool {
        if case .outcome(.settingChanged) = change { true } else { false }
    }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        if let facts = answer.answer(to: SettingsRequest()) { self.facts = facts }
    }
}

extension ScreenState {
    /// Says what was set, or that the default holds.
    mutating func saySetting(_ name: String, _ value: String?) {
        let shown = value.map { $0.isEmpty ? "nothing" : String($0.prefix(80)) }
        say(.info, shown.map { "Saved \(name) = \($0)" } ?? "\(name) has its default again")
    }

    /// Sets what was typed. The prompt stays open where that cannot be.
    mutating func set(_ setting: Setting, toTyped text: String) -> [Effect] {
        let value = text.trimmed
        let settings = self[SettingsView.self]?.facts?.settings ?? Settings()
        if let problem = settings.problem(setting: setting, to: value) {
            reply(problem, .warning)
            return []
        }
        leave()
        return [.send(ChangeSetting(setting.name, to: value))]
    }
}
