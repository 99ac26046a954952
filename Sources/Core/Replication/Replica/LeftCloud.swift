/// The marks of a replica in a cloud that it used earlier.
///
/// It is as old as the replica. So a copy, or a replica restored from a backup, comes back with the
/// marks of its time, and the cloud holds a later one if the other left any.
public struct LeftCloud: Sendable, Hashable {
    /// The incarnation of the cloud.
    public var epoch: String
    /// The actor of the marks. A former actor of the replica has no marks: this cloud showed a copy
    /// of it, and was not listed to its end since. Until it is, dots of that actor may stand there
    /// for other edits than here.
    public var actor: ActorID
    /// The latest mark that the cloud is known to have held.
    public var confirmedMark: SendMark?
    /// Later marks, which may have arrived, oldest first.
    public var pendingMarks: [SendMark]
    /// The replica's ``ReplicaMeta/sentCounter`` when it went on to another cloud.
    public var sentCounter: UInt64

    /// How many clouds are remembered. In one that was forgotten, the replica may take itself for a
    /// copy.
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
