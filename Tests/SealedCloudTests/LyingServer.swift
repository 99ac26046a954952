import Replication
import Synchronization

/// A cloud that leaves out some of its records, and says that it collected tombstones up to its
/// head: a device that asks for changes is told everything there is.
final class LyingServer: Cloud {
    private let cloud: any Cloud
    private let hidden = Mutex<Set<String>>([])

    init(_ cloud: any Cloud) { self.cloud = cloud }

    /// Leaves out these from now on, by the names that the cloud has for them.
    func hide(_ names: [String]) { hidden.withLock { $0 = Set(names) } }

    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        let hidden = hidden.withLock { $0 }
        if hidden.isEmpty { return try await cloud.list(position, limit: limit) }
        var asked = position
        if case .changes = position { asked = .start }
        var reply = try await cloud.list(asked, limit: limit)
        reply.value.entries.removeAll { hidden.contains($0.key) }
        reply.value.floor = reply.head
        return reply
    }

    func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try await cloud.register(registration)
    }

    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try await cloud.compareAndSet(changes, from: sender)
    }

    func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        try await cloud.acknowledge(cursor, from: sender)
    }

    func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        try await cloud.retire(actor)
    }

    func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try await cloud.replicas()
    }

    func quota() async throws(CloudError) -> CloudReply<Quota> { try await cloud.quota() }

    func hints() -> AsyncStream<Void> { cloud.hints() }
}
