public import Replication

extension SealedCloud {
    /// The action to take on records that are not sealed.
    public enum PlainRecords: Sendable {
        case leave, seal, discard
    }

    /// Treats the records that are not sealed as a person chose: see ``PlainRecords``.
    public func handlePlainRecords(_ plain: PlainRecords) async throws(CloudError) -> SealingReport
    {
        try await asOneCall { () throws(CloudError) in try await sweepPlainRecords(plain) }
    }

    private func sweepPlainRecords(_ plain: PlainRecords) async throws(CloudError) -> SealingReport
    {
        let (ring, found) = try await prepared()
        var report = found
        // Records that wait for space belong to this account, and are not discarded.
        if report.waiting > 0 { return report }
        let swept = try await sweep(ring, plain)
        report.add(swept)
        if swept.waiting > 0 {
            try await noteBegun()
            memory.note(unsealed: swept.waiting, in: store)
        }
        return report
    }

    /// Seals all other records with the current key, until all are sealed or there is no space
    /// left.
    func sweep(
        _ ring: KeyRing, _ plain: PlainRecords
    ) async throws(CloudError) -> SealingReport {
        var total = SealingReport()
        for _ in 0..<20 {
            var (found, pass) = (0, SealingReport())
            var position = ListingPosition.start
            while true {
                let page = try await inner.list(position, limit: 500).value
                let entries = page.entries
                let old = try await reseal(entries, ring)
                let new =
                    switch plain {
                    case .leave: (0, SealingReport())
                    case .seal: try await sealPlain(entries, ring)
                    case .discard: try await discardPlain(entries, ring)
                    }
                found += old.0 + new.0
                for part in [old.1, new.1] { pass.add(part) }
                guard page.hasMore else { break }
                position = .resume(after: page.next)
            }
            total.add(pass)
            // This pass also counted the records that waited before it.
            total.waiting = pass.waiting
            if found == 0 || pass.sealed == 0 && pass.waiting > 0 { return total }
        }
        if total.waiting > 0 { return total }
        throw refusals.changing
    }

    /// Seals the records of earlier keys again. Returns their number, and the results.
    private func reseal(
        _ entries: [CloudEntry], _ ring: KeyRing
    ) async throws(CloudError) -> (Int, SealingReport) {
        var changes: [ProposedChange] = []
        for entry in entries where !ring.isCurrent(entry) {
            var change: ProposedChange
            switch ring.find(entry) {
            case .record(let content):
                change = try ring.seal(
                    ProposedChange(
                        key: content.key, expectedRevision: entry.revision,
                        record: content.record, isTombstone: entry.isTombstone))
            case .moved: change = try ring.marker(for: entry)
            case .plain, .unknown: continue
            }
            change.expectedRevision = entry.revision
            changes.append(change)
        }
        let outcomes = try await commit(changes)
        var report = SealingReport(waiting: outcomes.count { $0.lacksRoom })
        for (change, outcome) in zip(changes, outcomes) where outcome.isCommitted {
            report.sealed += 1
            if !change.isTombstone { report.values += 1 }
        }
        return (changes.count, report)
    }

    /// Seals plain records under their new names, and leaves markers at their old places. If there
    /// is no space for all at once, those that fit make room for the next.
    private func sealPlain(
        _ entries: [CloudEntry], _ ring: KeyRing
    ) async throws(CloudError) -> (Int, SealingReport) {
        let found = entries.compactMap { entry -> (CloudEntry, Record)? in
            guard case .plain(let record) = ring.find(entry) else { return nil }
            return (entry, record)
        }
        var report = SealingReport()
        var rest = found
        var count = rest.count
        while !rest.isEmpty {
            let part = Array(rest.prefix(count))
            let outcomes = try await place(part, ring)
            let moved = zip(part, outcomes).filter { $0.1.isCommitted }.map(\.0.0)
            var markers: [ProposedChange] = []
            for entry in moved { markers.append(try ring.marker(for: entry)) }
            for (entry, outcome) in zip(moved, try await commit(markers))
            where outcome.isCommitted {
                report.sealed += 1
                if !entry.isTombstone { report.values += 1 }
            }
            let refused = zip(part, outcomes).filter { $0.1.lacksRoom }.map(\.0)
            rest = refused + rest.dropFirst(count)
            if refused.isEmpty {
                count += (count + 1) / 2
                continue
            }
            if markers.isEmpty && count == 1 { break }
            // Each record that was just sealed made room for another one.
            count = max(1, markers.count)
        }
        report.waiting = rest.count
        return (found.count, report)
    }

    /// Discards plain records, even those that no device would write.
    private func discardPlain(
        _ entries: [CloudEntry], _ ring: KeyRing
    ) async throws(CloudError) -> (Int, SealingReport) {
        var markers: [ProposedChange] = []
        for entry in entries where Envelope.keyID(of: entry.record) == nil {
            markers.append(try ring.marker(for: entry))
        }
        let outcomes = try await commit(markers)
        return (markers.count, SealingReport(discarded: outcomes.count { $0.isCommitted }))
    }

    /// Stores plain records in sealed form, under their sealed names.
    private func place(
        _ records: [(CloudEntry, Record)], _ ring: KeyRing
    ) async throws(CloudError) -> [ChangeOutcome] {
        var changes: [ProposedChange] = []
        for (entry, record) in records { changes.append(try ring.seal(entry, record, nil)) }
        var outcomes = try await commit(changes)
        // A record that is already there came from an earlier attempt, or from a device with the
        // key.
        var again: [(index: Int, change: ProposedChange)] = []
        for (index, outcome) in outcomes.enumerated() {
            guard case .conflict(let there?) = outcome else { continue }
            let (entry, record) = records[index]
            again.append((index, try ring.seal(entry, record, there)))
        }
        for ((index, _), outcome) in zip(again, try await commit(again.map(\.change))) {
            outcomes[index] = outcome
        }
        return outcomes
    }

    /// Proposes changes. Those that do not fit are reported among the outcomes.
    func commit(_ changes: [ProposedChange]) async throws(CloudError) -> [ChangeOutcome] {
        if changes.isEmpty { return [] }
        let outcomes = try await inner.compareAndSet(changes, from: .withoutMark()).value
        guard outcomes.count == changes.count else { throw Self.miscounted }
        for case .refused(let why) in outcomes where why != .quota {
            throw refusals.notTaken(why)
        }
        return outcomes
    }
}

extension KeyRing {
    /// Returns the change that seals a plain record. If a sealed record already exists, merges
    /// both.
    fileprivate func seal(
        _ entry: CloudEntry, _ record: Record, _ there: CloudEntry?
    ) throws(CloudError) -> ProposedChange {
        var merged = record
        if let there, case .record(let content) = find(there),
            let other = try? Record(encoded: content.record)
        {
            let policy = MergePolicies().policy(forKey: entry.key)
            merged = merge(nil, record, other, policy: policy)
        }
        return try seal(
            ProposedChange(
                key: entry.key, expectedRevision: there?.revision ?? 0, record: merged.encoded(),
                isTombstone: merged.isTombstone))
    }
}

extension ChangeOutcome {
    var isCommitted: Bool { if case .committed = self { true } else { false } }

    var lacksRoom: Bool { self == .refused(.quota) }
}
