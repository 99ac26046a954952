/// The effect of undoing a join on each key that it concerns.
public struct JoinUndo: Sendable, Hashable {
    /// The effect on one key.
    public enum Outcome: Sendable, Hashable {
        /// It came from the server, and goes without a trace.
        case forgotten
        /// It was added or edited here since, and stays.
        case kept
        /// Others changed it, and it gets its old value back.
        case putBack
        /// It was edited here and changed by others: the edit stays, their changes go.
        case edited
        /// Joining or others deleted it, and it comes back.
        case broughtBack
        /// It was deleted here, and others brought it back: it goes to the trash again.
        case deleted
    }

    /// The keys of each outcome, sorted.
    public var keys: [Outcome: [String]] = [:]
    /// The keys of this device that the server has, sorted.
    public var sent: [String] = []
    /// Whether edits of this device go, such as those of joining: it goes on as another actor then.
    public var losesOwnEdits = false

    public init() {}

    /// The same of those keys alone that begin with a prefix, without it.
    public func keys(withPrefix prefix: String) -> JoinUndo {
        func taken(_ keys: [String]) -> [String] {
            keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        }
        var result = JoinUndo()
        result.keys = keys.mapValues(taken).filter { !$0.value.isEmpty }
        result.sent = taken(sent)
        result.losesOwnEdits = losesOwnEdits
        return result
    }
}
