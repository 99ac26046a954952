import FoundationEssentials
import Replication

/// The data found in etcd, all at one moment.
struct Found: Sendable {
    /// The state of the cloud; `nil` if the cloud does not exist yet.
    var state: CloudState?
    /// The revision of etcd at which the state last changed.
    var stateRevision: Int64
    var actor: ActorState?
    var actorRevision: Int64
    /// The other requested ranges.
    var rest: [RangeReply]
    /// The revision of etcd at which all of this was read.
    var revision: Int64
    var cluster: String
    /// The clock of the member, in milliseconds since 1970.
    var time: Int64

    /// The current state of the cloud, or that of a new one.
    var current: CloudState { state ?? CloudState() }

    func reply<Value>(_ state: CloudState, _ value: Value) -> CloudReply<Value> {
        // A cluster that was restored from a snapshot, with a cluster token of its own, counts as
        // another cloud.
        CloudReply(epoch: "\(state.epoch)-\(cluster)", head: state.head, time: time, value: value)
    }
}

/// The changes to make if nothing has changed since the lookup.
struct Decision<Value: Sendable>: Sendable {
    /// Further conditions, besides the lookup itself.
    var compare: [Comparison] = []
    var operations: [Operation] = []
    /// The new state, if it changes.
    var newState: CloudState?
    /// Whether the state must be unchanged even if the decision does not change it.
    var needsState = false
    /// Whether it is enough to answer if there is no space to write.
    var isDispensable = false
    /// Returns the result, from the answers to the operations.
    var value: @Sendable ([RangeReply?]) throws(Failure) -> Value
}

/// Reads and changes the keys of one store in etcd.
struct Ledger: Sendable {
    let members: Members
    let keys: Keyspace
    /// Adjusts the time of a member's clock.
    let clock: @Sendable (Int64) -> Int64
    /// The condition for each write; `nil` if there is none.
    var permit: EtcdPermit?

    /// Looks up the state, an actor, and the other ranges, at one moment.
    func find(
        actor: ActorID? = nil, _ ranges: [RangeRequest] = []
    ) async throws(Failure) -> Found {
        let questions = questions(actor, ranges)
        let answer: Members.Answer<TransactionReply> = try await members.read(
            "kv/txn", Transaction(success: questions))
        return try found(answer, asked: questions.count, actor)
    }

    private func questions(_ actor: ActorID?, _ ranges: [RangeRequest]) -> [Operation] {
        let fixed = [keys.state] + [actor.map { keys.actor($0) }].compactMap { $0 }
        return fixed.map { .range(RangeRequest(key: $0)) } + ranges.map { .range($0) }
    }

    private func found(
        _ answer: Members.Answer<TransactionReply>, asked count: Int, _ actor: ActorID?
    ) throws(Failure) -> Found {
        let replies = (answer.reply.responses ?? []).compactMap(\.responseRange)
        guard replies.count == count, let revision = answer.reply.header.revision?.value else {
            throw .cloud(damage("answers with something other than requested"))
        }
        let (state, known) = (replies[0].kvs?.first, actor == nil ? nil : replies[1].kvs?.first)
        return Found(
            state: try state.map { value throws(Failure) in try cloudState(value) },
            stateRevision: state?.modRevision?.value ?? 0,
            actor: try known.map { value throws(Failure) in try decode(value) },
            actorRevision: known?.modRevision?.value ?? 0,
            rest: Array(replies[(actor == nil ? 1 : 2)...]), revision: revision,
            cluster: answer.reply.header.clusterId, time: clock(answer.time))
    }

    private func cloudState(_ value: KeyValue) throws(Failure) -> CloudState {
        let state: CloudState = try decode(value)
        guard state.format == CloudState.format else {
            throw .cloud(
                CloudError(
                    .unusable,
                    "The cloud in \(members.name) was written by another version of this program, "
                        + "most likely a newer one (format \(state.format); this one knows "
                        + "\(CloudState.format)). Update the program."))
        }
        // Half of all numbers are left for later revisions.
        guard (0...Int64.max / 2).contains(state.head), state.usedKeys >= 0,
            (0...Int64.max / 2).contains(state.usedBytes)
        else { throw .cloud(damage("has an invalid state")) }
        return state
    }

    func decode<Value: Decodable>(_ value: KeyValue) throws(Failure) -> Value {
        do { return try JSONDecoder().decode(Value.self, from: value.value ?? Data()) } catch {
            throw .cloud(damage("has data that this program did not write"))
        }
    }

    func encode(_ value: some Encodable) throws(Failure) -> Data {
        do { return try JSONEncoder().encode(value) } catch {
            throw .cloud(CloudError(.unusable, "A value cannot be written as JSON: \(error)."))
        }
    }

    func damage(_ what: String) -> CloudError {
        CloudError(
            .unusable,
            "\(members.name) \(what), below “\(keys.prefix)”. Every device still has its own data: "
                + "choose another prefix, and the devices fill it.")
    }

