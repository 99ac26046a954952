/// The marks of a replica in a cloud that it used earlier.
///
/// They are as old as the replica. So a copy of the replica, or one restored from a backup, has the
/// marks of its time, and the cloud holds a later one if the original left one since.
public struct LeftCloud: Sendable, Hashable {
    /// The epoch of the cloud.
    public var epoch: String
    /// The actor of the marks. An entry with a former actor of the replica has no marks: this cloud
    /// contained edits of a copy, and was not listed to its end since. Until then, dots of that
    /// actor in the cloud may belong to edits other than those here.
    public var actor: ActorID
    /// The latest mark that the cloud is known to have held.
    public var confirmedMark: SendMark?
    /// Later marks, which may have arrived, the oldest first.
    public var pendingMarks: [SendMark]
    /// The replica's ``ReplicaMeta/sentCounter`` when it switched to another cloud.
    public var sentCounter: UInt64

    /// The most clouds to remember. In a cloud that was forgotten, the replica may consider itself
    /// a copy.
    public static let maximumKept = 8

    public init(
        epoch: String, actor: ActorID, confirmedMark: SendMark?, pendingMarks: [SendMark],
        sentCounter: UInt64
    ) {
        self.epoch = epoch
        self.actor = actor
        self.confirmedMark = confirmedMark
        self.pendingMarks = pendingMarks
        self.sentCounter = sentCounter
    }
}
