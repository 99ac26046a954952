import Replication

// One record of the account, itself sealed with the current key, notes how each store is sealed. It
// is read when a connection begins, before anything is written:
//
//     no record           refused: this device has a key, so the cloud was sealed or should be
//     does not open       refused: another key
//     a lower generation  refused: an older state of the record
//     store not noted     the beginning is noted, plain records are sealed, then the store
//                         is noted
//     another key noted   the records are sealed again, then the store is noted
//
// Each step may be interrupted at any moment; the next device continues it. If a store has too
// little space to seal all records, it stays begun: its records are exchanged before it is
// finished, so that deletions make room, and nothing is sent in plain text.

extension SealedCloud {
    /// Returns the keys, and a report of the records that had to be sealed.
    func prepared() async throws(CloudError) -> (KeyRing, SealingReport) {
        let own = SealingKey(secrets.current)
        var report = SealingReport()
        var known: Int64?
        for _ in 0..<12 {
            guard let entry = try await keys.keyEntry() else {
                if memory.account != nil { throw refusals.unsealed }
                throw refusals.unfinished((try? await inner.quota().value.usedKeys) ?? 0)
            }
            guard let record = KeyRecord(entry, with: own) else {
                try await replaceKey(entry, known: &known)
                continue
            }
            guard try refusals.isCurrent(record, memory, known: &known) else { continue }
            guard var ring = KeyRing(record, own, store: store, revision: entry.revision) else {
                throw CloudError(.unusable, "The key information on the server is invalid.")
            }
            memory.note(generation: record.generation, of: record.identity)
            memory.note(isLocked: false)
            if record.stores[store] == secrets.current.id {
                memory.note(unsealed: 0, in: store)
                return (ring, report)
            }
            let isNew = record.stores[store] == nil
            if isNew, !record.hasBegun(store), try await need().isAny {
                try await note(record.beginning(store), over: entry)
                continue
            }
            let swept = try await sweep(ring, isNew ? .seal : .leave)
            report.add(swept)
            if swept.waiting > 0 {
                ring.shortage = Room(try await inner.quota().value)
                memory.note(unsealed: swept.waiting, in: store)
                return (ring, report)
            }
            try await note(record.noting(store, sealedWith: own.id.hexadecimal), over: entry)
        }
        throw refusals.changing
    }

    /// Updates the note of the keys; does nothing if another device was faster.
    private func note(_ record: KeyRecord, over entry: CloudEntry) async throws(CloudError) {
        _ = try await keys.replace(
            KeyRecord.key, with: try record.sealed(with: SealingKey(secrets.current)),
            expecting: entry.revision)
    }

    /// Notes that a store is not fully sealed after all, because a person says that its plain
    /// records belong to the account: they are exchanged until there is space to seal them.
    func noteBegun() async throws(CloudError) {
        guard let entry = try await keys.keyEntry(),
            let record = KeyRecord(entry, with: SealingKey(secrets.current))
        else { return }
        try await note(record.beginning(store), over: entry)
        withdraw()
    }

    /// Replaces the previous secret with the current one, if this device is the one that replaces
    /// the key.
    private func replaceKey(
        _ entry: CloudEntry, known: inout Int64?
    ) async throws(CloudError) {
        guard let previous = secrets.previous,
            let record = KeyRecord(entry, with: SealingKey(previous))
        else {
            let there = Envelope.keyID(of: entry.record)
            if let id = there?.hexadecimal, memory.former.contains(id) {
                throw refusals.olderKey(id, now: secrets.current)
            }
            try await keys.requireWriting()
            memory.note(isLocked: true)
            throw refusals.wrongKey(secrets.current, there: there)
        }
        guard try refusals.isCurrent(record, memory, known: &known) else { return }
        let next = record.replacing(previous, by: secrets.current)
        _ = try await keys.replace(
            KeyRecord.key, with: try next.sealed(with: SealingKey(secrets.current)),
            expecting: entry.revision)
    }
}
