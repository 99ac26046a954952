/// The state of one key in a replica: its own record, and the cloud's as last seen.
///
/// The transitions are pure functions: each returns the entry to store in place of this one.
public struct ReplicaEntry: Sendable, Hashable {
    public var key: String
    public var record: Record
    /// The last record of the cloud known here: the common ancestor of a merge.
    public var base: Record?
    /// The revision of ``base`` in the cloud; 0 if the cloud is not known to have this key.
    public var baseRevision: Int64
    /// Whether ``record`` is still to be sent.
    public var isDirty: Bool
    /// Earlier versions of ``record`` that may have reached the cloud although no answer confirmed
    /// it, the oldest first. The record in the cloud may be based on one of them.
    public var perhapsSent: [Record]

    /// The most versions in ``perhapsSent``. Each one takes an edit and a call without an answer.
    static let maximumPerhapsSent = 8

    public init(
        key: String, record: Record, base: Record?, baseRevision: Int64, isDirty: Bool,
        perhapsSent: [Record] = []
    ) {
        self.key = key
        self.record = record
        self.base = base
        self.baseRevision = baseRevision
        self.isDirty = isDirty
        self.perhapsSent = perhapsSent
    }

    /// Makes the entry of a key that is known only from the cloud.
    init(key: String, cloud record: Record, revision: Int64) {
        self.init(
            key: key, record: record, base: record, baseRevision: revision, isDirty: false)
    }

    /// Returns the entry after the cloud was seen to hold `theirs` at `revision`.
    ///
    /// Returns the entry unchanged if the record is not newer than the known one: replies arrive
    /// late, and the echo of an edit arrives before its reply.
    func absorbing(_ theirs: Record, revision: Int64, policy: MergePolicy) -> ReplicaEntry {
        guard revision > baseRevision else { return self }
        var next = self
        let ancestor = perhapsSent.last { theirs.vector.dominates($0.vector) } ?? base
        // Either the cloud lacks an edit that was sent, because it was restored from a backup, or a
        // deleted key came back without an edit, from a device that was away for long.
        let isNew =
            isDirty || !theirs.vector.dominates(record.vector)
            || (record.isTombstone && !theirs.isTombstone)
        next.record = isNew ? merge(ancestor, record, theirs, policy: policy) : theirs
        next.base = theirs
        next.baseRevision = revision
        // After a later record, the cloud refuses all calls under way. A call stays valid if its
        // base is merely listed again after the cloud was forgotten.
        if theirs != base { next.perhapsSent = [] }
        // Compare whole records, not only vectors: a merge may keep the vector and change the
        // value.
        next.isDirty = next.record != theirs
        return next
    }

    /// Returns the entry after the cloud committed `sent` at `revision`.
    func acknowledged(_ sent: Record, revision: Int64) -> ReplicaEntry {
        guard revision > baseRevision else { return self }
        var next = self
        next.base = sent
        next.baseRevision = revision
        next.isDirty = record != sent
        next.perhapsSent = []
        return next
    }

    /// Returns the entry after the cloud was seen to lack a key that it once had: the key was
    /// deleted, and its tombstone collected. An unsent edit survives as an addition.
    ///
    /// - Parameter keepsValue: whether to keep the deleted value, as a deletion made here does.
    ///   This is for a server that can lose a key that no device deleted.
    func absent(keepsValue: Bool = false) -> ReplicaEntry {
        guard baseRevision > 0 else { return self }
        var next = self
        next.base = nil
        next.baseRevision = 0
        next.perhapsSent = []
        if isDirty && !record.isTombstone { return next }
        // An unsent deletion keeps the deleted value: an edit that it did not see may still restore
        // it.
        if !isDirty {
            next.record.content = .deleted(last: keepsValue ? record.latestValue : nil)
        }
        next.isDirty = false
        return next
    }

    /// Returns the entry of a key that was deleted elsewhere, after an edit by `author` that
    /// restores the deleted value, or the value of `old` if the deleted one was purged.
    func restored(seeing old: ReplicaEntry, by author: EditAuthor) -> ReplicaEntry {
        var next = self
        guard let value = record.latestValue ?? old.record.latestValue else { return self }
        next.record.content = .live(value)
        next.record.vector[author.actor] = author.counter
        next.record.stamp = author.stamp
        next.record.actor = author.actor
        next.record.device = author.device
        next.isDirty = true
        return next
    }

    /// Returns the entry of an unsent record with a dot of a new actor, in place of a dot that a
    /// copy may have used, too: any dot above `certain`, unless the cloud had it. For a deletion,
    /// this replaces the dot of the edit that it saw.
    func redotted(
        from old: ActorID, to new: ActorID, counter: UInt64, certain: UInt64
    ) -> ReplicaEntry {
        let own = record.vector[old]
        let known = baseRevision > 0 ? base?.vector[old] ?? 0 : 0
        let certain = max(min(own, certain), known)
        if own <= certain { return self }
        var next = self
        next.perhapsSent = perhapsSent.filter { $0.vector[old] <= certain }
        next.record.vector[old] = certain
        next.record.vector[new] = counter
        next.record.actor = new
        return next
    }
}

/// The author of an edit, and its time.
public struct EditAuthor: Sendable, Hashable {
    public var actor: ActorID
    public var device: String
    /// The actor's next counter. A deletion does not use it.
    public var counter: UInt64
    public var stamp: Stamp
    /// The actor's counter when something was last sent. Later edits were certainly not sent.
    public var sentCounter: UInt64

    public init(
        actor: ActorID, device: String, counter: UInt64, stamp: Stamp, sentCounter: UInt64 = 0
    ) {
        self.actor = actor
        self.device = device
        self.counter = counter
        self.stamp = stamp
        self.sentCounter = sentCounter
    }
}

extension ReplicaEntry {
    /// Returns the entry after an edit (`value`) or a deletion (`nil`). Returns `nil` if there is
    /// nothing to delete or the value is already there, so that writing the same value twice sends
    /// nothing.
    ///
    /// - Parameter superseded: the lost values to keep; `nil` keeps all.
    public static func edited(
        _ old: ReplicaEntry?, key: String, value: PropertyListValue?,
        superseded: [SupersededValue]? = nil, isRenewed: Bool = false, by author: EditAuthor
    ) -> ReplicaEntry? {
        let kept = superseded ?? old?.record.superseded ?? []
        if old?.record.value == value,
            value == nil || kept == old?.record.superseded && !isRenewed
        {
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
            isDirty: true, perhapsSent: old?.perhapsSent(by: author) ?? [])
    }

    /// Returns the entry of a deleted key after its last value was purged; `nil` if the key is not
    /// deleted, or has no last value.
    public func purged(by author: EditAuthor) -> ReplicaEntry? {
        guard record.isTombstone, record.latestValue != nil || !record.superseded.isEmpty else {
            return nil
        }
        var next = self
        next.record.content = .deleted(last: nil)
        next.record.superseded = []
        next.record.stamp = author.stamp
        next.record.actor = author.actor
        next.record.device = author.device
        next.isDirty = true
        next.perhapsSent = perhapsSent(by: author)
        return next
    }

    /// Returns the versions that may have reached the cloud before an edit by `author`.
    private func perhapsSent(by author: EditAuthor) -> [Record] {
        guard isDirty, record.vector[author.actor] <= author.sentCounter else {
            return perhapsSent
        }
        return (perhapsSent + [record]).suffix(Self.maximumPerhapsSent)
    }
}
