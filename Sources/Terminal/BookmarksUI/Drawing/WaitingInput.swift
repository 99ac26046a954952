import Bookmarks
public import Screen

/// Keys that came before the names that they take, with all that was typed behind them.
///
/// Tags, folders and files that complete the typed text are loaded beside the keys. Keys that
/// arrive together, as from a program or over a slow connection, would be answered before these are
/// there.
public struct WaitingInput: Sendable {
    private var events: [TerminalEvent] = []
    private var since = 0.0

    /// How long a key waits, in seconds. Then the names that are there must do.
    public static let patience = 2.0

    public init() {}

    /// Takes an event that cannot be answered yet, or that came behind one. Returns whether it did.
    public mutating func take(_ event: TerminalEvent, for state: ScreenState) -> Bool {
        switch event {
        case .key, .paste, .mouse: break
        default: return false
        }
        guard !events.isEmpty || state.lacksNames(for: event) else { return false }
        if events.isEmpty { since = state.now }
        events.append(event)
        return true
    }

    /// The next event that can be answered now.
    public mutating func next(for state: ScreenState) -> TerminalEvent? {
        guard let first = events.first else { return nil }
        if state.now < since + Self.patience, state.lacksNames(for: first) { return nil }
        return events.removeFirst()
    }

    /// When an event must be answered at the latest, in seconds since 1970.
    public var deadline: Double? { events.isEmpty ? nil : since + Self.patience }
}

extension ScreenState {
    /// Whether the effect of an event depends on names that were asked for and are not there yet.
    func lacksNames(for event: TerminalEvent) -> Bool {
        guard case .key(let key) = event else { return false }
        let action = keys.started(by: key, in: context)?.id
        let inMenu = keys.started(by: key, in: .completion)?.id
        let pressed = WaitingKey(
            action: action, inMenu: inMenu, takes: action == nil && Completion.isTaken(by: key))
        switch modes.last {
        case .page(let page): return (page as? any FieldsPage)?.lacksNames(for: pressed) ?? false
        case .prompt(let prompt):
            return prompt.purpose.lacksWords(for: pressed, in: prompt, of: self)
        case .filter(let prompt): return pressed.completes && prompt.lacksNames
        default: return false
        }
    }
}

/// A key that may depend on names.
struct WaitingKey {
    /// The action that it starts where it is pressed, and the one in a menu of suggestions.
    var action: ActionID?
    var inMenu: ActionID?
    /// Whether it takes the offer at the end of the line.
    var takes: Bool

    /// Whether it depends on the words that complete the line.
    var completes: Bool { takes || inMenu.map(Self.completing.contains) ?? false }

    /// The actions of a menu that depend on its words.
    private static let completing: Set<ActionID> = [.complete, .nextWord, .previousWord]
}

extension FilterPrompt {
    fileprivate var lacksNames: Bool {
        switch FilterWord(in: editor)?.kind {
        case .tag: asksForTags && tags == nil
        case .folder: asksForFolders && folders == nil
        default: false
        }
    }
}
