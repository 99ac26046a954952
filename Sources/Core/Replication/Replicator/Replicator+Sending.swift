extension Replicator {
    /// Processes the outcomes of the sent records.
    mutating func receiveOutcomes(
        _ reply: CloudReply<[ChangeOutcome]>, to call: InFlight, now: Int64
    ) throws {
        let sent = call.sent
        if let error = contradiction(in: reply, to: sent) { return fail(error, now: now) }
        if reply.value.contains(.refused(.unknownSender)) {
            // Another replica has sent as this actor. Registering shows which one must change.
            isRegistered = false
            return noteSetback(.unknownSender, now: now)
        }
        vouch(for: call.sender, head: reply.head)
        var lesson = Lesson()
        let newActor = ActorID(rawValue: random())
        try storage.write(.relaxed) { replica in
            var meta = try replica.meta()
            let isCopied = try zip(sent, reply.value).contains { entry, outcome in
                try outcome.record.map { try isOfCopy($0, key: entry.key, meta, replica) } ?? false
            }
            if isCopied { try meta.becomeNewActor(newActor, in: replica) }
            var committed: [Int64] = []
            for (entry, outcome) in zip(sent, reply.value) {
                guard let old = try replica.entry(forKey: entry.key) else { continue }
                if case .committed(let revision) = outcome { committed.append(revision) }
                let next = lesson.learn(from: outcome, about: entry, old, reply.time, &meta)
                if next != old {
                    let device = outcome.record?.device ?? meta.device
                    try replica.put(
                        next, replacing: old, cause: .cloud(device: device, isInitial: false))
                }
            }
            if !isCopied {
                meta.confirm(call.sender?.next)
                meta.moveCursor(over: committed)
            }
            meta.isQuotaExceeded = lesson.refused.contains { $0.1 == .quota }
            try replica.setMeta(meta)
        }
        fullUntil = lesson.refused.contains { $0.1 == .quota } ? now + Self.fullPause : nil
        for (entry, outcome) in zip(sent, reply.value) { noteRefused(entry, outcome) }
        for (entry, refusal) in lesson.refused where refusal != .quota {
            unsendable[entry.key] = entry.record
        }
        for entry in lesson.vanishing {
            unsendable[entry.key] = entry.record
            wantsListing = true
        }
        // A conflict with an older record than the known one: list again, but not too often.
        if lesson.taughtNothing {
            wantsListing = true
            fail(.senseless("The cloud contradicts its own listing"), now: now)
        }
    }

    /// The results of a compare-and-set.
    private struct Lesson {
        var refused: [(ReplicaEntry, Refusal)] = []
        /// Entries that would be deleted here: a listing handles them, because the brake counts
        /// there.
        var vanishing: [ReplicaEntry] = []
        var taughtNothing = false

        /// Returns the entry after the outcome of sending `entry`; `old` is the current one.
        mutating func learn(
            from outcome: ChangeOutcome, about entry: ReplicaEntry, _ old: ReplicaEntry,
            _ cloudTime: Int64, _ meta: inout ReplicaMeta
        ) -> ReplicaEntry {
            switch outcome {
            case .committed(let revision):
                return old.acknowledged(entry.record, revision: revision)
            case .conflict(let theirs?):
                guard let record = outcome.record else {
                    // The record is of a newer Cloudy, or damaged: never overwrite it.
                    refused.append((entry, .notAllowed))
                    return old
                }
                meta.observe(record.stamp, cloudTime: cloudTime)
                let next = old.absorbing(
                    record, revision: theirs.revision,
                    policy: meta.policies.policy(forKey: entry.key))
                taughtNothing = taughtNothing || next == old
                let vanishes = old.record.value != nil && next.record.isTombstone
                guard vanishes, theirs.revision > meta.cursor ?? .min else { return next }
                vanishing.append(entry)
                return old
            case .conflict(nil):
                // A sibling's engine may have a newer record by now.
                let next = old.baseRevision == entry.baseRevision ? old.absent() : old
                taughtNothing = taughtNothing || next == old
                return next
            case .refused(let refusal):
                refused.append((entry, refusal))
                return old
            }
        }
    }

    /// Returns the error of an invalid answer to a compare-and-set; `nil` if it is valid.
    private func contradiction(
        in reply: CloudReply<[ChangeOutcome]>, to sent: [ReplicaEntry]
    ) -> CloudError? {
        if reply.value.count != sent.count {
            return .senseless("The cloud answered for a different number of records")
        }
        // A record with a revision above the head would hide all later records.
        let revisions = reply.value.compactMap(\.revision)
        if revisions.contains(where: { $0 < 1 || $0 > reply.head }) {
            return .senseless("The cloud answered with a revision that it never gave")
        }
        return nil
    }

    /// Clears “the cloud is full” if nothing waits for space: another process may have sent it.
    mutating func noteRoom() throws {
        try storage.write(.relaxed) { replica in
            var meta = try replica.meta()
            meta.isQuotaExceeded = false
            try replica.setMeta(meta)
        }
    }

    /// Returns the records to send next, with stamps that are not too far ahead of the cloud.
    /// Stores first that they were sent: whether they arrived may never be known.
    mutating func nextBatch(now: Int64) throws -> ([ReplicaEntry], Sender)? {
        if let until = fullUntil, Self.rest(until: until, now: now, atMost: Self.fullPause) == nil {
            fullUntil = nil
        }
        let (isFull, limit) = (fullUntil != nil, Self.batchLimit + unsendable.count)
        let unsendable = self.unsendable
        let waiting = try storage.read { replica in
            try replica.dirtyEntries(limit: unsendable.count + 1, tombstonesOnly: isFull)
        }
        if waiting.allSatisfy({ unsendable[$0.key] == $0.record }) {
            if !isFull { forgetRefused(except: waiting.map(\.key)) }
            return nil
        }
        let nonce = random()
        return try storage.write(.relaxed) { replica in
            var meta = try replica.meta()
            let dirty = try replica.dirtyEntries(limit: limit, tombstonesOnly: isFull)
            let sendable = dirty.filter { unsendable[$0.key] != $0.record }
            let batch = Self.limitedByBytes(sendable.prefix(Self.batchLimit))
            if batch.isEmpty { return nil }
            let cloudTime = meta.correctedTime(now: now)
            let clamped = try batch.map { old in
                guard old.record.stamp.isAhead(of: cloudTime) else { return old }
                var next = old
                next.record.stamp = old.record.stamp.clamped(toCloudTime: cloudTime)
                try replica.put(next, replacing: old, cause: .edit(process: 0))
                return next
            }
            let sender = try meta.nextSender(nonce: nonce, in: replica)
            try replica.setMeta(meta)
            return (clamped, sender)
        }
    }

    private static func limitedByBytes(_ entries: ArraySlice<ReplicaEntry>) -> [ReplicaEntry] {
        var bytes = 0
        return Array(
            entries.prefix { entry in
                defer { bytes += entry.record.encoded().count }
                return bytes < Self.batchBytes
            })
    }
}

extension ReplicaMeta {
    /// Moves the cursor over the revisions of committed records that directly follow it: no device
    /// has written a record in between, so these need not be listed.
    fileprivate mutating func moveCursor(over committed: [Int64]) {
        guard held == nil else { return }
        for revision in committed.sorted() where revision - 1 == cursor { cursor = revision }
    }
}

extension ChangeOutcome {
    /// The revision of the record in this outcome, if any.
    fileprivate var revision: Int64? {
        switch self {
        case .committed(let revision): revision
        case .conflict(let entry): entry?.revision
        case .refused: nil
        }
    }

    /// The conflicting record of the cloud, if it can be read.
    fileprivate var record: Record? {
        guard case .conflict(let entry?) = self else { return nil }
        return try? Record(encoded: entry.record)
    }
}

extension Stamp {
    fileprivate func isAhead(of cloudTime: Int64) -> Bool {
        clamped(toCloudTime: cloudTime) != self
    }
}
