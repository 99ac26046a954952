import Replication

/// That a replica keeps the state from before it joined a server, so that joining can be undone.
///
/// The state follows people's edits on this device: it is the one that the replica would have
/// without the server. So undoing it loses none of these.
public struct JoinSnapshot: Sendable, Hashable {
    /// The address of the server that was joined after it was made.
    public var server: String
    /// When it was made, in milliseconds since 1970 by this machine's clock.
    public var made: Int64
    /// Whether the device is about to leave the server and to undo the join.
    public var isLeaving: Bool
    /// Which incarnation of which cloud the replica knew when it began to leave.
    var epoch: String?
    /// Whether the device was in airplane mode then.
    var wasOffline: Bool
    /// The process that joins: its edits are not those of a person.
    var joining: Int64?
    /// Which one it is. One that is being made must not take the place of the one before it: the
    /// server may turn out not to be there.
    var slot: Slot

    enum Slot: Int64 {
        case current = 0
        case next = 1
    }
}

/// An entry of the state from before joining.
struct JoinedEntry {
    var entry: ReplicaEntry
    /// Whether it was added since, or came from the server and was edited here.
    var isNew: Bool
    /// Whether it was edited or deleted here since.
    var isEdited: Bool

    /// The entry after an edit of the replica's; `nil` when nothing changes.
    static func replaying(
        _ before: JoinedEntry?, _ new: ReplicaEntry, after old: ReplicaEntry?, policy: MergePolicy
    ) -> JoinedEntry? {
        guard var next = before else {
            // Deleting an entry that came from the server leaves nothing of it.
            if new.record.isTombstone { return nil }
            return JoinedEntry(entry: new, isNew: true, isEdited: true)
        }
        next.entry.record = next.entry.record.replaying(
            new.record, after: old?.record, policy: policy)
        next.isEdited = true
        return next
    }
}

extension JoinUndo {
    /// The outcome of an entry; `nil` for one that shows no change.
    static func outcome(of now: ReplicaEntry?, _ before: JoinedEntry?) -> Outcome? {
        guard let before else { return now?.record.value == nil ? nil : .forgotten }
        let (shown, old) = (now?.record.value, before.entry.record.value)
        if before.isNew { return old == nil ? nil : .kept }
        if shown == old { return nil }
        if old == nil { return before.isEdited ? .deleted : .putBack }
        if shown == nil { return .broughtBack }
        return before.isEdited ? .edited : .putBack
    }
}
