import ReplicaFile
public import Replication

// The replicas that a cloud knows. These calls ask the cloud itself: a person makes them, and waits
// for the answer.

extension DeviceStore {
    /// Returns the actor of this replica in its cloud.
    public func actor() throws -> ActorID { try replica.read { try $0.meta().actor } }

    /// Returns the replicas that the cloud waits for, and the cloud's own latest revision.
    public func registeredReplicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try await cloud.replicas()
    }

    /// Tells the cloud not to wait for a replica until it registers again.
    public func retire(_ actor: ActorID) async throws(CloudError) {
        _ = try await cloud.retire(actor)
    }
}
