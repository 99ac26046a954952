/// External deletions that the mass-change brake holds back. The replica keeps their keys
/// separately: ``ReplicaReader/heldKeys()``.
public struct HeldDeletions: Sendable, Hashable {
    /// The number of keys that would be deleted.
    public var deletions: Int
    /// The number of live keys before the deletions.
    public var total: Int
    /// The number of keys that other devices had deleted shortly before, in earlier listings. They
    /// count, too, and come back if the person restores the held deletions.
    public var earlier: Int
    /// The number of deletions that no device has made: the server lacks these keys, which proves
    /// nothing in a sealed account. Such deletions always wait, however few.
    public var missing: Int
    /// The number of the deletions that are of documents, and the number of live keys that belong
    /// to documents. To the protocol all keys are alike, so these are 0 unless `DeviceStore` has
    /// counted them.
    public var documents = 0
    public var documentKeys = 0
    /// The number of bookmarks before the deletions.
    public var bookmarks: Int { max(deletions - documents, total - documentKeys) }

    public init(deletions: Int, total: Int, earlier: Int = 0, missing: Int = 0) {
        self.deletions = deletions
        self.total = total
        self.earlier = earlier
        self.missing = missing
    }

    /// The number of deletions from elsewhere that never wait, however few keys there are.
    static let alwaysTaken = 10

    /// Whether these deletions from elsewhere must wait for a person: they are more than ten and
    /// more than a fifth of all keys, both counted with those accepted shortly before. A missing
    /// record without a tombstone always waits.
    public var mustWait: Bool {
        if missing > 0 { return true }
        let all = deletions + earlier
        return all > Self.alwaysTaken && all * 5 > total + earlier
    }
}

/// A person's decision about deletions that wait.
public enum HeldAnswer: Int64, Sendable, Hashable {
    /// The deletions happen. If there are more than were shown by then, they wait again.
    case accept = 1
    /// The deleted records are restored everywhere, by edits of this device: the held ones, and
    /// those accepted shortly before.
    case restore = 2
}

/// Successive deletions from elsewhere.
///
/// A device sends many deletions in parts, and a listening device lists each part separately, so
/// that none of the parts looks large.
public struct DeletionRun: Sendable, Hashable {
    /// The number of keys that were deleted, less those that came back.
    public var count: Int
    /// The cursor before the first deletion.
    public var start: Int64
    /// The time when the first deletion was received, in milliseconds since 1970 by this machine's
    /// clock.
    public var began: Int64
    /// The replica's latest local revision before the first deletion; `nil` for a run from an
    /// earlier version, which did not note it.
    public var since: Int64?

    /// The duration of a run, in milliseconds. Later deletions begin another run.
    public static let duration: Int64 = 600_000

    public init(count: Int, start: Int64, began: Int64, since: Int64? = nil) {
        self.count = count
        self.start = start
        self.began = began
        self.since = since
    }
}
