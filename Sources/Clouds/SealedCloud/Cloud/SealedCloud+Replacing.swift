import Replication

extension SealedCloud {
    /// Replaces records that were sealed with a retired key. The device that wrote them still has
    /// them, and sends them again.
    func replacingRetired(
        _ reply: CloudReply<[ChangeOutcome]>, to sealed: [ProposedChange], from sender: Sender,
        _ ring: KeyRing
    ) async throws(CloudError) -> (CloudReply<[ChangeOutcome]>, [ChangeOutcome]) {
        var outcomes = reply.value
        var again: [(index: Int, change: ProposedChange)] = []
        for (index, outcome) in outcomes.enumerated() {
            guard case .conflict(let entry?) = outcome, ring.isRetired(entry) else { continue }
            var change = sealed[index]
            change.expectedRevision = entry.revision
            again.append((index, change))
        }
        if again.isEmpty { return (reply, outcomes) }
        let second = try await inner.compareAndSet(again.map(\.change), from: sender)
        guard second.value.count == again.count else { throw Self.miscounted }
        for ((index, _), outcome) in zip(again, second.value) { outcomes[index] = outcome }
        return (second, outcomes)
    }

    static let miscounted = CloudError(
        .unknownOutcome, "The cloud answered for a different number of records.")

    /// Makes changes of records that are still in plain text, because there was no space to seal
    /// them earlier: a deletion always fits, and frees space.
    ///
    /// A device that knows such a record expects its revision, and no record at the sealed name has
    /// it.
    func replacingPlain(
        _ reply: CloudReply<[ChangeOutcome]>, to changes: [ProposedChange],
        _ sealed: [ProposedChange], from sender: Sender, _ ring: KeyRing
    ) async throws(CloudError) -> (CloudReply<[ChangeOutcome]>, [ChangeOutcome]) {
        var outcomes = reply.value
        let again = outcomes.indices.filter {
            outcomes[$0] == .conflict(nil) && changes[$0].expectedRevision > 0
        }
        if again.isEmpty { return (reply, outcomes) }
        let second = try await inner.compareAndSet(
            again.map { index in
                var change = sealed[index]
                change.expectedRevision = 0
                return change
            }, from: sender)
        guard second.value.count == again.count else { throw Self.miscounted }
        var markers: [ProposedChange] = []
        for (index, outcome) in zip(again, second.value) {
            outcomes[index] = outcome
            // The sender knew these plain records. The others are sealed later.
            guard outcome.isCommitted else { continue }
            let change = changes[index]
            markers.append(try ring.marker(for: change.key, at: change.expectedRevision))
        }
        _ = try await commit(markers)
        return (second, outcomes)
    }
}
