/// The sender of a call to a cloud, with marks that distinguish a replica from its copies.
///
/// A replica that was copied, or restored from a backup, would use dots that were used before. So a
/// replica leaves a new mark with the cloud whenever it sends or acknowledges, and names its marks
/// that the cloud may hold. A copy does not know the mark that the original left, and the cloud
/// accepts nothing from it. In turn, a mark older than a confirmed one shows the replica that the
/// cloud was restored from a backup.
public struct Sender: Sendable, Hashable {
    public var actor: ActorID
    /// The latest mark that the cloud is known to have held; `nil` before the first.
    public var confirmed: SendMark?
    /// Later marks that may have arrived although no answer confirmed it.
    public var pending: [SendMark]
    /// The mark left with this call; `nil` for a registration, which leaves none, so that
    /// connecting writes nothing.
    public var next: SendMark?

    public init(actor: ActorID, confirmed: SendMark?, pending: [SendMark], next: SendMark?) {
        self.actor = actor
        self.confirmed = confirmed
        self.pending = pending
        self.next = next
    }

    /// Returns whether a cloud that holds this mark of the actor may accept the sender's call. A
    /// call that arrives twice finds its own mark.
    public func knows(_ held: SendMark?) -> Bool {
        held == confirmed || (held != nil && held == next) || pending.contains { $0 == held }
    }
}

/// A mark that a replica leaves with the cloud.
public struct SendMark: Sendable, Hashable {
    /// A number from the same counter as the dots: edits with lower dots were made before.
    public var number: UInt64
    /// A random number, so that two copies never leave the same mark.
    public var nonce: UInt64

    public init(number: UInt64, nonce: UInt64) {
        self.number = number
        self.nonce = nonce
    }
}

extension ReplicaMeta {
    /// The most marks without an answer to keep. With more, the replica may consider itself a copy:
    /// that many calls fail in four hours behind a gateway that answers each of them.
    static let maximumPending = 256
    /// The most own marks that a replica remembers, whatever became of their calls.
    public static let maximumOwnMarks = 256

    /// The sender of a registration.
    var registrant: Sender {
        Sender(actor: actor, confirmed: confirmedMark, pending: pendingMarks, next: nil)
    }

    /// Returns the sender of a call. Must be stored before the call is made.
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

    /// Notes that the cloud held a mark, and drops the earlier ones.
    mutating func confirm(_ mark: SendMark?) {
        guard let mark, let index = pendingMarks.firstIndex(of: mark) else { return }
        confirmedMark = mark
        certainCounter = mark.number
        pendingMarks.removeSubrange(...index)
    }
}
