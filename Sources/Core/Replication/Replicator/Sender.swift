/// The sender of a call to a cloud, with marks that tell a replica from its copies.
///
/// A replica that was copied, or restored from a backup, would give dots that were given before. So
/// a replica leaves a new mark with the cloud whenever it sends or acknowledges, and says which
/// marks of its own the cloud may hold by now. A copy does not know the mark that the other left,
/// and the cloud takes nothing from it. A mark older than one that the cloud had confirmed shows
/// the replica, in turn, that the cloud was restored from a backup.
public struct Sender: Sendable, Hashable {
    public var actor: ActorID
    /// The latest mark that the cloud is known to have held; `nil` before the first.
    public var confirmed: SendMark?
    /// Later marks that may have arrived although the cloud did not say so.
    public var pending: [SendMark]
    /// The mark left with this call; `nil` for a registration, which leaves none, so that coming
    /// and looking writes nothing.
    public var next: SendMark?

    public init(actor: ActorID, confirmed: SendMark?, pending: [SendMark], next: SendMark?) {
        self.actor = actor
        self.confirmed = confirmed
        self.pending = pending
        self.next = next
    }

    /// Whether a cloud that holds this mark of the actor may take in the sender's call. A call that
    /// arrives twice finds its own mark.
    public func knows(_ held: SendMark?) -> Bool {
        held == confirmed || (held != nil && held == next) || pending.contains { $0 == held }
    }
}

/// A mark that a replica leaves with the cloud.
public struct SendMark: Sendable, Hashable {
    /// Taken from the same counter as the dots: edits with lower dots were made before.
    public var number: UInt64
    /// Random, so that two copies never leave the same mark.
    public var nonce: UInt64

    public init(number: UInt64, nonce: UInt64) {
        self.number = number
        self.nonce = nonce
    }
}

extension ReplicaMeta {
    /// How many marks without an answer are kept. With more, the replica may take itself for a
    /// copy: so many calls fail in four hours behind a gateway that answers for each of them.
    static let maximumPending = 256
    /// How many marks a replica knows for its own, whatever became of the calls that left them.
    public static let maximumOwnMarks = 256

    /// The sender of a registration.
    var registrant: Sender {
        Sender(actor: actor, confirmed: confirmedMark, pending: pendingMarks, next: nil)
    }

    /// The sender of a call. Must be stored before the call is made.
    mutating func nextSender(nonce: UInt64, in replica: any ReplicaWriter) throws -> Sender {
        counter += 1
        sentCounter = counter
        let mark = SendMark(number: counter, nonce: nonce)
        try replica.noteOwnMark(mark)
        let sender = Sender(
            actor: actor, confirmed: confirmedMark, pending: pendingMarks, next: mark)
        pendingMarks = (pendingMarks + [mark]).suffix(Self.maximumPending)
        return sender
    }

    /// Notes that the cloud held a mark. The ones before it have had their time.
    mutating func confirm(_ mark: SendMark?) {
        guard let mark, let index = pendingMarks.firstIndex(of: mark) else { return }
        confirmedMark = mark
        certainCounter = mark.number
        pendingMarks.removeSubrange(...index)
    }
}
