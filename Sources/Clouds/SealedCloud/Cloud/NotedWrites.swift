import Replication
import Synchronization

/// A cloud that counts the calls that changed it.
///
/// A sealed cloud makes several requests for one call: it looks at the keys, seals old records
/// again, sends, and checks the keys once more. If one of them changed something and a later one
/// fails, the whole call must not count as one that changed nothing.
final class NotedWrites: Cloud {
    private let cloud: any Cloud
    private let changes = Mutex(0)

    init(_ cloud: any Cloud) { self.cloud = cloud }

    /// The number of calls that have changed something so far.
    var count: Int { changes.withLock { $0 } }

    func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try await cloud.register(registration)
    }

    func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        try await cloud.list(position, limit: limit)
    }

    func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        let reply: CloudReply<[ChangeOutcome]>
        do { reply = try await cloud.compareAndSet(changes, from: sender) } catch {
            // The call may have changed something, and the caller must assume so.
            if error.code == .unknownOutcome { self.changes.withLock { $0 += 1 } }
            throw error
        }
        // A mark is left even if every change conflicts.
        let isMarked = sender.next != nil && !reply.value.contains(.refused(.unknownSender))
        if isMarked || reply.value.contains(where: \.isCommitted) {
            self.changes.withLock { $0 += 1 }
        }
        return reply
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
