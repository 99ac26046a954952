import FileCoordination
import ReplicaFile
public import Replication

extension DeviceStore {
    /// Undoes the join, once the device has left the server. Returns the outcome; `nil` if there is
    /// no snapshot from before the join.
    ///
    /// Throws `CloudError` while another process keeps syncing; nothing was undone then.
    public func takeBackJoin() async throws -> JoinUndo? {
        guard try replica.joinSnapshot() != nil else { return nil }
        let undo = try await whileNothingIsExchanged { try replica.takeBackJoin() }
        doorbell.ring()
        return undo
    }

    /// Notes that the join is about to be undone. From now on, nothing is exchanged.
    public func beginJoinUndo() throws {
        try replica.beginJoinUndo()
        doorbell.ring()
    }
}
