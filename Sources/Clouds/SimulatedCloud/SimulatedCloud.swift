public import Replication
import Synchronization

/// Another cloud, behind a network with the faults of a ``CloudSimulation``.
///
/// Calls take the latency, more or less; requests, replies and hints get lost; a compare-and-set
/// may arrive twice, and only the first is answered. The effects on the cloud behind it are real.
///
/// The simulated quota is a limit for this connection: several connections that add keys at the
/// same time may exceed it together.
public final class SimulatedCloud: Cloud {
    /// The current simulation.
    public var simulation: CloudSimulation { network.simulation }

    private let cloud: any Cloud
    private let network: SimulatedNetwork
    private let known = Mutex(KnownKeys())

    /// - Parameters:
    ///   - cloud: the cloud behind the simulated network.
    ///   - random: returns random bits; called only when chance decides.
    ///   - wait: waits for a positive number of milliseconds, or less if the task is cancelled.
    public init(
        _ cloud: any Cloud, simulation: CloudSimulation, random: @escaping @Sendable () -> UInt64,
        wait: @escaping @Sendable (_ milliseconds: Int64) async -> Void = SimulatedCloud.sleep
    ) {
        self.cloud = cloud
        network = SimulatedNetwork(simulation: simulation, random: random, wait: wait)
    }

    /// Suspends the task for some milliseconds, or until it is cancelled.
    @Sendable public static func sleep(milliseconds: Int64) async {
        try? await Task.sleep(for: .milliseconds(milliseconds))
    }

    public func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try await network.carryRequest()
        let reply = try await cloud.register(registration)
        try network.carryReply()
        return reply
    }

    public func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        try await network.carryRequest()
        let reply = try await cloud.list(position, limit: limit)
        try network.carryReply()
        return reply
    }

    public func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try await network.carryRequest()
        let reply = try await compareAndSetWithinQuota(changes, from: sender)
        if network.duplicatesRequest() {
            _ = try? await compareAndSetWithinQuota(changes, from: sender)
        }
        try network.carryReply()
        return reply
    }

    public func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        try await network.carryRequest()
        let reply = try await cloud.acknowledge(cursor, from: sender)
        try network.carryReply()
        return reply
    }

    public func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        try await network.carryRequest()
        let reply = try await cloud.retire(actor)
        try network.carryReply()
        return reply
    }

    public func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try await network.carryRequest()
        let reply = try await cloud.replicas()
        try network.carryReply()
        return reply
    }

    public func quota() async throws(CloudError) -> CloudReply<Quota> {
        try await network.carryRequest()
        var reply = try await cloud.quota()
        if let quota = simulation.quota {
            reply.value.maximumKeys = min(quota, reply.value.maximumKeys ?? quota)
        }
        try network.carryReply()
        return reply
    }

    /// Returns the cloud's hints, each after the latency, except lost ones. Hints that come while
    /// another one is on its way may be merged with it.
    public func hints() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let hints = cloud.hints()
        let carrying = Task { [network] in
            for await _ in hints where await network.carryHint() { continuation.yield() }
            continuation.finish()
        }
        continuation.onTermination = { @Sendable _ in carrying.cancel() }
        return stream
    }

    private func compareAndSetWithinQuota(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        guard let maximumKeys = simulation.quota else {
            return try await cloud.compareAndSet(changes, from: sender)
        }
        let limits = try await cloud.quota().value
        var known = try await listChanges()
        let isRefused = known.exceeding(maximumKeys, by: changes, limits: limits)
        let taken = zip(changes, isRefused).filter { !$0.1 }.map(\.0)
        let reply = try await cloud.compareAndSet(taken, from: sender)
        var outcomes = reply.value.makeIterator()
        return CloudReply(
            epoch: reply.epoch, head: reply.head, time: reply.time,
            value: isRefused.compactMap { $0 ? .refused(.quota) : outcomes.next() })
    }

    /// Lists the changes since the last call.
    private func listChanges() async throws(CloudError) -> KnownKeys {
        var known = self.known.withLock { $0 }
        while known.take(try await cloud.list(known.position, limit: 1000)) {}
        self.known.withLock { $0 = known }
        return known
    }
}
