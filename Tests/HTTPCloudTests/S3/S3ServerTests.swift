import CloudConformance
import CloudMessages
import CloudServer
import Documents
import EtcdProcess
import Glibc
import LocalCloud
import ScratchFolder
import Synchronization
import TestSupport
import Testing

@testable import RemoteClouds
@testable import ServerAccounts

/// Contents on servers that keep them in an object store.
@Suite(.timeLimit(.minutes(10))) struct S3ServerTests {
    /// A server over a folder, and the object store that has its contents.
    final class Server: Sendable {
        let folder = ScratchFolder()
        let double: S3Double
        let accounts: AccountsFile
        let token: String
        let server: RunningServer

        init(limit: Int = ContentUsage.usualLimit) async throws {
            double = try await S3Double()
            accounts = try AccountsFile(folder: folder.path("data"))
            token = try accounts.addAccount("ada")
            server = try await Self.run(accounts, double, limit)
        }

        /// Another server over the same folder and object store.
        func another(limit: Int = ContentUsage.usualLimit) async throws -> RunningServer {
            try await Self.run(accounts, double, limit)
        }

        private static func run(
            _ accounts: AccountsFile, _ double: S3Double, _ limit: Int
        ) async throws -> RunningServer {
            let place = DocumentPlace(bucket: double.bucket(), limit: limit)
            return try await RunningServer(ServerDirectory(accounts, documents: place))
        }

        func store(_ token: String? = nil) throws -> HTTPChunkStore {
            try ChunkFixture.store(server.port, token ?? self.token)
        }

        var keys: [String] { double.core.state.withLock { $0.objects.keys.sorted() } }
    }

    private func chunks(_ count: Int) -> [Chunk] {
        (0..<count).map { number in
            Chunk([UInt8](repeating: UInt8(number), count: 1000))
        }
    }

    @Test func contentsAreInTheBucketAndNotInTheFolder() async throws {
        let server = try await Server()
        let all = chunks(20)
        let store = try server.store()
        try await store.put(all)
        #expect(try await store.chunks(all.map(\.name)) == all)
        #expect(try await store.names() == all.map(\.name).sorted())
        #expect(server.keys.count == 20)
        #expect(server.keys.allSatisfy { $0.hasPrefix("some/prefix/ada/") })
        #expect(try server.accounts.contentFiles("ada", .own).names().isEmpty)
        // Another server over the same store has the same contents.
        let another = try await server.another()
        let other = try ChunkFixture.store(another.port, server.token)
        #expect(try await other.missing(of: all.map(\.name)).isEmpty)
        // Each store of a program has its own contents.
        let program = try HTTPChunkStore(
            url: "http://127.0.0.1:\(another.port)", token: server.token,
            store: #require(.init("notes")), patience: .ofTests)
        #expect(try await program.names().isEmpty)
        try await program.put([all[0]])
        #expect(server.keys.contains { $0.contains("/stores/notes/chunks/") })
        withExtendedLifetime(another) {}
    }

    /// A server that had contents in its folder before still has them, so devices do not send them
    /// again.
    @Test func earlierContentsStayInTheFolder() async throws {
        let server = try await Server()
        let all = chunks(6)
        let (old, new) = (Array(all.prefix(3)), Array(all.suffix(3)))
        let before = try await RunningServer(ServerDirectory(server.accounts))
        try await ChunkFixture.store(before.port, server.token).put(old)
        await before.stop()
        let store = try server.store()
        #expect(try await store.missing(of: all.map(\.name)) == new.map(\.name))
        try await store.put(new)
        #expect(try await store.missing(of: all.map(\.name)).isEmpty)
        #expect(try await store.chunks(all.map(\.name)) == all)
        #expect(try await store.names() == all.map(\.name).sorted())
        #expect(server.keys.count == 3)
        let files = server.accounts.contentFiles("ada", .own)
        #expect(try files.names() == old.map(\.name).sorted())
        try await store.remove(all.map(\.name))
        #expect(try await store.names().count == 6, "chunks within their leases must stay")
    }

    @Test func accountWithAReusedNameHasNoOldChunks() async throws {
        let server = try await Server()
        let chunk = chunks(1)[0]
        try await server.store().put([chunk])
        try server.accounts.removeAccount("ada")
        await #expect(throws: ChunkStoreError.self) { try await server.store().chunk(chunk.name) }
        let token = try server.accounts.addAccount("ada")
        #expect(try await server.store(token).chunk(chunk.name) == nil)
        #expect(try await server.store(token).names().isEmpty)
    }

    @Test func fullAccountAcceptsChunksAgainAfterACollection() async throws {
        let server = try await Server(limit: 10_000)
        let all = chunks(20)
        let store = try server.store()
        let error = await #expect(throws: ChunkStoreError.self) { try await store.put(all) }
        #expect(error?.code == .full)
        let kept = try await store.names()
        #expect(kept.count == 10)
        // Chunks that the store has already are not sent again, and need no room.
        try await store.put(all.filter { kept.contains($0.name) })
        // A new server counts the existing chunks.
        let second = try await server.another(limit: 10_000)
        let another = try ChunkFixture.store(second.port, server.token)
        let other = try #require(all.first { !kept.contains($0.name) })
        let full = await #expect(throws: ChunkStoreError.self) { try await another.put([other]) }
        #expect(full?.code == .full)
        // Sets the times of the objects back.
        server.double.core.state.withLock { state in
            for key in state.objects.keys {
                state.objects[key]?.renewed = "1"
                state.objects[key]?.modified = 1
            }
        }
        let third = try await server.another(limit: 10_000)
        let fresh = try ChunkFixture.store(third.port, server.token)
        try await fresh.remove(Array(kept.prefix(1)))
        try await fresh.put([other])
        #expect(try await fresh.names().count == 10)
        withExtendedLifetime((second, third)) {}
    }

    /// Failures of the object store are reported as the server's, with details in its log. A device
    /// learns that it should retry, and never that its token is wrong.
    @Test(arguments: [
        (S3Double.Answer.fault(403, "InvalidAccessKeyId"), ChunkStoreError.Code.unreachable),
        (.fault(500, "InternalError"), .unreachable), (.fault(507, ""), .full),
        (.fault(404, "NoSuchBucket"), .unreachable),
    ])
    func objectStoreFailuresAreReportedAsServerFailures(
        _ answer: S3Double.Answer, _ code: ChunkStoreError.Code
    ) async throws {
        let server = try await Server()
        try await server.store().put(chunks(1))
        server.double.answer { kind, _ in kind == "PUT" ? answer : .through }
        let chunk = Chunk([1, 2, 3])
        let exchange = try HTTPExchange(port: server.server.port)
        let answer = try await exchange.answer(
            "PUT", "/v1/chunks/\(chunk.name)", body: chunk.content, token: server.token)
        let reply = try #require(answer)
        #expect(reply.status == (code == .full ? 507 : 503))
        #expect(!reply.body.contains("s3:") && !reply.body.contains("access key"))
        server.double.answer { _, _ in .through }
        try await server.store().put([chunk])
    }

    @Test func readOnlyTokenCannotRenewLeasesOrWrite() async throws {
        let server = try await Server()
        let all = chunks(3)
        try await server.store().put(all)
        server.double.core.state.withLock { state in
            for key in state.objects.keys {
                state.objects[key]?.renewed = "\(time(nil) - 3 * 24 * 3600)"
            }
        }
        let token = try server.accounts.addToken(account: "ada", name: "r", scope: .read)
        let another = try await server.another()
        let store = try ChunkFixture.store(another.port, token)
        server.double.forgetCalls()
        #expect(try await store.missing(of: all.map(\.name)).isEmpty)
        #expect(try await store.chunks(all.map(\.name)) == all)
        await #expect(throws: ChunkStoreError.self) { try await store.put([Chunk([9])]) }
        await #expect(throws: ChunkStoreError.self) { try await store.remove(all.map(\.name)) }
        #expect(server.double.calls("COPY", "PUT", "DELETE") == 0)
        withExtendedLifetime(another) {}
    }

    @Test func revokedTokenCannotStoreChunks() async throws {
        let server = try await Server()
        let id = try #require(try server.accounts.tokens().first?.id)
        try server.accounts.revokeToken(id)
        await #expect(throws: ChunkStoreError.self) { try await server.store().put(chunks(1)) }
        #expect(server.keys.isEmpty)
    }

    /// One count serves all calls that wait, and a failed count is not kept.
    @Test func usageCountIsSharedAndRepeatedAfterAFailure() async throws {
        let counts = Mutex(0)
        let usage = RemoteUsage(shortest: .zero) {
            let count = counts.withLock {
                $0 += 1
                return $0
            }
            if count == 1 { throw ContentsAreFull(limit: 0) }
            return 900
        }
        await #expect(throws: ContentsAreFull.self) { try await usage.reserve(1, of: 1000) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { try await usage.reserve(10, of: 1000) } }
            try await group.waitForAll()
        }
        #expect(counts.withLock(\.self) == 2)
        await #expect(throws: ContentsAreFull.self) { try await usage.reserve(101, of: 1000) }
        #expect(counts.withLock(\.self) == 3)
        try await usage.reserve(-500, of: 1000)
        try await usage.reserve(500, of: 1000)
    }
}

/// The same over an etcd, whose servers share nothing else.
@Suite(
    .ownThread, .timeLimit(.minutes(10)), .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct S3EtcdServerTests {
    @Test func serversOverAnEtcdShareABucket() async throws {
        let double = try await S3Double()
        let place = DocumentPlace(bucket: double.bucket(), limit: 2000)
        let fixture = try await SharedFixture(documents: place)
        let stores = try fixture.servers.map { try ChunkFixture.store($0.port, fixture.token) }
        let chunk = Chunk([UInt8](repeating: 1, count: 1500))
        try await stores[0].put([chunk])
        #expect(try await stores[1].chunk(chunk.name) == chunk)
        let error = await #expect(throws: ChunkStoreError.self) {
            try await stores[1].put([Chunk([UInt8](repeating: 2, count: 1500))])
        }
        #expect(error?.code == .full)
        try await fixture.accounts.removeAccount("tests")
        await #expect(throws: ChunkStoreError.self) { try await stores[0].chunk(chunk.name) }
        let token = try await fixture.accounts.addAccount("tests")
        let other = try ChunkFixture.store(fixture.servers[0].port, token)
        #expect(try await other.chunk(chunk.name) == nil)
        #expect(try await other.names().isEmpty)
    }
}
