import Replication

/// A cloud that forwards every call to another one. A test implements the calls that it changes.
protocol ForwardingCloud: Cloud {
    var cloud: any Cloud { get }
}

extension ForwardingCloud {
    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        try await cloud.list(position, limit: limit)
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
