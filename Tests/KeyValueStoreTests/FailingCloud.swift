import LocalCloud
import Replication
import Synchronization

/// A cloud that can be made to fail.
final class FailingCloud: Cloud {
    private let cloud: LocalCloud
    private let error = Mutex<CloudError?>(nil)
    private let contradicts = Mutex(false)

    init(_ cloud: LocalCloud) { self.cloud = cloud }

    /// Lets every call fail, or none.
    func fail(_ error: CloudError?) { self.error.withLock { $0 = error } }

    /// Lets every change conflict with nothing that a listing shows.
    func contradict(_ value: Bool) { contradicts.withLock { $0 = value } }

    private func check() throws(CloudError) {
        if let error = error.withLock({ $0 }) { throw error }
    }

    func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try check()
        return try await cloud.register(registration)
    }

    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        try check()
        return try await cloud.list(position, limit: limit)
    }

    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try check()
        if contradicts.withLock({ $0 }) {
            let reply = try await cloud.compareAndSet([], from: sender)
            return CloudReply(
                epoch: reply.epoch, head: reply.head, time: reply.time,
                value: changes.map { _ in .conflict(nil) })
        }
        return try await cloud.compareAndSet(changes, from: sender)
    }

    func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        try check()
        return try await cloud.acknowledge(cursor, from: sender)
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
