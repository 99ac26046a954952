import FoundationEssentials
public import Replication

extension EtcdCloud {
    /// The most tombstones in one transaction, with three keys each; etcd accepts 128 operations.
    private static let mostCollected = 40

    public func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try await reply { () throws(Failure) in
            let found = try await findOrCreate([ledger.keys.actors])
            let replicas = try registered(in: found).map { actor in
                RegisteredReplica(
                    actor: actor.id, device: actor.state.device, cursor: actor.state.cursor,
                    seen: actor.state.seen)
            }
            let latest = replicas.sorted { ($1.seen, $0.actor) < ($0.seen, $1.actor) }
                .prefix(RegisteredReplica.maximumListed)
            return found.reply(found.current, Array(latest))
        }
    }

    /// Collects the tombstones that every replica has seen and that are older than the retention.
    /// Retires the replicas that were not seen for 180 days.
    public func collect() async throws(CloudError) { _ = try await collected(onlyIfDue: false) }

    /// Collects if the last collection was more than a day ago, or if `onlyIfDue` is false. A
    /// collection in the future means that the clock was set back, and also makes one due.
    func collected(onlyIfDue: Bool) async throws(CloudError) -> CloudReply<Void> {
        try await reply { () throws(Failure) in
            var found = try await ledger.find([ledger.keys.actors])
            let collected = found.current.collected
            let isDue = collected <= found.time - Self.day || collected > found.time
            guard isDue || !onlyIfDue else { return found.reply(found.current, ()) }
            // If a later change fails, the first has already taken effect.
            do throws(Failure) {
                try await retireAbsent(found)
                while try await collectSome().value == Self.mostCollected {}
                found = try await ledger.find()
                return found.reply(found.current, ())
            } catch { throw error.afterAChange(ledger.members.name) }
        }
    }

    private func retireAbsent(_ found: Found) async throws(Failure) {
        for actor in try registered(in: found) where actor.state.seen < found.time - Self.absence {
            _ = try await ledger.update(actor: actor.id) { now throws(Failure) in
                guard var state = now.actor, state.seen < now.time - Self.absence else {
                    return Decision { _ in }
                }
                state.standing = .retired
                return Decision(operations: [try put(state, actor.id)]) { _ in }
            }
        }
    }

    /// Collects some tombstones, and returns their number.
    ///
    /// Before a tombstone is removed, every replica that can still list changes must have seen it:
    /// replicas that acknowledged it have, and a replica with a cursor below the floor starts from
    /// the beginning.
    private func collectSome() async throws(Failure) -> CloudReply<Int> {
        let keys = ledger.keys
        let ranges = [keys.actors, keys.tombstones(upTo: .max - 1, limit: Self.mostCollected * 8)]
        return try await ledger.update(ranges) { found throws(Failure) in
            let acknowledged = try registered(in: found).map(\.state.cursor).min() ?? .max
            var state = found.current
            var decision = Decision { _ in 0 }
            // Fails if a replica has registered since, perhaps with an older cursor.
            decision.compare = [.nothingNew(keys.actors, since: found.revision)]
            var count = 0
            for value in found.rest[1].kvs ?? [] where count < Self.mostCollected {
                guard let revision = StoredRecord.revision(of: value.key) else { continue }
                let deletion: Deletion = try ledger.decode(value)
                guard revision <= acknowledged, deletion.committed <= found.time - retention
                else { continue }
                count += 1
                state.floor = max(state.floor, revision)
                state.deletedBytes = max(0, (state.deletedBytes ?? 0) - (deletion.bytes ?? 0))
                decision.operations += [
                    .delete(keys.record(revision)), .delete(keys.place(deletion.key)),
                    .delete(keys.tombstone(revision)),
                ]
            }
            state.collected = found.time
            decision.newState = state
            decision.value = { [count] _ in count }
            return decision
        }
    }

    /// Returns the actors whose acknowledgements the cloud waits for.
    private func registered(
        in found: Found
    ) throws(Failure) -> [(id: ActorID, state: ActorState)] {
        var actors: [(id: ActorID, state: ActorState)] = []
        for value in found.rest[0].kvs ?? [] {
            let state: ActorState = try ledger.decode(value)
            let name = String(decoding: (value.key ?? Data()).suffix(16), as: UTF8.self)
            guard state.standing == .registered, let id = UInt64(name, radix: 16) else { continue }
            actors.append((ActorID(rawValue: id), state))
        }
        return actors
    }
}