    /// Looks up, decides and writes; starts again if another client was faster.
    func update<Value: Sendable>(
        actor: ActorID? = nil, _ ranges: [RangeRequest] = [],
        decide: @Sendable (Found) throws(Failure) -> Decision<Value>
    ) async throws(Failure) -> CloudReply<Value> {
        var found = try await find(actor: actor, ranges)
        for attempt in 0..<Self.attempts {
            var decision = try decide(found)
            let state = decision.newState ?? found.current
            if decision.newState != nil || found.state == nil {
                decision.newState = state
                decision.newState?.write = CloudState.random()
            }
            let transaction = try transaction(decision, found, actor, ranges)
            if transaction.success.isEmpty { return found.reply(state, try decision.value([])) }
            let answer: Members.Answer<TransactionReply>
            do { answer = try await members.write("kv/txn", transaction) } catch .noRoom {
                if decision.isDispensable, found.state != nil {
                    return found.reply(state, try decision.value([]))
                }
                return found.reply(state, try await outcomeDespiteNoRoom(decision, found, actor))
            }
            if answer.reply.succeeded ?? false {
                let parts = (answer.reply.responses ?? []).map(\.responseRange)
                do { return found.reply(state, try decision.value(parts)) } catch {
                    throw error.afterAChange(members.name)
                }
            }
            found = try self.found(answer, asked: transaction.failure.count, actor)
            try requirePermit(&found)
            if found.state == nil, attempt > 2 {
                throw .cloud(damage("has records without a state"))
            }
            // A random pause, so that clients that collided do not collide again.
            let pause = Int.random(in: 0...min(50, 2 << min(attempt, 6)))
            do { try await Task.sleep(for: .milliseconds(pause)) } catch {
                throw .cloud(CloudError(.unreachable, "The call was cancelled."))
            }
        }
        throw .cloud(
            CloudError(
                .unreachable,
                "Other programs keep changing the data in \(members.name)."))
    }

    /// Removes the replies about the permit from the end of the rest; throws if the permit has
    /// ended.
    private func requirePermit(_ found: inout Found) throws(Failure) {
        guard let permit else { return }
        let replies = found.rest.suffix(permit.keys.count)
        found.rest.removeLast(permit.keys.count)
        for (key, reply) in zip(permit.keys, replies)
        where reply.kvs?.first?.modRevision?.value != key.revision {
            throw .cloud(permit.ended)
        }
    }

    /// Returns the transaction that writes a decision if nothing has changed, and otherwise looks
    /// up the same data again.
    private func transaction<Value>(
        _ decision: Decision<Value>, _ found: Found, _ actor: ActorID?, _ ranges: [RangeRequest]
    ) throws(Failure) -> Transaction {
        var transaction = Transaction(
            compare: decision.compare, success: decision.operations,
            failure: questions(actor, ranges))
        if decision.newState != nil || decision.needsState {
            transaction.compare.append(.unchanged(keys.state, since: found.stateRevision))
        }
        // Never overwrite existing records without a state.
        if found.state == nil { transaction.compare.append(.nothingNew(keys.records, since: 0)) }
        for key in permit?.keys ?? [] {
            transaction.compare.append(.unchanged(Data(key.name.utf8), since: key.revision))
            transaction.failure.append(.range(RangeRequest(key: Data(key.name.utf8))))
        }
        if let state = decision.newState {
            transaction.success.append(.put(keys.state, try encode(state)))
        }
        if let actor {
            transaction.compare.append(.unchanged(keys.actor(actor), since: found.actorRevision))
        }
        return transaction
    }

    /// Returns the outcome of a decision whose write etcd answered with “no room”. etcd also
    /// answers this to the write that fills it, which does take effect.
    private func outcomeDespiteNoRoom<Value>(
        _ decision: Decision<Value>, _ found: Found, _ actor: ActorID?
    ) async throws(Failure) -> Value {
        let now: Found
        do { now = try await find(actor: actor) } catch { throw error.afterAChange(members.name) }
        guard let state = decision.newState, now.state?.write == state.write else {
            let isSame =
                now.stateRevision == found.stateRevision
                && now.actorRevision == found.actorRevision
            guard isSame else { throw .noRoom }
            var error = Failure.noRoom.error(members.name)
            error.code = .unreachable
            throw .cloud(error)
        }
        let questions = decision.operations.map { operation in
            operation.requestRange.map { Operation.range($0) }
                ?? .range(RangeRequest(key: keys.state))
        }
        do throws(Failure) {
            let answer: Members.Answer<TransactionReply> = try await members.read(
                "kv/txn",
                Transaction(
                    compare: [.unchanged(keys.state, since: now.stateRevision)], success: questions)
            )
            guard answer.reply.succeeded ?? false else { throw .noRoom }
            return try decision.value((answer.reply.responses ?? []).map(\.responseRange))
        } catch { throw error.afterAChange(members.name) }
    }

    private static let attempts = 200
}
