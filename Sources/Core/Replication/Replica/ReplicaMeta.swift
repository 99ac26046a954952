/// The state of a replica and of its cloud, beside the records.
public struct ReplicaMeta: Sendable, Hashable {
    public var actor: ActorID
    /// The device's name, for people.
    public var device: String
    /// The highest number given to an edit of this actor, or to a mark left with the cloud.
    public var counter: UInt64 = 0
    /// ``counter`` when something was sent last. An edit with a later dot never left this replica.
    public var sentCounter: UInt64 = 0
    /// The latest mark of this actor that the cloud is known to have held.
    public var confirmedMark: SendMark?
    /// Edits up to this counter are this replica's own: a copy that had left a mark since would
    /// have been noticed.
    public var certainCounter: UInt64 = 0
    /// Later marks, which may have arrived, oldest first.
    public var pendingMarks: [SendMark] = []
    /// The latest stamp given or seen.
    public var clock: Stamp = .zero
    /// By how much this machine's clock is corrected, in milliseconds: see
    /// ``observe(cloudTime:askedAt:now:)``.
    public var cloudClockOffset: Int64 = 0

    /// The incarnation of the cloud, once known.
    public var epoch: String?
    /// How many incarnations of the cloud were followed by another. An engine's knowledge of an
    /// earlier one is void.
    public var pastIncarnations: Int64 = 0
    /// The highest head seen in that incarnation.
    public var head: Int64 = 0
    /// Everything up to here was listed and committed; `nil` before the first complete listing.
    public var cursor: Int64?
    /// When the cloud last answered, in milliseconds since 1970 by this machine's clock.
    public var lastSync: Int64?

    /// Airplane mode: belongs to the device, so one process's switch shows in its siblings.
    public var isOffline = false
    /// Whether the cloud refused an edit for want of room.
    public var isQuotaExceeded = false
    /// The deletions that wait for the user because they would take much of the list.
    public var held: HeldDeletions?
    /// The user's decision about them; `nil` while they wait.
    public var heldAnswer: HeldAnswer?
    /// The deletions from elsewhere that were taken in lately, one listing after another.
    public var deletionRun: DeletionRun?
    /// The bookmarks of this replica that wait until the user lets it join the cloud.
    public var heldJoin: HeldJoin?
    public var policies = MergePolicies()

    public init(actor: ActorID, device: String) {
        self.actor = actor
        self.device = device
    }

    /// This machine's time corrected by the cloud's clock, both in milliseconds since 1970.
    public func correctedTime(now: Int64) -> Int64 { now &+ cloudClockOffset }

    /// Takes from an answer of the cloud how far off this machine's clock is: by as little as
    /// explains the answer.
    ///
    /// The cloud looked at its clock at some time between the call and now, and it may tell the
    /// time to the second only, as HTTP does. A delay must not be taken for a clock that is behind:
    /// later additions would seem older than those before the answer.
    mutating func observe(cloudTime: Int64, askedAt asked: Int64, now: Int64) {
        let (atLeast, atMost) = (cloudTime &- now, cloudTime &+ 999 &- asked)
        cloudClockOffset = atLeast > 0 ? atLeast : min(0, atMost)
    }

    /// The author of an edit made now. Raises the clock, and the counter when the edit needs a dot.
    public mutating func author(now: Int64, isDeletion: Bool) -> EditAuthor {
        clock = clock.next(now: correctedTime(now: now))
        if !isDeletion { counter += 1 }
        return EditAuthor(
            actor: actor, device: device, counter: counter, stamp: clock, sentCounter: sentCounter)
    }
}

/// A replica with much of its own that meets a cloud with much of its own.
public struct HeldJoin: Sendable, Hashable {
    /// The number of live keys of this replica that the cloud lacks or has with another value.
    public var own: Int
    /// How many live keys the cloud has.
    public var there: Int

    public init(own: Int, there: Int) {
        self.own = own
        self.there = there
    }
}
