public import Screen

/// Which keys start which actions: the keys of the table of actions, but for a person's settings.
/// Everything that names a key, or waits for one, asks here.
public struct KeyMap: Sendable, Hashable {
    /// The actions that there are.
    let actions: ActionTable
    /// The keys that a person gave to actions.
    private var changes: [ActionID: [Key]] = [:]

    /// The keys without any settings.
    public static let standard = KeyMap(.standard)
    /// The actions of each key.
    private var table: [ActionContext: [Key: Meaning]]

    /// The actions of a key: the usual one, and the one for deleted bookmarks.
    private struct Meaning: Hashable {
        var usual: ActionID?
        var ofDeleted: ActionID?

        /// Makes it do this, too; returns the action in whose place that is.
        mutating func take(_ action: Action) -> ActionID? {
            let part = action.need == .deleted ? \Self.ofDeleted : \Self.usual
            defer { self[keyPath: part] = action.id }
            return self[keyPath: part]
        }
    }

    /// The usual keys of these actions.
    init(_ actions: ActionTable) {
        self.actions = actions
        table = Self.table(of: [:], actions)
    }

    /// Why keys were not given to an action.
    public struct Refusal: Sendable, Hashable {
        public var action: ActionID
        /// One sentence, without a full stop.
        public var text: String
    }

    /// Gives keys to actions. `refusals` tells the impossible ones, and those actions keep their
    /// usual keys: a key for two actions at one place, or no key for an action that must always be
    /// reached.
    public init(_ changes: [ActionID: [Key]], refusals: inout [Refusal]) {
        self = .standard
        var kept = changes
        for action in actions.all {
            guard let keys = kept[action.id], let text = Self.reason(against: keys, for: action)
            else { continue }
            kept[action.id] = nil
            refusals.append(Refusal(action: action.id, text: text))
        }
        // Another change may take the key that one refusal frees, so all are checked again.
        while case let conflicts = Self.conflicts(in: kept, actions), !conflicts.isEmpty {
            for conflict in conflicts { kept[conflict.action] = nil }
            refusals += conflicts
        }
        self.changes = kept
        if !kept.isEmpty { table = Self.table(of: kept, actions) }
    }

    /// The keys of an action, the most usual first.
    public func keys(of action: Action) -> [Key] { changes[action.id] ?? action.keys }

    /// The keys that start an action in a context; none where it does not exist, and where text is
    /// typed neither a character nor Backspace.
    public func keys(of action: Action, in context: ActionContext) -> [Key] {
        action.contexts.contains(context)
            ? Self.working(keys(of: action), in: context) : []
    }

    /// The action of a key in a context, if any.
    ///
    /// - Parameter isDeleted: whether it would be about something that is deleted, with which a key
    ///   may do something else.
    public func started(
        by key: Key, in context: ActionContext, onDeleted isDeleted: Bool = false
    ) -> Action? {
        guard let meaning = table[context]?[key] else { return nil }
        let (first, second) =
            isDeleted
            ? (meaning.ofDeleted, meaning.usual) : (meaning.usual, meaning.ofDeleted)
        return (first ?? second).flatMap(actions.named)
    }

    /// The name of the first key of an action in a context; `nil` where it has none.
    public func name(of id: ActionID, in context: ActionContext) -> String? {
        guard let action = actions.named(id) else { return nil }
        return keys(of: action, in: context).first?.name
    }

    /// The name of the first key of an action wherever it has one.
    func name(of id: ActionID) -> String? {
        actions.named(id)?.contexts.lazy.compactMap { name(of: id, in: $0) }.first
    }

    private static func working(_ keys: [Key], in context: ActionContext) -> [Key] {
        guard context.takesText else { return keys }
        return keys.filter { key in
            if case .character = key { return false }
            return key != .backspace
        }
    }

    private static func table(
        of changes: [ActionID: [Key]], _ actions: ActionTable
    ) -> [ActionContext: [Key: Meaning]] {
        var table: [ActionContext: [Key: Meaning]] = [:]
        for action in actions.all {
            for context in action.contexts {
                for key in working(changes[action.id] ?? action.keys, in: context) {
                    _ = table[context, default: [:]][key, default: Meaning()].take(action)
                }
            }
        }
        return table
    }
}

extension KeyMap {
    /// Actions that need a key, whatever the settings say.
    private static let essential: Set<ActionID> = [
        .help, .quit, .back, .cancel, .clearFilter, .closeMenu, .leavePrompt, .yes, .no,
    ]

    private static func reason(against keys: [Key], for action: Action) -> String? {
        if keys.isEmpty {
            return essential.contains(action.id)
                ? "\(action.id.rawValue) needs a key: without one nobody could "
                    + "\(action.id == .help ? "find the others" : "get out")" : nil
        }
        let typed = action.contexts.first { working(keys, in: $0).isEmpty }
        guard let typed else { return nil }
        return "\(action.id.rawValue) also works in the \(typed.name), where letters are text: "
            + "add a key such as F2 or Ctrl-T"
    }

    /// The changes that give a key to two actions at one place.
    private static func conflicts(
        in changes: [ActionID: [Key]], _ actions: ActionTable
    ) -> [Refusal] {
        var found: [ActionID: Refusal] = [:]
        for context in actions.contexts {
            var owners: [Key: Meaning] = [:]
            for action in actions.all where action.contexts.contains(context) {
                for key in working(changes[action.id] ?? action.keys, in: context) {
                    guard let other = owners[key, default: Meaning()].take(action),
                        other != action.id
                    else { continue }
                    let changed = changes[action.id] != nil ? action.id : other
                    let usual = changed == other ? action.id : other
                    guard found[changed] == nil, changes[changed] != nil else { continue }
                    found[changed] = Refusal(
                        action: changed,
                        text: "\(key.settingName) cannot be \(changed.rawValue): in the "
                            + "\(context.name) it is \(usual.rawValue). Give that another key "
                            + "first: key.\(usual.rawValue) = KEY")
                }
            }
        }
        return actions.all.compactMap { found[$0.id] }
    }
}
