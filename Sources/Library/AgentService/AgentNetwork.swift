public import AgentMessages
public import DeviceStore
public import Replication

/// Connects an agent to the clouds of a device.
public protocol AgentNetwork: Sendable {
    /// Makes connections to the cloud of a device, sealed where it has a key.
    func connector(_ location: HomeLocation) throws -> RemoteCloud.Connector

    /// Makes connections to the contents of documents there.
    func chunkConnector(_ location: HomeLocation) throws -> RemoteCloud.ChunkConnector

    /// A store at the cloud of a device as it is, without sealing.
    func plainCloud(_ location: HomeLocation, store: String?) throws -> any Cloud

    /// Carries out a call about the sealing key.
    ///
    /// - Parameter say: told the result so far.
    func change(
        key call: KeyCall, of location: HomeLocation, say: @escaping @Sendable (KeyReply) -> Void
    ) async throws
}
