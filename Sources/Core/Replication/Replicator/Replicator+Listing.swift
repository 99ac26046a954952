extension Replicator {
    /// Merges a page of a listing, and moves the cursor in the same transaction.
    mutating func receiveListing(_ reply: CloudReply<Listing>, to call: InFlight, now: Int64) throws
    {
        let page = reply.value
        if page.hasMore && !leadsOn(reply, from: call) {
            listing.restart()
            fail(.senseless("The cloud repeats its listing without end"), now: now)
            return
        }
        if page.next > reply.head {
            listing.restart()
            return fail(.senseless("The cloud's listing ends after its last change"), now: now)
        }
        if page.isComplete && listing.resume == nil {
            listing.restart()
            listing.firstHead = reply.head
        } else if page.isComplete && page.floor > listing.firstHead {
            // A record of an earlier page may have been deleted since, and its tombstone collected.
            listing.restart()
            return noteSetback(.listing, now: now)
        }
        var progress = listing
        if page.unopened > 0 { progress.hasUnopened = true }
        if !page.provesAbsence { progress.provesAbsence = false }
        let records = Self.readable(page, upTo: reply.head)
        if try isDoubtful(records) {
            // Registering shows whose edits these are; then the page is requested again.
            doubts += 1
            isRegistered = false
            wantsListing = true
            return
        }
        doubts = 0
        let isTaken = try take(records, of: reply, &progress, now: now)
        unreadableRecords += page.entries.count - records.count + page.unopened
        guard isTaken else {
            isRegistered = false
            return noteSetback(.anotherCloud, now: now)
        }
        // Only one copy of the seen keys is left, so that adding to them does not copy them all.
        listing = consume progress
        if page.isComplete { listing.seen.formUnion(page.entries.lazy.map(\.key)) }
        // Unreadable records were really sent. Records with a revision above the head were not.
        let isEmpty = page.entries.allSatisfy { $0.revision > reply.head }
        if page.hasMore, isEmpty, page.unopened == 0 {
            noteEmptyPage(page, from: call, now: now)
        } else {
            listing.emptyPages = 0
        }
        listing.resume = page.isComplete && page.hasMore ? page.next : nil
        listing.next = page.isComplete ? nil : page.next
        wantsListing = page.hasMore
        guard !page.hasMore else { return }
        listing.restart()
        noteListed(anything: !page.entries.isEmpty, head: reply.head, now: now)
    }

    /// Handles a page without records that promises more: the cloud may do that endlessly. A page
    /// whose records were all removed by another layer at least passes many revisions.
    private mutating func noteEmptyPage(_ page: Listing, from call: InFlight, now: Int64) {
        listing.emptyPages += 1
        let isShort = page.next < (call.cursor ?? 0) + Int64(Self.batchLimit / 10)
        if isShort || listing.emptyPages > Self.mostEmptyPages { noteSetback(.listing, now: now) }
    }

    /// Returns the readable records of a page.
    ///
    /// Records of a newer Cloudy and damaged records are left alone, so that other devices can
    /// still read them. A record with a revision above the head is ignored: it would hide all later
    /// records.
    private static func readable(_ page: Listing, upTo head: Int64) -> [Found] {
        page.entries.compactMap { entry in
            entry.revision <= head
                ? (try? Record(encoded: entry.record)).map { Found(entry: entry, record: $0) } : nil
        }
    }

    /// Returns whether a page may show an edit of a copy. After some doubts in a row, a cloud whose
    /// head keeps changing is trusted.
    private func isDoubtful(_ records: [Found]) throws -> Bool {
        guard doubts < Self.maximumDoubts else { return false }
        let meta = try storage.read { try $0.meta() }
        return records.contains { isDoubtful($0, meta) }
    }

    /// Stores the changes of a page and the progress of the listing, in one transaction. Returns
    /// false if the page shows that the cloud was restored: all knowledge about it is void then.
    private func take(
        _ records: [Found], of reply: CloudReply<Listing>, _ progress: inout ListingProgress,
        now: Int64
    ) throws -> Bool {
        let page = reply.value
        let newActor = ActorID(rawValue: random())
        return try storage.write(.relaxed) { replica in
            var meta = try replica.meta()
            if try records.contains(where: {
                try isOfCopy($0.record, key: $0.entry.key, meta, replica)
            }) {
                try meta.becomeNewActor(newActor, in: replica)
            }
            let changes = try changes(
                by: records, on: reply, &progress, now: now, in: replica, &meta)
            guard let changes else {
                try meta.beginIncarnation(replica)
                try replica.setMeta(meta)
                return false
            }
            for change in changes {
                try replica.put(
                    change.new, replacing: change.old,
                    cause: .cloud(
                        device: change.device, isInitial: meta.cursor == nil))
            }
            // By now, others may have sent the same values as this replica's, so that there is
            // nothing left to ask.
            let mayJoin = page.isComplete && meta.cursor == nil || meta.heldJoin != nil
            if mayJoin, !page.hasMore {
                meta.heldJoin = try join(in: replica)
            }
            // During a complete listing, the cursor moves only after the last page, when the
            // missing keys are known. It never passes a deletion that waits.
            let isAllTaken = page.hasMore ? progress.deferred.isEmpty : meta.held == nil
            // It never goes back: a sibling's engine may have listed more since.
            if isAllTaken, !page.hasMore || !page.isComplete {
                meta.cursor = max(meta.cursor ?? .min, page.next)
            }
            if isAllTaken, !page.hasMore { try meta.noteListedAsPresentActor(in: replica) }
            try replica.setMeta(meta)
            return true
        }
    }

    /// Returns the changes that a page makes here; `nil` if it shows that the cloud was restored
    /// from a time before it had a known key, which was never deleted.
    private func changes(
        by records: [Found], on reply: CloudReply<Listing>, _ progress: inout ListingProgress,
        now: Int64, in replica: any ReplicaWriter, _ meta: inout ReplicaMeta
    ) throws -> [Change]? {
        let page = reply.value
        for found in records { progress.deferred[found.entry.key] = nil }
        if page.hasMore {
            let changes = try merged(records, reply.time, in: replica, &meta)
            // The number of deletions is known only at the end: until then they are deferred.
            for case (true, let found?) in changes.map({ ($0.isVisibleDeletion, $0.found) }) {
                progress.deferred[found.entry.key] = found
            }
            return changes.filter { !$0.isVisibleDeletion }
        }
        let deferred = progress.deferred.values.sorted { $0.entry.revision < $1.entry.revision }
        var changes = try merged(deferred + records, reply.time, in: replica, &meta)
        if page.isComplete && !progress.hasUnopened {
            let seen = progress.seen.union(page.entries.lazy.map(\.key))
            let missing = try missing(from: seen, upTo: page.next, in: replica)
            if missing.contains(where: { $0.baseRevision > page.floor }) { return nil }
            let isProven = progress.provesAbsence
            changes += missing.map { entry in
                Change(
                    old: entry, new: entry.absent(keepsValue: !isProven), isUnproven: !isProven)
            }
        }
        return try applyBrake(to: changes, now: now, in: replica, &meta)
    }

    /// Returns the question to a person when this replica first lists the cloud; `nil` if none is
    /// needed.
    private func join(in replica: any ReplicaReader) throws -> HeldJoin? {
        guard let joinLimit else { return nil }
        let own = try replica.dirtyEntries(limit: .max, tombstonesOnly: false)
            .filter { !$0.record.isTombstone }
        guard own.count > joinLimit else { return nil }
        let there = try replica.liveCount() - own.count { $0.baseRevision == 0 }
        return there > 0 ? HeldJoin(own: own.count, there: there) : nil
    }

    /// Returns whether a page leads on to the next one. Otherwise a cloud that promises more
    /// without advancing would be asked endlessly.
    private func leadsOn(_ reply: CloudReply<Listing>, from call: InFlight) -> Bool {
        let next = reply.value.next
        // If the cloud began a listing from the beginning instead, its own first page counts.
        let asked = reply.value.isComplete && !call.isResumed ? .min : call.cursor ?? .min
        return next < reply.head && next > asked
    }

    /// A record of a listing.
    struct Found: Sendable {
        var entry: CloudEntry
        var record: Record
    }

    struct Change {
        var old: ReplicaEntry?
        var new: ReplicaEntry
        /// The listed record; `nil` for a key that a listing lacks.
        var found: Found?
        /// The author's device, for people; empty if unknown.
        var device: String { isRestored ? new.record.device : found?.record.device ?? "" }
        /// Whether this device restores a key that others deleted.
        var isRestored = false
        /// Whether the key counts as deleted only because the server lacks it.
        var isUnproven = false

        var isVisibleDeletion: Bool { old?.record.value != nil && new.record.isTombstone }
    }

    private func merged(
        _ records: [Found], _ cloudTime: Int64, in replica: any ReplicaReader,
        _ meta: inout ReplicaMeta
    ) throws -> [Change] {
        var changes: [Change] = []
        for found in records {
            let (entry, record) = (found.entry, found.record)
            meta.observe(record.stamp, cloudTime: cloudTime)
            let old = try replica.entry(forKey: entry.key)
            let new =
                old?.absorbing(
                    record, revision: entry.revision,
                    policy: meta.policies.policy(forKey: entry.key))
                ?? ReplicaEntry(key: entry.key, cloud: record, revision: entry.revision)
            if new != old { changes.append(Change(old: old, new: new, found: found)) }
        }
        return changes
    }

    /// Returns the known keys of the cloud that a listing up to `head` lacks.
    private func missing(
        from seen: Set<String>, upTo head: Int64, in replica: any ReplicaReader
    ) throws -> [ReplicaEntry] {
        try replica.keysWithBase().filter { !seen.contains($0) }.compactMap { key in
            let entry = try replica.entry(forKey: key)
            // A sibling's engine may have sent the record after the listing.
            return entry.flatMap { $0.baseRevision <= head ? $0 : nil }
        }
    }
}
