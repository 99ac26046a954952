/// The changes of settings since the list was opened, for undo and redo, the latest last.
struct SettingHistory: Sendable, Hashable {
    private(set) var done: [SettingChange] = []
    private(set) var undone: [SettingChange] = []

    /// Returns the change that an action reverses next.
    func next(_ reversal: SettingReversal) -> SettingChange? {
        reversal == .undo ? done.last : undone.last
    }

    /// Follows a change that was made. A change by the person ends redo.
    mutating func follow(_ change: SettingChange) {
        switch change.reversal {
        case nil:
            done.append(change)
            undone = []
        case .undo: if let last = done.popLast() { undone.append(last) }
        case .redo: if let last = undone.popLast() { done.append(last) }
        }
    }

    /// Drops the change that an action would reverse next.
    mutating func drop(_ reversal: SettingReversal) {
        _ = reversal == .undo ? done.popLast() : undone.popLast()
    }

    /// Returns the reason why there is nothing to undo or redo; `nil` if there is something, or for
    /// another action.
    func reason(against action: ActionID) -> String? {
        guard let reversal = SettingReversal(action), next(reversal) == nil else { return nil }
        return "There is no change of a setting to \(reversal.verb)"
    }
}

/// Whether a change of a setting takes an earlier one back, or makes it again.
public enum SettingReversal: Sendable, Hashable {
    case undo, redo

    init?(_ action: ActionID) {
        switch action {
        case .undoSetting: self = .undo
        case .redoSetting: self = .redo
        default: return nil
        }
    }

    fileprivate var verb: String { self == .undo ? "undo" : "redo" }
    /// The beginning of the message after it.
    var past: String { self == .undo ? "Undone" : "Redone" }
    /// The action that reverses it, and its verb.
    var opposite: (ActionID, verb: String) {
        self == .undo ? (.redoSetting, "redo") : (.undoSetting, "undo")
    }
}

extension Shell {
    /// Undoes or redoes a change of a setting, unless its value was changed elsewhere meanwhile.
    mutating func reverseSetting(_ action: ActionID) -> [Effect] {
        guard let reversal = SettingReversal(action), let change = settingHistory.next(reversal)
        else { return [] }
        let (old, new) =
            reversal == .undo ? (change.new, change.old) : (change.old, change.new)
        guard self[SettingsView.self]?.facts?.settings.values[change.name] == old else {
            settingHistory.drop(reversal)
            reply("\(change.name) was changed elsewhere since, so it stays as it is")
            return []
        }
        return [.send(ChangeSetting(change.name, to: new, by: reversal))]
    }
}
