import Replication

// What is sealed how is noted in one record of the account, which is itself sealed with the present
// key. It is looked at when a connection begins, before anything is written:
//
//     nothing there       refused: this device has a key, so the cloud was sealed or should be
//     does not open       refused: another key
//     a lower generation  refused: an older state of it
//     store not noted     what is there in plain is sealed, then the store is noted
//     another key noted   what is there is sealed anew, then the store is noted
//
// All of it can be stopped at any moment, and is done by whoever comes next.

extension SealedCloud {
    /// The keys, and how many records had to be sealed.
    func prepared() async throws(CloudError) -> (KeyRing, SealingReport) {
        let own = SealingKey(secrets.current)
        var report = SealingReport(sealed: 0)
        for _ in 0..<10 {
            guard let entry = try await keys.keyEntry() else {
                throw memory.generation == 0 ? refusals.unfinished : refusals.unsealed
            }
            guard let record = KeyRecord(entry, with: own) else {
                try await replaceKey(entry)
                continue
            }
            guard record.generation >= memory.generation else {
                throw refusals.rolledBack(memory.generation, record.generation)
            }
            guard let ring = KeyRing(record, own, store: store, revision: entry.revision) else {
                throw CloudError(.unusable, "What is noted of the keys makes no sense.")
            }
            if record.stores[store] == secrets.current.id {
                memory.note(generation: record.generation)
                memory.note(isLocked: false)
                return (ring, report)
            }
            let plain: PlainRecords = record.stores[store] == nil ? .seal : .leave
            report.sealed += try await sweep(ring, plain)
            let next = record.noting(store, sealedWith: secrets.current.id)
            _ = try await keys.replace(
                KeyRecord.key, with: try next.sealed(with: own), expecting: entry.revision)
        }
        throw refusals.changing
    }

    /// Goes on from the secret before to the present one, if this device is what replaces it.
    private func replaceKey(_ entry: CloudEntry) async throws(CloudError) {
        guard let previous = secrets.previous,
            let record = KeyRecord(entry, with: SealingKey(previous))
        else {
            let there = Envelope.keyID(of: entry.record)
            if let id = there?.hexadecimal, memory.former.contains(id) {
                throw refusals.olderKey(id, now: secrets.current)
            }
            memory.note(isLocked: true)
            throw refusals.wrongKey(secrets.current, there: there)
        }
        guard record.generation >= memory.generation else {
            throw refusals.rolledBack(memory.generation, record.generation)
        }
        let next = record.replacing(previous, by: secrets.current)
        _ = try await keys.replace(
            KeyRecord.key, with: try next.sealed(with: SealingKey(secrets.current)),
            expecting: entry.revision)
    }

    /// What to do with records that are not sealed.
    public enum PlainRecords: Sendable {
        case leave, seal, discard
    }

    /// Seals with the present key what is not, until there is no more of it. Returns how many
    /// records that were.
    func sweep(_ ring: KeyRing, _ plain: PlainRecords) async throws(CloudError) -> Int {
        var total = 0
        for _ in 0..<20 {
            var (found, done) = (0, 0)
            var position = ListingPosition.start
            while true {
                let page = try await inner.list(position, limit: 500).value
                let entries = page.entries
                let old = try await reseal(entries, ring)
                let new =
                    plain == .leave ? (0, 0) : try await sealPlain(entries, plain, ring)
                found += old.0 + new.0
                done += old.1 + new.1
                guard page.hasMore else { break }
                position = .resume(after: page.next)
            }
            total += done
            if found == 0 { return total }
        }
        throw refusals.changing
    }

    /// Seals anew what was sealed with a key before. Returns how many there were, and how many of
    /// them nobody changed meanwhile.
    private func reseal(
        _ entries: [CloudEntry], _ ring: KeyRing
    ) async throws(CloudError) -> (Int, Int) {
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
        return (changes.count, outcomes.count { $0.isCommitted })
    }

    /// Puts records that lie here in plain where they belong, and says at their old places that
    /// they moved.
    private func sealPlain(
        _ entries: [CloudEntry], _ plain: PlainRecords, _ ring: KeyRing
    ) async throws(CloudError) -> (Int, Int) {
        let found = entries.compactMap { entry -> (CloudEntry, Record)? in
            guard case .plain(let record) = ring.find(entry) else { return nil }
            return (entry, record)
        }
        var markers: [ProposedChange] = []
        if plain == .discard {
            for (entry, _) in found { markers.append(try ring.marker(for: entry)) }
        } else {
            var changes: [ProposedChange] = []
            for (entry, record) in found { changes.append(try ring.seal(entry, record, nil)) }
            var outcomes = try await commit(changes)
            // What is there already came from a try before, or from a device with the key.
            var again: [(index: Int, change: ProposedChange)] = []
            for (index, outcome) in outcomes.enumerated() {
                guard case .conflict(let there?) = outcome else { continue }
                let (entry, record) = found[index]
                again.append((index, try ring.seal(entry, record, there)))
            }
            for ((index, _), outcome) in zip(again, try await commit(again.map(\.change))) {
                outcomes[index] = outcome
            }
            for ((entry, _), outcome) in zip(found, outcomes) where outcome.isCommitted {
                markers.append(try ring.marker(for: entry))
            }
        }
        let outcomes = try await commit(markers)
        return (found.count, outcomes.count { $0.isCommitted })
    }

    private func commit(
        _ changes: [ProposedChange]
    ) async throws(CloudError) -> [ChangeOutcome] {
        if changes.isEmpty { return [] }
        let outcomes = try await inner.compareAndSet(changes, from: .passing()).value
        guard outcomes.count == changes.count else {
            throw CloudError(.unknownOutcome, "The cloud answered for another number of records.")
        }
        if outcomes.contains(where: { if case .refused = $0 { true } else { false } }) {
            throw CloudError(
                .unusable, "The cloud has no room to seal what is there: nothing is sent before.")
        }
        return outcomes
    }
}

extension KeyRing {
    /// The change that seals a plain record; with what is there sealed already, both are merged.
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
    fileprivate var isCommitted: Bool { if case .committed = self { true } else { false } }
}
