import Bookmarks
public import Screen

/// Keys that need names which are not loaded yet, with everything typed after them.
///
/// The tags, folders and files that complete typed text are loaded in the background. Keys that
/// arrive together, as from a program or over a slow connection, would otherwise be handled before
/// the names are loaded.
public struct WaitingInput: Sendable {
    private var events: [TerminalEvent] = []
    private var since = 0.0

    /// The time that a key waits, in seconds; then the loaded names must suffice.
    public static let patience = 2.0

    public init() {}

    /// Holds an event that cannot be handled yet, or that came after one. Returns whether it did.
    public mutating func hold(_ event: TerminalEvent, for state: ScreenState) -> Bool {
        switch event {
        case .key, .paste, .mouse: break
        default: return false
        }
        guard !events.isEmpty || state.awaitsNames(for: event) else { return false }
        if events.isEmpty { since = state.shell.now }
        events.append(event)
        return true
    }

    /// Returns the next event that can be handled now.
    public mutating func next(for state: ScreenState) -> TerminalEvent? {
        guard let first = events.first else { return nil }
        if state.shell.now < since + Self.patience, state.awaitsNames(for: first) { return nil }
        return events.removeFirst()
    }

    /// The latest time to handle the next event, in seconds since 1970.
    public var deadline: Double? { events.isEmpty ? nil : since + Self.patience }
}

extension ScreenState {
    /// Whether the effect of an event depends on names that were requested and are not loaded yet.
    func awaitsNames(for event: TerminalEvent) -> Bool {
        guard case .key(let key) = event else { return false }
        switch shell.modes.last {
        case .page: return shell.frontForm?.awaitsNames(for: waitingKey(key)) ?? false
        case .prompt(let prompt):
            return prompt.purpose.awaitsWords(for: waitingKey(key), in: prompt, of: self)
        case .filter(let prompt): return prompt.awaitsNames && waitingKey(key).completes
        default: return false
        }
    }

    private func waitingKey(_ key: Key) -> WaitingKey {
        let action = shell.keys.started(by: key, in: shell.context)?.id
        return WaitingKey(
            action: action, inMenu: shell.keys.started(by: key, in: .completion)?.id,
            takes: action == nil && Completion.isTaken(by: key))
    }
}

/// A key that may depend on names.
struct WaitingKey {
    /// The action that the key starts in its context, and the one in a menu of suggestions.
    var action: ActionID?
    var inMenu: ActionID?
    /// Whether the key accepts the suggestion at the end of the line.
    var takes: Bool

    /// Whether the key depends on the words that complete the line.
    var completes: Bool { takes || inMenu.map(Self.completing.contains) ?? false }

    /// The actions of a menu that depend on its words.
    private static let completing: Set<ActionID> = [.complete, .nextWord, .previousWord]
}

extension FilterPrompt {
    fileprivate var awaitsNames: Bool {
        switch FilterWord(in: editor)?.kind {
        case .tag: asksForTags && tags == nil
        case .folder: asksForFolders && folders == nil
        default: false
        }
    }
}
