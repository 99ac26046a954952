import CloudConformance
import Replication
import Simulator
import Synchronization
import TestSupport
import Testing

/// The cloud of the simulation keeps the rules of all clouds.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct ConformanceTests {
    /// The model finds records by strings, and all keys in the simulation are ASCII.
    @Test(arguments: CloudRule.all.filter { !$0.comparesBytes })
    func simulatedCloudKeepsTheRule(_ rule: CloudRule) async throws {
        try await rule.check { options in ModelFixture(options) }
    }
}

/// A model cloud with several connections.
private final class ModelFixture: CloudFixture {
    private let shared: SharedModel

    init(_ options: CloudFixtureOptions) {
        var cloud = ModelCloud(epoch: "\(UInt64.random(in: 0 ... .max))")
        (cloud.limits, cloud.retention) = (options.quota, options.retention)
        shared = SharedModel(cloud)
    }

    func connect() async throws -> any Cloud { shared }

    func advance(milliseconds: Int64) { shared.update { $0.time += milliseconds } }

    func collect() { shared.update { $0.collect() } }
}

private final class SharedModel: Cloud {
    private struct State {
        var cloud: ModelCloud
        var listeners: [AsyncStream<Void>.Continuation] = []
    }

    private let state: Mutex<State>

    init(_ cloud: ModelCloud) { state = Mutex(State(cloud: cloud)) }

    /// Changes the cloud, and gives hints if its head has risen.
    @discardableResult
    func update<Value: Sendable>(_ body: (inout ModelCloud) -> Value) -> Value {
        let (value, listeners) = state.withLock { state in
            let head = state.cloud.head
            let value = body(&state.cloud)
            return (value, state.cloud.head > head ? state.listeners : [])
        }
        for listener in listeners { listener.yield() }
        return value
    }

    private func reply<Value: Sendable>(
        _ value: (inout ModelCloud) -> Value
    ) -> CloudReply<Value> {
        update { cloud in
            let value = value(&cloud)
            return CloudReply(
                epoch: cloud.epoch, head: cloud.head, time: cloud.time, value: value)
        }
    }

    private static let strange = CloudError(.unusable, "An answer is of another kind.")

    func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        guard case .registered(let reply) = update({ $0.answer(.register(registration)) }) else {
            throw Self.strange
        }
        return reply
    }

    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        guard case .listed(let reply) = update({ $0.answer(.list(position, limit: limit)) }) else {
            throw Self.strange
        }
        return reply
    }

    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        guard
            case .compared(let reply) = update({ $0.answer(.compareAndSet(changes, from: sender)) })
        else { throw Self.strange }
        return reply
    }

    func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        guard
            case .acknowledged(let reply) = update({ $0.answer(.acknowledge(cursor, from: sender)) }
            )
        else { throw Self.strange }
        return reply
    }

    func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        let reply = reply { $0.retired.insert(actor).inserted }
        return CloudReply(epoch: reply.epoch, head: reply.head, time: reply.time, value: ())
    }

    func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        reply { $0.replicas }
    }

    func quota() async throws(CloudError) -> CloudReply<Quota> { reply { $0.quota } }

    func hints() -> AsyncStream<Void> {
        let (hints, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.listeners.append(continuation) }
        return hints
    }
}
