import FoundationEssentials
public import Replication

extension EtcdCloud {
    public func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try await reply { () throws(Failure) in try await requireFewConflicts(changes) }
        var (outcomes, most) = ([ChangeOutcome](), Plan.mostChanges)
        // Whether the next change is too large for this etcd, so that only the mark is written.
        var isMarkAlone = false
        while true {
            let chunk = Plan.chunk(changes[outcomes.count...], most: most)
            do throws(Failure) {
                var part = try await commitSome(isMarkAlone ? [] : chunk, from: sender)
                outcomes += isMarkAlone ? [.refused(.tooLarge)] : part.value
                try requireFewConflicts(outcomes)
                isMarkAlone = false
                if part.value.contains(.refused(.unknownSender)) {
                    // The refusal applies to the rest, too.
                    outcomes += changes[outcomes.count...].map { _ in .refused(.unknownSender) }
                }
                if outcomes.count < changes.count { continue }
                part.value = outcomes
                return part
            } catch .tooMuch where chunk.count > 1 {
                // This etcd is configured to accept less than usual.
                most = chunk.count / 2
            } catch .tooMuch where chunk.count == 1 && !isMarkAlone {
                // The sender's mark is left anyway.
                isMarkAlone = true
            } catch {
                var error = error.error(ledger.members.name)
                // The earlier changes have taken effect.
                if !outcomes.isEmpty { error.code = .unknownOutcome }
                throw error
            }
        }
    }

    /// Refuses a batch whose conflicts are too large for one answer, before anything is written: a
    /// batch takes several transactions, and the first leaves the mark of its sender.
    private func requireFewConflicts(_ changes: [ProposedChange]) async throws(Failure) {
        // No record is larger, so few changes cannot have conflicts that are too large.
        guard changes.count * Plan.mostRecordBytes > CloudError.mostConflictBytes else { return }
        var (bytes, rest, most) = (Int64(0), changes[...], Plan.mostChanges)
        while !rest.isEmpty {
            let part = rest.prefix(most)
            let found: Found
            do throws(Failure) {
                found = try await ledger.find(
                    part.map { RangeRequest(key: ledger.keys.place($0.key)) })
            } catch .tooMuch where part.count > 1 {
                most = part.count / 2
                continue
            } catch {
                throw error
            }
            rest = rest.dropFirst(part.count)
            for (change, reply) in zip(part, found.rest) {
                guard let value = reply.kvs?.first else { continue }
                let place: Place = try ledger.decode(value)
                if place.revision != change.expectedRevision {
                    bytes += max(0, place.bytes - Int64(change.key.utf8.count))
                }
            }
        }
        guard bytes <= CloudError.mostConflictBytes else { throw .cloud(.manyConflicts) }
    }

    /// Checks the same while the batch is written: records may have come in the meantime.
    private func requireFewConflicts(_ outcomes: [ChangeOutcome]) throws(Failure) {
        let bytes = outcomes.reduce(0) { sum, outcome in
            if case .conflict(let entry?) = outcome { sum + entry.record.count } else { sum }
        }
        guard bytes <= CloudError.mostConflictBytes else { throw .cloud(.manyConflicts) }
    }

    /// Makes as many changes as fit into a transaction, at least one, and returns their outcomes.
    private func commitSome(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(Failure) -> CloudReply<[ChangeOutcome]> {
        let places = changes.map { RangeRequest(key: ledger.keys.place($0.key)) }
        return try await ledger.update(actor: sender.actor, places) { found throws(Failure) in
            guard sender.knows(found.actor?.held) else {
                return Decision { _ in changes.map { _ in .refused(.unknownSender) } }
            }
            var plan = Plan(ledger.keys, limits, bounds, found.current, at: found.time)
            for (change, reply) in zip(changes, found.rest) {
                let place: Place? = try reply.kvs?.first.map { value throws(Failure) in
                    try ledger.decode(value)
                }
                let encode = { (value: any Encodable) throws(Failure) in
                    try self.ledger.encode(value)
                }
                guard try plan.add(change, at: place, encode: encode) else { break }
            }
            var operations = plan.operations
            if let next = sender.next, next != found.actor?.held {
                var actor = found.actor ?? ActorState(seen: found.time)
                actor.held = next
                operations.append(try put(actor, sender.actor))
            }
            return Decision(
                operations: operations, newState: plan.hasCommitted ? plan.state : nil,
                needsState: true
            ) { [outcomes = plan.outcomes] replies throws(Failure) in
                try outcomes.map { outcome throws(Failure) in
                    try self.outcome(outcome, replies)
                }
            }
        }
    }

    private func outcome(
        _ outcome: Plan.Outcome, _ replies: [RangeReply?]
    ) throws(Failure) -> ChangeOutcome {
        switch outcome {
        case .known(let outcome): return outcome
        case .conflict(let operation, let revision):
            guard replies.indices.contains(operation), let value = replies[operation]?.kvs?.first,
                let entry = StoredRecord.decode(value, revision: revision)
            else { throw .cloud(ledger.damage("lacks a record that it names")) }
            return .conflict(entry)
        }
    }
}
