import Replication

/// The keys of a cloud, as far as its listings have shown.
struct KnownKeys: Sendable {
    private struct Known: Sendable {
        var revision: Int64
        var isLive: Bool
    }

    /// The position of the next listing.
    private(set) var position: ListingPosition = .start
    private var epoch: String?
    private var records: [String: Known] = [:]
    private var liveCount = 0

    /// Adds a page listed from ``position``. Returns whether there is more to list.
    mutating func take(_ reply: CloudReply<Listing>) -> Bool {
        if let epoch, epoch != reply.epoch {
            self = KnownKeys()
            return true
        }
        epoch = reply.epoch
        let page = reply.value
        var isResumed = false
        if case .resume = position { isResumed = true }
        if page.isComplete && !isResumed { (records, liveCount) = ([:], 0) }
        for entry in page.entries {
            note(entry.key, Known(revision: entry.revision, isLive: !entry.isTombstone))
        }
        position =
            page.hasMore && page.isComplete
            ? .resume(after: page.next) : .changes(after: page.next)
        return page.hasMore
    }

    /// Returns for each change whether it would exceed `maximumKeys` live keys. A change that the
    /// cloud will refuse anyway, or answer with a conflict, passes: the cloud's answer is better.
    mutating func exceeding(
        _ maximumKeys: Int, by changes: [ProposedChange], limits: Quota
    ) -> [Bool] {
        changes.map { change in
            let known = records[change.key]
            let isTooLarge =
                change.key.utf8.count > limits.maximumKeyLength
                || change.record.count > limits.maximumRecordBytes
            if isConflict(change, known) || (isTooLarge && !change.isTombstone) { return false }
            let addsKey = !change.isTombstone && known?.isLive != true
            if addsKey && liveCount >= maximumKeys { return true }
            // The new revision is unknown, so the cloud decides about a second change of this key.
            note(change.key, Known(revision: -1, isLive: !change.isTombstone))
            return false
        }
    }

    private func isConflict(_ change: ProposedChange, _ known: Known?) -> Bool {
        guard let known else { return change.expectedRevision != 0 }
        // A tombstone may have been collected since.
        let mayBeGone = !known.isLive && change.expectedRevision == 0
        return change.expectedRevision != known.revision && !mayBeGone
    }

    private mutating func note(_ key: String, _ new: Known) {
        let old = records.updateValue(new, forKey: key)
        liveCount += (new.isLive ? 1 : 0) - (old?.isLive == true ? 1 : 0)
    }
}
