import Replication
import Synchronization

/// Decides which request of a call fails.
final class RequestFault: Sendable {
    /// The number of requests that succeed before it; `nil` if none fails.
    private let left = Mutex<Int?>(nil)

    func arm(after count: Int?) { left.withLock { $0 = count } }

    fileprivate func pass() throws(CloudError) {
        let isNow = left.withLock { left in
            guard let count = left else { return false }
            left = count > 0 ? count - 1 : nil
            return count == 0
        }
        if isNow { throw CloudError(.unreachable, "This request did not leave.") }
    }
}

/// A cloud in which one request fails, certainly without changing anything.
struct FaultyRequests: Cloud {
    var cloud: any Cloud
    var fault: RequestFault

    func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try fault.pass()
        return try await cloud.register(registration)
    }

    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        try fault.pass()
        return try await cloud.list(position, limit: limit)
    }

    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try fault.pass()
        return try await cloud.compareAndSet(changes, from: sender)
    }

    func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        try fault.pass()
        return try await cloud.acknowledge(cursor, from: sender)
    }

    func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        try fault.pass()
        return try await cloud.retire(actor)
    }

    func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try fault.pass()
        return try await cloud.replicas()
    }

    func quota() async throws(CloudError) -> CloudReply<Quota> {
        try fault.pass()
        return try await cloud.quota()
    }

    func hints() -> AsyncStream<Void> { cloud.hints() }
}
