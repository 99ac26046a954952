public import Screen

/// The keys of all actions: the defaults, with the changes of a person's settings. Everything that
/// names or handles a key uses it.
public struct KeyMap: Sendable, Hashable {
    /// All actions.
    let actions: ActionTable
    /// The keys that a person set for actions.
    private var changes: [ActionID: [Key]] = [:]

    /// The keys without any settings.
    public static let standard = KeyMap(.standard)
    /// The actions of each key.
    private var table: [ActionContext: [Key: Meaning]]

    /// The actions of a key: the usual one, and the one for deleted bookmarks.
    private struct Meaning: Hashable {
        var usual: ActionID?
        var ofDeleted: ActionID?

        /// Adds an action; returns the action that already has the key.
        mutating func add(_ action: Action) -> ActionID? {
            let part = action.need == .deleted ? \Self.ofDeleted : \Self.usual
            defer { self[keyPath: part] = action.id }
            return self[keyPath: part]
        }
    }

    /// Makes the default keys of actions.
    init(_ actions: ActionTable) {
        self.actions = actions
        table = Self.table(of: [:], actions)
    }

    /// The reason why keys were not set for an action.
    public struct Refusal: Sendable, Hashable {
        public var action: ActionID
        /// One sentence, without a full stop.
        public var text: String
    }

    /// Sets keys for actions. `refusals` lists the impossible ones, whose actions keep their
    /// default keys: a key for two actions in one context, or no key for an essential action.
    public init(_ changes: [ActionID: [Key]], refusals: inout [Refusal]) {
        self = .standard
        var kept = changes
        for action in actions.all {
            guard let keys = kept[action.id], let text = Self.reason(against: keys, for: action)
            else { continue }
            kept[action.id] = nil
            refusals.append(Refusal(action: action.id, text: text))
        }
        // A refusal may free a key that another change takes, so all are checked again.
        while case let conflicts = Self.conflicts(in: kept, actions), !conflicts.isEmpty {
            for conflict in conflicts { kept[conflict.action] = nil }
            refusals += conflicts
        }
        self.changes = kept
        if !kept.isEmpty { table = Self.table(of: kept, actions) }
    }

    /// The keys of an action, the most usual first.
    public func keys(of action: Action) -> [Key] { changes[action.id] ?? action.keys }

    /// Returns the keys that start an action in a context; none if it does not exist there. Where
    /// text is typed, characters and Backspace start no action.
    public func keys(of action: Action, in context: ActionContext) -> [Key] {
        action.contexts.contains(context)
            ? Self.working(keys(of: action), in: context) : []
    }

    /// Returns the action of a key in a context, if any.
    ///
    /// - Parameter isDeleted: whether the selected item is deleted, for which a key may have
    ///   another action.
    public func started(
        by key: Key, in context: ActionContext, onDeleted isDeleted: Bool = false
    ) -> Action? {
        guard let meaning = table[context]?[key] else { return nil }
        let (first, second) =
            isDeleted
            ? (meaning.ofDeleted, meaning.usual) : (meaning.usual, meaning.ofDeleted)
        return (first ?? second).flatMap(actions.named)
    }

    /// Returns the name of the first key of an action in a context; `nil` if it has none.
    public func name(of id: ActionID, in context: ActionContext) -> String? {
        guard let action = actions.named(id) else { return nil }
        return keys(of: action, in: context).first?.name
    }

    /// Returns the name of the first key of an action in any context.
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
                    _ = table[context, default: [:]][key, default: Meaning()].add(action)
                }
            }
        }
        return table
    }
}

extension KeyMap {
    /// Actions that must always have a key.
    private static let essential: Set<ActionID> = [
        .help, .quit, .back, .cancel, .clearFilter, .closeMenu, .leavePrompt, .yes, .no,
    ]

    private static func reason(against keys: [Key], for action: Action) -> String? {
        if keys.isEmpty {
            return essential.contains(action.id)
                ? "\(action.id.rawValue) needs a key: without one, you could not "
                    + "\(action.id == .help ? "find the others" : "leave")" : nil
        }
        let typed = action.contexts.first { working(keys, in: $0).isEmpty }
        guard let typed else { return nil }
        return "\(action.id.rawValue) also works in the \(typed.name), where letters are text: "
            + "add a key such as F2 or Ctrl-T"
    }

    /// Returns the changes that give a key to two actions in one context.
    private static func conflicts(
        in changes: [ActionID: [Key]], _ actions: ActionTable
    ) -> [Refusal] {
        var found: [ActionID: Refusal] = [:]
        for context in actions.contexts {
            var owners: [Key: Meaning] = [:]
            for action in actions.all where action.contexts.contains(context) {
                for key in working(changes[action.id] ?? action.keys, in: context) {
                    guard let other = owners[key, default: Meaning()].add(action),
                        other != action.id
                    else { continue }
                    let changed = changes[action.id] != nil ? action.id : other
                    let usual = changed == other ? action.id : other
                    guard found[changed] == nil, changes[changed] != nil else { continue }
                    found[changed] = Refusal(
                        action: changed,
                        text: "\(key.settingName) cannot start \(changed.rawValue): in the "
                            + "\(context.name) it starts \(usual.rawValue). Give that another "
                            + "key first: key.\(usual.rawValue) = KEY")
                }
            }
        }
        return actions.all.compactMap { found[$0.id] }
    }
}
