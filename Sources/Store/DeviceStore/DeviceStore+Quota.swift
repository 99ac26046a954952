import AgentMessages
import FileCoordination
import ReplicaFile
public import Replication

// How much of a cloud behind a network is used, and which one it is, is known to the agent alone.

extension DeviceStore {
    /// The limits and the usage that a remote cloud reported last; `nil` if unknown.
    public var notedQuota: Quota? {
        location.remote == nil ? nil : exchangeState.cloud.map { Quota($0) }
    }

    /// How many edits wait to be sent. Before a device has exchanged anything with a cloud that is
    /// new to it, and not sealed as it seals, that is all it has: nothing of it is known there.
    ///
    /// - Parameter state: how it is with the cloud.
    func unsent(
        _ meta: ReplicaMeta, _ state: AgentState, in replica: some ReplicaReader
    ) throws -> Int {
        let unsent = try replica.dirtyCount()
        guard location.remote != nil, let epoch = meta.epoch else { return unsent }
        guard let cloud = state.cloud, cloud.epoch != epoch,
            lock != nil || state.trouble?.awaitsSealing == true,
            // A cloud that it used before still has its records of then.
            try !replica.leftClouds().contains(where: { cloud.epoch == $0.epoch })
        else { return unsent }
        let deletions = try replica.dirtyEntries(limit: .max, tombstonesOnly: true).count
        return max(unsent, try replica.liveCount() + deletions)
    }

    /// Runs `body`, and during it asks the cloud how much of it is used: now, and when a process
    /// rings, though not for each of many edits in a row.
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

    /// Asks the cloud how much of it is used.
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
    }
}

extension AgentCloud {
    fileprivate init(_ quota: Quota, epoch: String) {
        self.init(
            usedBytes: quota.usedBytes, usedKeys: quota.usedKeys,
            maximumBytes: quota.maximumBytes, maximumKeys: quota.maximumKeys, epoch: epoch)
    }
}
