extension Replicator {
    /// Merges a page of a listing, and moves the cursor in the same transaction.
    mutating func listed(_ reply: CloudReply<Listing>, now: Int64) throws {
        let page = reply.value
        if try page.hasMore && !isProgress(reply) {
            listing = ListingProgress()
            fail(CloudError(.unusable, "The cloud lists the same again and again."), now: now)
            return
        }
        if page.isComplete && listing.resume == nil { listing = ListingProgress() }
        var progress = listing
        if page.isComplete { progress.seen.formUnion(page.entries.map(\.key)) }
        let isLast = !page.hasMore
        var unreadable = 0

        let isHeld = try storage.write(.relaxed) { replica in
            var meta = try replica.meta()
            var changes = try merged(reply, in: replica, &meta, &unreadable)
            if page.isComplete && isLast {
                changes += try vanished(notIn: progress.seen, in: replica)
            }
            progress.deletions += changes.count { $0.isVisibleDeletion }
            if try mustWait(progress.deletions, in: replica, &meta) { return true }
            for change in changes {
                try replica.put(
                    change.new, replacing: change.old,
                    cause: .cloud(device: change.device, isInitial: meta.cursor == nil))
            }
            // The cursor of a complete listing is worth nothing before its last page: which keys
            // are absent is known only then.
            if isLast || !page.isComplete { meta.cursor = page.next }
            if isLast {
                meta.acceptsDeletions = false
                meta.held = nil
            }
            try replica.setMeta(meta)
            return false
        }
        unreadableRecords += unreadable
        if isHeld { return }
        listing = progress
        listing.resume = page.isComplete && page.hasMore ? page.next : nil
        wantsListing = page.hasMore
        if isLast { listing = ListingProgress() }
    }

    /// Whether a page leads on to the next one: a cloud that promises more and does not go on
    /// would be asked for ever.
    private func isProgress(_ reply: CloudReply<Listing>) throws -> Bool {
        let page = reply.value
        let cursor = page.isComplete ? nil : try storage.read { try $0.meta().cursor }
        return page.next < reply.head && page.next > listing.resume ?? cursor ?? .min
    }

    private struct Change {
        var old: ReplicaEntry?
        var new: ReplicaEntry
        var device: String

        var isVisibleDeletion: Bool { old?.record.value != nil && new.record.isTombstone }
    }

    private func merged(
        _ reply: CloudReply<Listing>, in replica: any ReplicaReader, _ meta: inout ReplicaMeta,
        _ unreadable: inout Int
    ) throws -> [Change] {
        let (page, head, cloudTime) = (reply.value, reply.head, reply.time)
        var changes: [Change] = []
        for entry in page.entries {
            // What claims to come after the head would hide all that really comes after it.
            guard entry.revision <= head else {
                unreadable += 1
                continue
            }
            let record: Record
            do {
                record = try Record(encoded: entry.record)
            } catch {
                // Written by a newer Cloudy, or damaged: left alone, so that whoever can read it
                // finds it as it was.
                unreadable += 1
                continue
            }
            meta.observe(record.stamp, cloudTime: cloudTime)
            let old = try replica.entry(forKey: entry.key)
            let new =
                old?.absorbing(
                    record, revision: entry.revision,
                    policy: meta.policies.policy(forKey: entry.key))
                ?? ReplicaEntry(key: entry.key, cloud: record, revision: entry.revision)
            if new != old { changes.append(Change(old: old, new: new, device: record.device)) }
        }
        return changes
    }

    /// The changes of keys that the cloud once had and a complete listing does not have.
    private func vanished(
        notIn seen: Set<String>, in replica: any ReplicaReader
    ) throws -> [Change] {
        try replica.keysWithBase().filter { !seen.contains($0) }.compactMap { key in
            guard let old = try replica.entry(forKey: key) else { return nil }
            return Change(old: old, new: old.absent(), device: "")
        }
    }

    /// Whether the mass-change brake holds the page back; notes what it holds.
    private func mustWait(
        _ deletions: Int, in replica: any ReplicaWriter, _ meta: inout ReplicaMeta
    ) throws -> Bool {
        guard deletions > 10, !meta.acceptsDeletions else { return false }
        let held = HeldDeletions(deletions: deletions, total: try replica.liveCount())
        guard held.mustWait else { return false }
        meta.held = held
        try replica.setMeta(meta)
        return true
    }
}
