import AgentMessages
import AgentService
import AgentSocket
import DeviceStore
import Replication
import ScratchFolder
import Synchronization
import Testing

/// An agent of a device in the process of the test, with clouds of the test.
struct TestAgent {
    /// A network whose clouds need no key.
    private struct Network: AgentNetwork {
        var connect: RemoteCloud.Connector
        var connectChunks: RemoteCloud.ChunkConnector
        var keyWork: @Sendable () async -> Void

        func connector(_ location: HomeLocation) -> RemoteCloud.Connector { connect }

        func chunkConnector(_ location: HomeLocation) -> RemoteCloud.ChunkConnector {
            connectChunks
        }

        func plainCloud(_ location: HomeLocation, store: String?) throws -> any Cloud {
            try connect(#require(location.remote), store)
        }

        func change(
            key call: KeyCall, of location: HomeLocation,
            say: @escaping @Sendable (KeyReply) -> Void
        ) async throws {
            await keyWork()
            say(.entered(id: "none"))
        }
    }

    private let work: Task<Void, any Error>

    /// - Parameters:
    ///   - locate: the device in the account that it uses.
    ///   - runtime: the folder of the user's sockets; by default one for all tests.
    ///   - connectChunks: connects to the store of contents; by default, there is none.
    ///   - keyWork: stands in for work on keys that takes long.
    init(
        _ locate: @escaping @Sendable () throws -> HomeLocation,
        _ connect: @escaping RemoteCloud.Connector,
        connectChunks: @escaping RemoteCloud.ChunkConnector = { _, _ in
            RemoteChunks(store: NoChunks(), key: nil)
        }, runtime: String? = nil,
        keyWork: @escaping @Sendable () async -> Void = {}
    ) async throws {
        let seat = try #require(
            try await AgentEndpoint.take(locate().agent, waits: false, runtime: runtime))
        work = Task {
            try await AgentSession(
                seat,
                Network(connect: connect, connectChunks: connectChunks, keyWork: keyWork),
                stays: true, locate: locate, report: { _ in }
            ).run()
        }
        while try !locate().agent.isThere { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Returns when it ended by itself.
    func waitForEnd() async throws { try await work.value }

    func end() async throws {
        work.cancel()
        try await work.value
    }
}
