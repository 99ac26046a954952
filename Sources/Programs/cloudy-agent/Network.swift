import AgentMessages
import AgentService
import CloudMessages
import DeviceStore
import Replication

/// The networks: servers over HTTP, and etcd, sealed if the device has a key.
struct Network: AgentNetwork {
    func connector(_ location: HomeLocation) throws -> RemoteCloud.Connector {
        try Self.sealing(location).connector()
    }

    private static func sealing(_ location: HomeLocation) throws -> Sealing {
        try Sealing(location) { remote, identifier in
            // Reported as an unreachable cloud: other programs of the device see that state, but
            // not how this process ends.
            do { return try Self.cloud(remote, identifier, of: location) } catch {
                let message = (error as? CloudError)?.message ?? "\(error)"
                return UnavailableCloud(CloudError(.unreachable, message))
            }
        }
    }

    func chunkConnector(_ location: HomeLocation) throws -> RemoteCloud.ChunkConnector {
        try Self.sealing(location).chunkConnector { remote, identifier, sealing in
            guard let store = identifier.map({ StoreName($0) }) ?? .own else { return NoChunks() }
            do {
                return try remote.chunks(
                    of: store, letInBy: location.cloudToken(), sealing: sealing)
            } catch {
                // Like the cloud itself, it is unreachable, and this process continues.
                return NoChunks(unreachable: "\(error)")
            }
        }
    }

    func plainCloud(_ location: HomeLocation, store: String?) throws -> any Cloud {
        try Self.cloud(location.server(), store, of: location)
    }

    func change(
        key call: KeyCall, of location: HomeLocation, say: @escaping @Sendable (KeyReply) -> Void
    ) async throws {
        let sealing = try Sealing(location) { remote, identifier in
            try Self.cloud(remote, identifier, of: location)
        }
        try await KeyOperation(sealing: sealing, say: say).run(call)
    }

    /// Connects to a store at the server of a device.
    private static func cloud(
        _ remote: RemoteCloud, _ identifier: String?, of location: HomeLocation
    ) throws -> any Cloud {
        guard let store = identifier.map({ StoreName($0) }) ?? .own else {
            throw HomeError(
                .configuration,
                "The store identifier “\(identifier ?? "")” is not allowed on a server.")
        }
        return try remote.connected(to: store, letInBy: location.cloudToken())
    }
}
