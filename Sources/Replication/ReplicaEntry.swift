/// What a replica knows of one key: its own record, and the cloud's as it was last seen.
///
/// The transitions are pure: each returns the entry that should be stored in place of this one.
public struct ReplicaEntry: Sendable, Hashable {
    public var key: String
    public var record: Record
    /// The last record of the cloud known here: the common ancestor of a merge.
    public var base: Record?
    /// The revision of ``base`` in the cloud; 0 when the cloud is not known to have this key.
    public var baseRevision: Int64
    /// Whether ``record`` is still to be sent.
    public var isDirty: Bool

    public init(
        key: String, record: Record, base: Record?, baseRevision: Int64, isDirty: Bool
    ) {
        self.key = key
        self.record = record
        self.base = base
        self.baseRevision = baseRevision
        self.isDirty = isDirty
    }

    /// The entry of a key that is known from the cloud only.
    init(key: String, cloud record: Record, revision: Int64) {
        self.init(
            key: key, record: record, base: record, baseRevision: revision, isDirty: false)
    }

    /// The entry after the cloud was seen to hold `theirs` at `revision`.
    ///
    /// Returns the entry unchanged when that is not newer than what is known: replies arrive late,
    /// and the echo of an edit arrives before the reply to it.
    func absorbing(_ theirs: Record, revision: Int64, policy: MergePolicy) -> ReplicaEntry {
        guard revision > baseRevision else { return self }
        var next = self
        next.record = isDirty ? merge(base, record, theirs, policy: policy) : theirs
        next.base = theirs
        next.baseRevision = revision
        // Whole records, never only vectors: a merge may keep a vector and change a value.
        next.isDirty = next.record != theirs
        return next
    }

    /// The entry after the cloud committed `sent` at `revision`.
    func acknowledged(_ sent: Record, revision: Int64) -> ReplicaEntry {
        guard revision > baseRevision else { return self }
        var next = self
        next.base = sent
        next.baseRevision = revision
        next.isDirty = record != sent
        return next
    }

    /// The entry after the cloud was seen to have nothing under a key that it once had: the key was
    /// deleted, and its tombstone collected. An edit that was not sent yet survives as an addition.
    func absent() -> ReplicaEntry {
        guard baseRevision > 0 else { return self }
        var next = self
        next.base = nil
        next.baseRevision = 0
        if isDirty && !record.isTombstone { return next }
        next.record.content = .deleted(last: nil)
        next.isDirty = false
        return next
    }

    /// The entry when nothing is known of the cloud any more: all of it is to be sent.
    public func forgettingBase() -> ReplicaEntry {
        var next = self
        next.base = nil
        next.baseRevision = 0
        next.isDirty = true
        return next
    }

    /// The entry of an unsent record whose dots may have been given twice, with a dot of a new
    /// actor.
    func redotted(from old: ActorID, to new: ActorID, counter: UInt64) -> ReplicaEntry {
        var next = self
        next.record.vector[old] = base?.vector[old] ?? 0
        if !record.isTombstone { next.record.vector[new] = counter }
        next.record.actor = new
        return next
    }
}

/// Who makes an edit, and when.
public struct EditAuthor: Sendable, Hashable {
    public var actor: ActorID
    public var device: String
    /// The actor's next counter; a deletion does not use it.
    public var counter: UInt64
    public var stamp: Stamp

    public init(actor: ActorID, device: String, counter: UInt64, stamp: Stamp) {
        self.actor = actor
        self.device = device
        self.counter = counter
        self.stamp = stamp
    }
}

extension ReplicaEntry {
    /// The entry after an edit (`value`) or a deletion (`nil`); `nil` when there is nothing to
    /// delete or the value is already there, so that writing the same value twice sends nothing.
    ///
    /// - Parameter superseded: what to keep of values that lost a conflict; `nil` keeps all.
    public static func edited(
        _ old: ReplicaEntry?, key: String, value: PropertyListValue?,
        superseded: [SupersededValue]? = nil, by author: EditAuthor
    ) -> ReplicaEntry? {
        let kept = superseded ?? old?.record.superseded ?? []
        if old?.record.value == value, value == nil || kept == old?.record.superseded {
            return nil
        }
        var record = Record(
            content: .deleted(last: nil), vector: old?.record.vector ?? VersionVector(),
            stamp: author.stamp, actor: author.actor, device: author.device,
            superseded: kept)
        if let value {
            record.content = .live(value)
            record.vector[author.actor] = author.counter
        } else {
            record.content = .deleted(last: old?.record.latestValue)
        }
        return ReplicaEntry(
            key: key, record: record, base: old?.base, baseRevision: old?.baseRevision ?? 0,
            isDirty: true)
    }
}
