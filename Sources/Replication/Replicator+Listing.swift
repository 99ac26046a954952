extension Replicator {
    /// Merges a page of a listing, and moves the cursor in the same transaction.
    mutating func listed(_ reply: CloudReply<Listing>, to call: InFlight, now: Int64) throws {
        let page = reply.value
        if page.hasMore && !leadsOn(reply, from: call) {
            listing.restart()
            fail(CloudError(.unusable, "The cloud lists the same again and again."), now: now)
            return
        }
        if page.isComplete && listing.resume == nil { listing.restart() }
        var progress = listing
        if page.isComplete { progress.seen.formUnion(page.entries.map(\.key)) }
        let isLast = !page.hasMore
        // What was written by a newer Cloudy, or is damaged, is left alone, so that whoever can
        // read it finds it as it was. What claims to come after the head would hide all that
        // really comes after it.
        let records = page.entries.compactMap { entry in
            entry.revision <= reply.head
                ? (try? Record(encoded: entry.record)).map { (entry, $0) } : nil
        }
        let newActor = ActorID(rawValue: random())
        let outcome = try storage.write(.relaxed) { replica -> PageOutcome in
            var meta = try replica.meta()
            // Someone has seen an edit of this actor that never left here: a copy made it.
            if records.contains(where: { $0.1.vector[meta.actor] > meta.sentCounter }) {
                try becomeNewActor(newActor, &meta, replica)
            }
            var changes = try merged(records, reply.time, in: replica, &meta)
            if page.isComplete && isLast {
                let missing = try missing(from: progress.seen, upTo: page.next, in: replica)
                if missing.contains(where: { $0.baseRevision > page.floor }) {
                    // It was never deleted here: the cloud was restored from a time before it.
                    try meta.beginIncarnation(replica)
                    try replica.setMeta(meta)
                    return .replaced
                }
                changes += missing.map { Change(old: $0, new: $0.absent(), device: "") }
            }
            progress.deletions += changes.count { $0.isVisibleDeletion }
            if try mustWait(progress.deletions, in: replica, &meta) { return .held }
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
            return .merged
        }
        unreadableRecords += page.entries.count - records.count
        if outcome == .replaced { isRegistered = false }
        if outcome != .merged { return }
        listing = progress
        listing.resume = page.isComplete && page.hasMore ? page.next : nil
        wantsListing = page.hasMore
        if isLast { listing.restart() }
    }

    private enum PageOutcome { case merged, held, replaced }

    /// Whether a page leads on to the next one: a cloud that promises more and does not go on
    /// would be asked for ever.
    private func leadsOn(_ reply: CloudReply<Listing>, from call: InFlight) -> Bool {
        let next = reply.value.next
        // A listing that was begun from nothing instead goes on from its own first page.
        let asked = reply.value.isComplete && !call.isResumed ? .min : call.cursor ?? .min
        return next < reply.head && next > asked
    }

    private struct Change {
        var old: ReplicaEntry?
        var new: ReplicaEntry
        var device: String

        var isVisibleDeletion: Bool { old?.record.value != nil && new.record.isTombstone }
    }

    private func merged(
        _ records: [(CloudEntry, Record)], _ cloudTime: Int64, in replica: any ReplicaReader,
        _ meta: inout ReplicaMeta
    ) throws -> [Change] {
        var changes: [Change] = []
        for (entry, record) in records {
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

    /// The keys that the cloud had, by what is known here, and that a listing up to `head` lacks.
    private func missing(
        from seen: Set<String>, upTo head: Int64, in replica: any ReplicaReader
    ) throws -> [ReplicaEntry] {
        try replica.keysWithBase().filter { !seen.contains($0) }.compactMap { key in
            let entry = try replica.entry(forKey: key)
            // A sibling's engine may have sent it after the cloud was listed.
            return entry.flatMap { $0.baseRevision <= head ? $0 : nil }
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
