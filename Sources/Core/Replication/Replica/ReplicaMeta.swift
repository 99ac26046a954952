/// The state of a replica and of its cloud, beside the records.
public struct ReplicaMeta: Sendable, Hashable {
    public var actor: ActorID
    /// The device's name, for people.
    public var device: String
    /// The highest number of an edit of this actor, or of a mark left with the cloud.
    public var counter: UInt64 = 0
    /// ``counter`` when something was last sent. An edit with a later dot never left this replica.
    public var sentCounter: UInt64 = 0
    /// The latest mark of this actor that the cloud is known to have held.
    public var confirmedMark: SendMark?
    /// Edits up to this counter are certainly this replica's own: the cloud would have detected a
    /// copy that had left a mark since.
    public var certainCounter: UInt64 = 0
    /// Later marks, which may have arrived, the oldest first.
    public var pendingMarks: [SendMark] = []
    /// The latest stamp given or seen.
    public var clock: Stamp = .zero
    /// The correction of this machine's clock, in milliseconds: see
    /// ``observe(cloudTime:askedAt:now:)``.
    public var cloudClockOffset: Int64 = 0

    /// The epoch of the cloud, once known.
    public var epoch: String?
    /// The number of incarnations of the cloud that have ended. Everything that an engine knows
    /// about one of these is void.
    public var pastIncarnations: Int64 = 0
    /// The highest head seen in that epoch.
    public var head: Int64 = 0
    /// The revision up to which this replica has every record: listed and stored, or sent by
    /// itself; `nil` before the first complete listing.
    public var cursor: Int64?
    /// The time when the cloud last answered, in milliseconds since 1970 by this machine's clock.
    public var lastSync: Int64?

    /// Whether the device is in airplane mode. All its processes share this.
    public var isOffline = false
    /// Whether the cloud refused an edit because it was full.
    public var isQuotaExceeded = false
    /// The deletions that wait for a person because they would remove much of the list.
    public var held: HeldDeletions?
    /// The person's decision about the held deletions; `nil` while they wait.
    public var heldAnswer: HeldAnswer?
    /// The recent deletions from elsewhere, over several listings.
    public var deletionRun: DeletionRun?
    /// The bookmarks of this replica that wait until a person lets it join the cloud.
    public var heldJoin: HeldJoin?
    public var policies = MergePolicies()

    public init(actor: ActorID, device: String) {
        self.actor = actor
        self.device = device
    }

    /// Returns this machine's time corrected by the cloud's clock, both in milliseconds since 1970.
    public func correctedTime(now: Int64) -> Int64 { now &+ cloudClockOffset }

    /// Derives the correction of this machine's clock from an answer of the cloud: the smallest one
    /// that explains the answer.
    ///
    /// The cloud read its clock between the call and now, and may send the time in whole seconds,
    /// as HTTP does. A delay must not look like a slow clock: later additions would seem older than
    /// those before the answer.
    mutating func observe(cloudTime: Int64, askedAt asked: Int64, now: Int64) {
        let (atLeast, atMost) = (cloudTime &- now, cloudTime &+ 999 &- asked)
        cloudClockOffset = atLeast > 0 ? atLeast : min(0, atMost)
    }

    /// Returns the author of an edit made now. Raises the clock, and the counter if the edit needs
    /// a dot.
    public mutating func author(now: Int64, isDeletion: Bool) -> EditAuthor {
        clock = clock.next(now: correctedTime(now: now))
        if !isDeletion { counter += 1 }
        return EditAuthor(
            actor: actor, device: device, counter: counter, stamp: clock, sentCounter: sentCounter)
    }
}

/// The question to a person when a replica with many keys meets a cloud with many keys.
public struct HeldJoin: Sendable, Hashable {
    /// The number of live keys of this replica that the cloud lacks or has with another value.
    public var own: Int
    /// The number of live keys of the cloud.
    public var there: Int

    public init(own: Int, there: Int) {
        self.own = own
        self.there = there
    }
}
