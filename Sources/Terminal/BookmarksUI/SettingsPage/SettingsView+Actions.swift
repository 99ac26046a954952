import Bookmarks
import Screen

extension ActionContext {
    /// The page of settings, and the line that filters it.
    public static let settings = ActionContext("settings")
    public static let settingsFilter = ActionContext(
        "settingsFilter", called: "filter of the settings", takesText: true)
}

extension ActionSection {
    public static let settings = ActionSection("On the settings page")
}

extension ActionID {
    public static let showSettings = ActionID("show-settings")
    public static let changeSetting = ActionID("change-setting")
    public static let resetSetting = ActionID("reset-setting")
    public static let undoSetting = ActionID("undo-setting")
    public static let redoSetting = ActionID("redo-setting")
    public static let nextSettings = ActionID("next-settings")
    public static let previousSettings = ActionID("previous-settings")
    public static let filterSettings = ActionID("filter-settings")
}

extension SettingsView {
    static let actions = [
        Action(
            .showSettings, [.character(",")], "Show and change the settings", .program,
            in: [.list], hint: ActionHint(label: "settings", priority: 26),
            also: "preferences options configuration dark light theme colors colours mouse icons "
                + "columns borders keys "
                + "browser pager"),
        Action(
            .changeSetting, [.enter], "Change the setting", .settings, in: [.settings],
            hint: ActionHint(label: "change", priority: 94), need: .page),
        Action(
            .resetSetting, [.character("d"), .delete], "Go back to the default", .settings,
            in: [.settings], hint: ActionHint(label: "default", priority: 86), need: .page),
        Action(
            .undoSetting, [.character("u")], "Undo the latest change of a setting",
            .settings, in: [.settings, .columnChoices],
            hint: ActionHint(label: "undo", priority: 80), need: .page),
        Action(
            .redoSetting, [.control("r")], "Redo a change of a setting", .settings,
            in: [.settings, .columnChoices], need: .page),
        Action(
            .nextSettings, [.tab], "Go to colors, keys, general settings", .settings,
            in: [.settings], hint: ActionHint(label: "next", priority: 88)),
        Action(
            .previousSettings, [.backTab], "Go to the previous tab", .settings,
            in: [.settings]),
        Action(
            .filterSettings, [.character("/")], "Show only the settings that match what you type",
            .settings, in: [.settings], hint: ActionHint(label: "filter", priority: 75)),
    ]

    static func opened(by action: ActionID, in view: ShellView) -> SettingsView? {
        action == .showSettings ? SettingsView() : nil
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        if SettingReversal(action) != nil { return view.settingHistory.reason(against: action) }
        guard let selected, let facts else { return "There is no setting to change" }
        guard action == .resetSetting, facts.settings.values[selected.name] == nil else {
            return nil
        }
        return "\(selected.name) has its default already"
    }

    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        switch action {
        case .nextSettings: go(to: tab.next)
        case .previousSettings: go(to: tab.previous)
        case .filterSettings: isFiltering = true
        case .undoSetting, .redoSetting: return nil
        default:
            guard let selected, let facts else { return [] }
            if action == .resetSetting { return [.edit(ChangeSetting(selected.name, to: nil))] }
            return [change(selected, facts)]
        }
        return []
    }

    /// Opens a page of values if they can be listed, otherwise a prompt.
    private func change(_ setting: Setting, _ facts: SettingsFacts) -> PageCommand {
        if setting.kind == .columns { return .push(ColumnChoices(facts.settings.columns)) }
        if !setting.choices.isEmpty { return .push(SettingChoices(setting, facts.settings)) }
        let value = facts.settings[setting.name]
        return .prompt(Prompt(TypingSetting(setting: setting), value))
    }
}
