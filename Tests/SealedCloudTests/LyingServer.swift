import Replication
import Synchronization

/// A cloud that leaves out some of its records, and says that it collected tombstones up to its
/// head: a device that asks for changes is told everything there is.
final class LyingServer: ForwardingCloud {
    let cloud: any Cloud
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
}
