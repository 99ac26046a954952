/// The effect of undoing a join, for each affected key.
public struct JoinUndo: Sendable, Hashable {
    /// The effect on one key.
    public enum Outcome: Sendable, Hashable {
        /// The key came from the server, and is removed without a tombstone.
        case forgotten
        /// The key was added or edited here since, and stays.
        case kept
        /// Others changed the key; it gets its old value back.
        case putBack
        /// The key was edited here and changed by others: the edit stays, their changes are
        /// removed.
        case edited
        /// The join or others deleted the key; it comes back.
        case broughtBack
        /// The key was deleted here, and others restored it: it is moved to the trash again.
        case deleted
    }

    /// The keys of each outcome, sorted.
    public var keys: [Outcome: [String]] = [:]
    /// The keys of this device that the server has, sorted.
    public var sent: [String] = []
    /// Whether edits of this device are lost, such as those of the join. The device then continues
    /// as another actor.
    public var losesOwnEdits = false

    public init() {}

    /// Returns the outcomes of the keys with a prefix, which is removed from the keys.
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
