import Replication

/// The snapshot of a replica from before it joined a server, so that the join can be undone.
///
/// The snapshot follows the edits of people on this device: it is the state that the replica would
/// have without the server. So undoing the join loses none of these edits.
public struct JoinSnapshot: Sendable, Hashable {
    /// The address of the server that was joined after the snapshot was made.
    public var server: String
    /// The time when the snapshot was made, in milliseconds since 1970 by this machine's clock.
    public var made: Int64
    /// Whether the device is about to leave the server and to undo the join.
    public var isLeaving: Bool
    /// The epoch of the cloud that the replica knew when it began to leave.
    var epoch: String?
    /// Whether the device was in airplane mode when it began to leave.
    var wasOffline: Bool
    /// The process that joins. Its edits are not those of a person.
    var joining: Int64?
    /// The slot of the snapshot. A snapshot that is being made must not replace the current one
    /// yet: the server may turn out to be unreachable.
    var slot: Slot

    enum Slot: Int64 {
        case current = 0
        case next = 1
    }
}

/// An entry of the snapshot from before joining.
struct JoinedEntry {
    var entry: ReplicaEntry
    /// Whether the entry was added since, or came from the server and was edited here.
    var isNew: Bool
    /// Whether the entry was edited or deleted here since.
    var isEdited: Bool

    /// Returns the snapshot's entry after an edit of the replica; `nil` if nothing changes.
    static func replaying(
        _ before: JoinedEntry?, _ new: ReplicaEntry, after old: ReplicaEntry?, policy: MergePolicy
    ) -> JoinedEntry? {
        guard var next = before else {
            // Deleting an entry that came from the server leaves no entry in the snapshot.
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
    /// Returns the outcome for an entry; `nil` if nothing visible changes.
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
