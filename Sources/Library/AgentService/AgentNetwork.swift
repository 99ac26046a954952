public import AgentMessages
public import DeviceStore
public import Replication

/// Connects an agent to the clouds of a device.
public protocol AgentNetwork: Sendable {
    /// Returns a connector to the cloud of a device, sealed if it has a key.
    func connector(_ location: HomeLocation) throws -> RemoteCloud.Connector

    /// Returns a connector to the contents of documents there.
    func chunkConnector(_ location: HomeLocation) throws -> RemoteCloud.ChunkConnector

    /// Returns a store in the cloud of a device, without sealing.
    func plainCloud(_ location: HomeLocation, store: String?) throws -> any Cloud

    /// Carries out a call about the sealing key.
    ///
    /// - Parameter say: called with the result so far.
    func change(
        key call: KeyCall, of location: HomeLocation, say: @escaping @Sendable (KeyReply) -> Void
    ) async throws
}
