import AgentMessages
import FileCoordination
import ReplicaFile
public import Replication

// Only the agent knows the cloud behind the network, and its usage.

extension DeviceStore {
    /// The limits and the usage that a remote cloud reported last; `nil` if unknown.
    public var notedQuota: Quota? {
        location.remote == nil ? nil : exchangeState.cloud.map { Quota($0) }
    }

    /// Returns the number of edits that wait to be sent. For a new cloud that is not sealed as this
    /// device expects, that is everything the device has: nothing was exchanged yet, so the cloud
    /// has none of it.
    ///
    /// - Parameter state: the state of the cloud.
    func unsent(
        _ meta: ReplicaMeta, _ state: AgentState, in replica: some ReplicaReader
    ) throws -> Int {
        let unsent = try replica.dirtyCount()
        guard location.remote != nil, let epoch = meta.epoch else { return unsent }
        guard let cloud = state.cloud, cloud.epoch != epoch,
            lock != nil || state.trouble?.awaitsSealing == true,
            // A cloud that the device used before still has its records.
            try !replica.leftClouds().contains(where: { cloud.epoch == $0.epoch })
        else { return unsent }
        let deletions = try replica.dirtyEntries(limit: .max, tombstonesOnly: true).count
        return max(unsent, try replica.liveCount() + deletions)
    }

    /// Runs `body`, and asks the cloud for its usage: now, and when a process rings, but only once
    /// for many edits in a row.
    func notingQuota(_ body: () async -> Void) async {
        guard location.remote != nil else { return await body() }
        let task = Task {
            let rings = doorbell.rings()
            _ = try? await noteQuota()
            for await _ in rings {
                _ = try? await noteQuota()
                guard (try? await Task.sleep(for: .seconds(1))) != nil else { break }
            }
        }
        await body()
        task.cancel()
        await task.value
    }

    /// Asks the cloud for its usage.
    func noteQuota() async throws -> Quota {
        let reply = try await cloud.quota()
        exchange.change { $0.cloud = AgentCloud(reply.value, epoch: reply.epoch) }
        return reply.value
    }
}

extension Quota {
    init(_ cloud: AgentCloud) {
        self.init(
            maximumBytes: cloud.maximumBytes, maximumKeys: cloud.maximumKeys,
            usedBytes: cloud.usedBytes, usedKeys: cloud.usedKeys)
        if let used = cloud.documentBytes, let most = cloud.maximumDocumentBytes {
            contents = ContentRoom(usedBytes: used, maximumBytes: most)
        }
    }
}

extension AgentCloud {
    fileprivate init(_ quota: Quota, epoch: String) {
        self.init(
            usedBytes: quota.usedBytes, usedKeys: quota.usedKeys,
            maximumBytes: quota.maximumBytes, maximumKeys: quota.maximumKeys,
            documentBytes: quota.contents?.usedBytes,
            maximumDocumentBytes: quota.contents?.maximumBytes, epoch: epoch)
    }
}
