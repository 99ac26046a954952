import Replication
import Synchronization

/// A cloud that omits some of its records, and claims to have collected tombstones up to its head,
/// so that every listing counts as complete.
final class LyingServer: ForwardingCloud {
    let cloud: any Cloud
    private let hidden = Mutex<Set<String>>([])

    init(_ cloud: any Cloud) { self.cloud = cloud }

    /// Omits these records from now on, by the names under which the cloud stores them.
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
}
