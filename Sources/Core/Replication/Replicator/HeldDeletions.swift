/// External deletions that the mass-change brake holds back. Which keys they are about, the replica
/// tells by itself: ``ReplicaReader/heldKeys()``.
public struct HeldDeletions: Sendable, Hashable {
    /// How many keys would be deleted.
    public var deletions: Int
    /// Of how many live keys.
    public var total: Int
    /// How many keys other devices had deleted shortly before, in listings that were taken in: they
    /// count too, and come back when the user restores the held deletions.
    public var earlier: Int
    /// How many of the deletions no device has made: the server lacks these keys, and that is no
    /// proof on a sealed account. They wait however few they are.
    public var missing: Int

    public init(deletions: Int, total: Int, earlier: Int = 0, missing: Int = 0) {
        self.deletions = deletions
        self.total = total
        self.earlier = earlier
        self.missing = missing
    }

    /// The most deletions from elsewhere that never wait, however few keys there are.
    static let alwaysTaken = 10

    /// Whether so many deletions from elsewhere must wait for the user: more than ten, and more
    /// than a fifth of all, with those that were taken in shortly before. A missing record without
    /// a tombstone always waits.
    public var mustWait: Bool {
        if missing > 0 { return true }
        let all = deletions + earlier
        return all > Self.alwaysTaken && all * 5 > total + earlier
    }
}

/// The user's decision about deletions that wait.
public enum HeldAnswer: Int64, Sendable, Hashable {
    /// They happen. More than were held, by the time that the answer is given, wait again.
    case accept = 1
    /// Restores everywhere, as an edit of this device, the records deleted elsewhere: those held,
    /// and those taken in shortly before.
    case restore = 2
}

/// Deletions from elsewhere that follow one another.
///
/// A device sends many deletions in parts, and a listening device lists each part by itself: none
/// of them looks large.
public struct DeletionRun: Sendable, Hashable {
    /// How many keys they took away, less those that came back.
    public var count: Int
    /// The cursor before the first of them.
    public var start: Int64
    /// When that was taken in, in milliseconds since 1970 by this machine's clock.
    public var began: Int64
    /// The replica's latest local revision before the first of them; `nil` for a run that an
    /// earlier version began, which did not note it.
    public var since: Int64?

    /// After so many milliseconds a run is over, and later deletions begin another.
    public static let duration: Int64 = 600_000

    public init(count: Int, start: Int64, began: Int64, since: Int64? = nil) {
        self.count = count
        self.start = start
        self.began = began
        self.since = since
    }
}
