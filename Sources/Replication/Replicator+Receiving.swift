extension Replicator {
    /// Takes in the answer to a call that was in flight.
    mutating func receive(_ answer: CloudAnswer, to call: InFlight, now: Int64) throws {
        // Clocks and revisions are counted on from: what is out of all bounds must not come in.
        let plausible: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
        guard plausible.contains(answer.state.time), plausible.contains(answer.state.head) else {
            return fail(
                CloudError(.unusable, "The cloud's clock or its count makes no sense."), now: now)
        }
        guard try isSameIncarnation(answer.state, now: now) else { return }
        switch answer {
        case .registered(let reply): try registered(reply.value, now: now)
        case .listed(let reply): try listed(reply, now: now)
        case .compared(let reply): try compared(reply, sent: call.sent, now: now)
        case .acknowledged:
            acknowledgedCursor = call.cursor
            acknowledgedAt = now
        }
    }

    /// Notes the state of the cloud, and whether it is the one that was known.
    ///
    /// A cloud that was replaced or restored from a backup has another epoch, or a head lower than
    /// seen. Nothing that was known of its revisions holds then: every record here counts as unsent
    /// against an unknown base, and the listing begins from nothing.
    private mutating func isSameIncarnation(_ state: CloudReply<Void>, now: Int64) throws -> Bool {
        let wasReplaced = try storage.write(.relaxed) { replica in
            var meta = try replica.meta()
            let isKnown = meta.epoch != nil
            let isOther = isKnown && (state.epoch != meta.epoch || state.head < meta.head)
            if isOther {
                try replica.forgetBases()
                meta.cursor = nil
            }
            meta.epoch = state.epoch
            meta.head = state.head
            meta.cloudClockOffset = state.time &- now
            meta.lastSync = now
            try replica.setMeta(meta)
            return isOther
        }
        if wasReplaced {
            isRegistered = false
            wantsListing = true
            listing = ListingProgress()
            acknowledgedCursor = nil
        }
        return !wasReplaced
    }

    private mutating func registered(_ outcome: RegistrationOutcome, now: Int64) throws {
        switch outcome {
        case .accepted:
            isRegistered = true
            acknowledgedCursor = try storage.read { try $0.meta().cursor }
            // Registering said it: the next word on it has time.
            acknowledgedAt = now
        case .counterBehind:
            try becomeNewActor(forgettingUnsentBases: false)
        case .retired:
            try becomeNewActor(forgettingUnsentBases: true)
        }
    }

    /// Goes on as a new actor. Unsent edits get dots of the new actor, since the old actor may have
    /// given theirs to other edits. After a retirement the cloud may have collected what this
    /// replica has not seen: it lists from nothing, and its unsent edits become additions.
    private mutating func becomeNewActor(forgettingUnsentBases: Bool) throws {
        let actor = ActorID(rawValue: random())
        try storage.write(.durable) { replica in
            var meta = try replica.meta()
            let old = meta.actor
            meta.actor = actor
            meta.counter = 0
            for entry in try replica.dirtyEntries(limit: .max, tombstonesOnly: false) {
                if !entry.record.isTombstone { meta.counter += 1 }
                var next = entry.redotted(from: old, to: actor, counter: meta.counter)
                if forgettingUnsentBases { next = next.forgettingBase() }
                try replica.put(next, replacing: entry, cause: .edit(process: 0))
            }
            if forgettingUnsentBases { meta.cursor = nil }
            try replica.setMeta(meta)
        }
        wantsListing = true
        listing = ListingProgress()
    }

    private mutating func compared(
        _ reply: CloudReply<[ChangeOutcome]>, sent: [ReplicaEntry], now: Int64
    ) throws {
        guard reply.value.count == sent.count else {
            fail(
                CloudError(.unusable, "The cloud answered for another number of records."), now: now
            )
            return
        }
        var refused: [(ReplicaEntry, Refusal)] = []
        var taughtNothing = false
        try storage.write(.relaxed) { replica in
            var meta = try replica.meta()
            for (entry, outcome) in zip(sent, reply.value) {
                guard let old = try replica.entry(forKey: entry.key) else { continue }
                var next = old
                var device = meta.device
                switch outcome {
                case .committed(let revision):
                    next = old.acknowledged(entry.record, revision: revision)
                case .conflict(let theirs?):
                    guard let record = try? Record(encoded: theirs.record) else {
                        // Written by a newer Cloudy, or damaged: never overwritten.
                        refused.append((entry, .notAllowed))
                        continue
                    }
                    meta.observe(record.stamp, cloudTime: reply.time)
                    device = record.device
                    next = old.absorbing(
                        record, revision: theirs.revision,
                        policy: meta.policies.policy(forKey: entry.key))
                    taughtNothing = taughtNothing || next == old
                case .conflict(nil):
                    next = old.absent()
                    taughtNothing = taughtNothing || next == old
                case .refused(let refusal):
                    refused.append((entry, refusal))
                }
                if next != old {
                    try replica.put(
                        next, replacing: old, cause: .cloud(device: device, isInitial: false))
                }
            }
            meta.isQuotaExceeded = refused.contains { $0.1 == .quota }
            try replica.setMeta(meta)
        }
        fullUntil = refused.contains { $0.1 == .quota } ? now + Self.fullPause : nil
        for (entry, refusal) in refused where refusal != .quota {
            unsendable[entry.key] = entry.record
        }
        // A conflict with something older than what is known: list, and not too often.
        if taughtNothing {
            wantsListing = true
            fail(CloudError(.unusable, "The cloud contradicts its own listing."), now: now)
        }
    }

    /// The records to send next, their stamps set back when they are too far ahead of the cloud.
    mutating func nextBatch(now: Int64) throws -> [ReplicaEntry] {
        if let until = fullUntil, now >= until { fullUntil = nil }
        let isFull = fullUntil != nil
        let dirty = try storage.read { replica in
            try replica.dirtyEntries(
                limit: Self.batchLimit + unsendable.count, tombstonesOnly: isFull)
        }
        let sendable = dirty.filter { unsendable[$0.key] != $0.record }.prefix(Self.batchLimit)
        guard !sendable.isEmpty else { return [] }
        let meta = try storage.read { try $0.meta() }
        let cloudTime = meta.correctedTime(now: now)
        guard sendable.contains(where: { $0.record.stamp.isAhead(of: cloudTime) }) else {
            return limitedByBytes(sendable)
        }
        let keys = sendable.map(\.key)
        return limitedByBytes(
            try storage.write(.relaxed) { replica in
                try keys.compactMap { key in
                    guard let old = try replica.entry(forKey: key), old.isDirty else { return nil }
                    var next = old
                    next.record.stamp = old.record.stamp.clamped(toCloudTime: cloudTime)
                    try replica.put(next, replacing: old, cause: .edit(process: 0))
                    return next
                }
            }[...])
    }

    private func limitedByBytes(_ entries: ArraySlice<ReplicaEntry>) -> [ReplicaEntry] {
        var bytes = 0
        return Array(
            entries.prefix { entry in
                defer { bytes += entry.record.encoded().count }
                return bytes < Self.batchBytes
            })
    }
}

extension ReplicaMeta {
    /// Raises the clock to a stamp seen, though never further ahead of the cloud than a stamp may
    /// be: a device whose clock is a day ahead must not freeze the clocks of all others.
    mutating func observe(_ stamp: Stamp, cloudTime: Int64) {
        clock = max(clock, stamp.clamped(toCloudTime: cloudTime))
    }
}

extension Stamp {
    fileprivate func isAhead(of cloudTime: Int64) -> Bool {
        clamped(toCloudTime: cloudTime) != self
    }
}
