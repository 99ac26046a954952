import CloudConformance
import CloudServer
import Documents
import RemoteClouds
import SealedCloud
import Synchronization
import TestSupport
import Testing

@testable import ServerAccounts

/// Contents over HTTP, with the failures that can happen there.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct ChunkStoreTests {
    private static let sealed = SealedChunks(SealingSecret(), store: "")

    private func chunks(_ count: Int, length: Int = 1000) -> [Chunk] {
        (0..<count).map { number in
            Chunk(
                (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number) + 0 } + [
                    UInt8(truncatingIfNeeded: number >> 8)
                ])
        }
    }

    @Test(arguments: ChunkStoreRules.names, [false, true])
    func serverFollowsTheChunkStoreRule(_ rule: String, _ isSealed: Bool) async throws {
        let sealing: any ChunkSealing = isSealed ? Self.sealed : PlainChunks()
        try await ChunkStoreRules.check(rule, ChunkFixture(sealing: sealing))
    }

    /// A client that believed the server would ask forever.
    @Test func endlessListingOfTheSameNameIsRefused() async throws {
        let body = #"{"names":["\#(Chunk([1]).name)"],"more":true}"#
        let answer =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let server = try JunkServer(saying: Array(answer.utf8))
        let store = try ChunkFixture.store(server.port, "token")
        let error = await #expect(throws: ChunkStoreError.self) { try await store.names() }
        #expect(error?.description.contains("lists the contents of documents in no order") == true)
    }

    /// The server stored a chunk, but its reply was lost.
    @Test(arguments: [false, true])
    func lostReplyDoesNotSendAChunkTwice(_ isSealed: Bool) async throws {
        let sealing: any ChunkSealing = isSealed ? Self.sealed : PlainChunks()
        let fixture = try await ChunkFixture(sealing: sealing)
        let gateway = try await Gateway(to: fixture.server.port) { number in
            number % 5 == 3 ? .page(502) : .through
        }
        let store = try ChunkFixture.store(gateway.port, fixture.token, sealing)
        let all = chunks(60)
        var failures = 0
        while true {
            do throws(ChunkStoreError) {
                let missing = Set(try await store.missing(of: all.map(\.name)))
                if missing.isEmpty { break }
                try await store.put(all.filter { missing.contains($0.name) })
            } catch {
                #expect(error.code == .unreachable)
                failures += 1
            }
        }
        #expect(failures > 0)
        #expect(fixture.count("stored") == 60 && fixture.count("there") == 0)
        #expect(try await fixture.store.chunks(all.map(\.name)) == all)
    }

    @Test func fullAccountAcceptsChunksAgainAfterACollection() async throws {
        let fixture = try await ChunkFixture(documentLimit: 10_000)
        let all = chunks(20)
        let error = await #expect(throws: ChunkStoreError.self) { try await fixture.store.put(all) }
        #expect(error?.code == .full)
        let kept = try await fixture.store.names()
        #expect(kept.count == 9)
        // Chunks that the server has already are not sent again, and need no room.
        try await fixture.store.put(all.filter { kept.contains($0.name) })
        let other = try #require(all.first { !kept.contains($0.name) })
        await #expect(throws: ChunkStoreError.self) { try await fixture.store.put([other]) }
        fixture.pass(31 * 24 * 3600)
        try await fixture.store.remove(Array(kept.prefix(1)))
        try await fixture.store.put([other])
        #expect(try fixture.accounts.accounts().first?.documents == 9009)
    }

    /// Another server uses the same folder, and removes chunks that this server counted.
    @Test func usageIsCountedAgainBeforeRefusingAFullAccount() throws {
        let there = Mutex(100)
        let usage = ContentUsage(shortest: .zero) { there.withLock(\.self) }
        try usage.reserve(900, of: 1000)
        there.withLock { $0 = 1000 }
        #expect(throws: ContentsAreFull.self) { try usage.reserve(1, of: 1000) }
        there.withLock { $0 = 500 }
        try usage.reserve(500, of: 1000)
        usage.add(-1)
        let patient = ContentUsage { there.withLock(\.self) }
        try patient.reserve(500, of: 1000)
        there.withLock { $0 = 0 }
        #expect(throws: ContentsAreFull.self) { try patient.reserve(1, of: 1000) }
    }

    @Test func cutConnectionIsUnreachableAndKeepsStoredChunks() async throws {
        let fixture = try await ChunkFixture()
        let cable = try Cable(to: fixture.server.port)
        var patience = HTTPCloud.Patience.ofTests
        let all = chunks(30)
        let slow = try ChunkFixture.store(cable.port, fixture.token, patience: patience)
        try await slow.put(Array(all.prefix(10)))
        patience.answering = .milliseconds(300)
        let store = try ChunkFixture.store(cable.port, fixture.token, patience: patience)
        cable.cut()
        let error = await #expect(throws: ChunkStoreError.self) { try await store.put(all) }
        #expect(error?.code == .unreachable)
        cable.mend()
        #expect(try await fixture.store.names().count >= 10)
        let missing = Set(try await slow.missing(of: all.map(\.name)))
        try await slow.put(all.filter { missing.contains($0.name) })
        #expect(try await slow.chunks(all.map(\.name)) == all)
    }

    /// A client that sends too many calls waits as long as the server says, and then continues.
    @Test func uploadWaitsWhenTheServerLimitsCalls() async throws {
        var limits = ServiceLimits()
        limits.chunkCallsAtOnce = 5
        limits.chunkCallsPerSecond = 50
        let fixture = try await ChunkFixture(limits: limits)
        try await fixture.store.put(chunks(12))
        #expect(fixture.count("stored") == 12 && fixture.count("there") == 0)
    }

    @Test func serverWithoutChunksReportsAbsence() async throws {
        let fixture = try await ChunkFixture()
        // A server of an earlier version does not know the call.
        let older = try ChunkFixture.store(fixture.server.port, fixture.token, path: "/v0")
        for store in [older] {
            for call in [
                { try await store.put([Chunk([1])]) },
                { _ = try await store.chunk(ChunkName(of: [1])) },
                { _ = try await store.missing(of: [ChunkName(of: [1])]) },
            ] as [@Sendable () async throws -> Void] {
                let error = await #expect(throws: ChunkStoreError.self) { try await call() }
                #expect(error?.code == .absent)
            }
        }
        let token = "any"
        let server = try await RunningServer(NoContents(token: token))
        let store = try ChunkFixture.store(server.port, token)
        let error = await #expect(throws: ChunkStoreError.self) {
            try await store.put([Chunk([1])])
        }
        #expect(error?.code == .absent)
    }

    /// A server over an etcd has no contents, unless it has a place for them.
    private struct NoContents: AccountDirectory {
        var token: String

        func access(token: String) -> Access? {
            Access(account: "a", scope: .write) { _ in throw CancellationError() }
        }
    }

    @Test(arguments: [200, 302, 404, 502])
    func proxyPageIsNotTakenForAChunk(_ status: Int) async throws {
        let fixture = try await ChunkFixture()
        let chunk = Chunk([1, 2, 3])
        try await fixture.store.put([chunk])
        let gateway = try await Gateway(to: fixture.server.port, .barrier(status))
        let store = try ChunkFixture.store(gateway.port, fixture.token)
        for call in [
            { try await store.put([Chunk([4])]) }, { _ = try await store.chunk(chunk.name) },
            { _ = try await store.missing(of: [chunk.name]) }, { _ = try await store.names() },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: ChunkStoreError.self) { try await call() }
            #expect(error?.code == .unreachable)
        }
    }
}
