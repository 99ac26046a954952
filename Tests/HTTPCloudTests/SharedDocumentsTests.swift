import CloudMessages
import Documents
import EtcdProcess
import RemoteClouds
import ScratchFolder
import TestSupport
import Testing

@testable import ServerAccounts

/// Contents on servers that share an etcd, which stores none of them.
@Suite(
    .ownThread, .timeLimit(.minutes(10)), .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct SharedDocumentsTests {
    private let folder = ScratchFolder()
    private let chunk = Chunk(Array("a chunk".utf8))

    @Test func serversThatShareAFolderHaveTheSameContents() async throws {
        let place = try DocumentPlace(folder: folder.path("documents"), limit: 10)
        let fixture = try await SharedFixture(documents: place)
        let stores = try fixture.servers.map {
            try ChunkFixture.store($0.port, fixture.token)
        }
        try await stores[0].put([chunk])
        #expect(try await stores[1].chunk(chunk.name) == chunk)
        let error = await #expect(throws: ChunkStoreError.self) {
            try await stores[1].put([Chunk(Array("more".utf8))])
        }
        #expect(error?.code == .full)
        // A new account with the name of a removed one has none of its contents.
        try await fixture.accounts.removeAccount("tests")
        await #expect(throws: ChunkStoreError.self) { try await stores[0].chunk(chunk.name) }
        let token = try await fixture.accounts.addAccount("tests")
        let other = try ChunkFixture.store(fixture.servers[0].port, token)
        #expect(try await other.chunk(chunk.name) == nil)
        #expect(try await other.names().isEmpty)
    }

    @Test func serversWithoutAFolderStoreNoContents() async throws {
        let fixture = try await SharedFixture()
        let store = try ChunkFixture.store(fixture.servers[0].port, fixture.token)
        for call in [
            { try await store.put([chunk]) }, { _ = try await store.chunk(chunk.name) },
            { _ = try await store.missing(of: [chunk.name]) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: ChunkStoreError.self) { try await call() }
            #expect(error?.code == .absent)
        }
    }
}
