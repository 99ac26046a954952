import CloudConformance
import Documents
import Glibc
import ScratchFolder
import SealedCloud
import Synchronization
import TestSupport
import Testing

@testable import RemoteClouds

/// Chunks in a real object store. One test stops a part of the store, so the tests run one after
/// the other.
@Suite(
    .ownThread, .serialized, .timeLimit(.minutes(10)),
    .enabled(if: ObjectStore.running != nil, ObjectStore.isMissing))
struct RealObjectStoreTests {
    /// A prefix of its own in the store, with a clock that the test moves.
    private final class Fixture: ChunkStoreFixture {
        let there: ObjectStore
        let place: S3Place
        let sealing: any ChunkSealing
        let chunks: S3Chunks
        let store: any ChunkStore
        private let folder = ScratchFolder()
        private let clock = Clock()

        final class Clock: Sendable {
            let ahead = Mutex(0.0)
            func now() -> Double { Double(time(nil)) + ahead.withLock(\.self) }
        }

        init(_ sealing: any ChunkSealing = PlainChunks()) throws {
            there = try #require(ObjectStore.running)
            let name = "tests/\(UInt64.random(in: 0 ... .max))"
            place = try #require(S3Place("\(there.place)/\(name)", region: there.region))
            let bucket = S3Bucket(
                place, credentials: S3Credentials(key: there.key, secret: there.secret))
            self.sealing = sealing
            let clock = clock
            chunks = S3Chunks(bucket, folder: "chunks", now: { clock.now() })
            store = S3ChunkStore(chunks, place, sealing: sealing)
        }

        func stored(_ name: ChunkName) -> ChunkName { sealing.storedName(of: name) }

        func pass(_ seconds: Double) { clock.ahead.withLock { $0 += seconds } }

        private func url(_ name: ChunkName) -> String {
            "s3://\(place.bucket)/\(place.prefix)\(chunks.key(stored(name)))"
        }

        func damage(_ name: ChunkName) throws {
            folder.write("bytes", "other".utf8)
            try there.s3cmd("put", folder.path("bytes"), url(name))
        }

        func tear(_ name: ChunkName) throws {
            try there.s3cmd("get", "--force", url(name), folder.path("bytes"))
            #expect(truncate(folder.path("bytes"), 1000) == 0)
            try there.s3cmd("put", folder.path("bytes"), url(name))
        }
    }

    @Test(arguments: ChunkStoreRules.names)
    func realStoreFollowsTheChunkStoreRule(_ rule: String) async throws {
        try await ChunkStoreRules.check(rule, Fixture())
    }

    @Test(arguments: ChunkStoreRules.names)
    func realStoreFollowsTheRuleWithSealedChunks(_ rule: String) async throws {
        try await ChunkStoreRules.check(rule, Fixture(SealedChunks(SealingSecret(), store: "")))
    }

    /// A real store refuses with the same error codes as the double.
    @Test func realStoreRefusesWrongCredentialsAndPlaces() async throws {
        let there = try #require(ObjectStore.running)
        let place = try #require(S3Place(there.place, region: there.region))
        let right = S3Credentials(key: there.key, secret: there.secret)
        func code(
            _ place: S3Place, _ credentials: S3Credentials
        ) async -> ChunkStoreError.Code? {
            let bucket = S3Bucket(place, credentials: credentials)
            do { try await bucket.check() } catch { return error.code }
            return nil
        }
        #expect(await code(place, right) == nil)
        #expect(
            await code(place, S3Credentials(key: there.key, secret: "other")) == .notAllowed)
        #expect(
            await code(place, S3Credentials(key: "other", secret: there.secret)) == .notAllowed)
        var other = place
        other.bucket = "others"
        #expect(await code(other, right) == .notAllowed)
        other = place
        other.region = "elsewhere-1"
        #expect(await code(other, right) == .notAllowed)
    }

    /// Without the node that has the objects, no chunk is reported as present or missing, and none
    /// is lost.
    @Test func stoppedNodeIsNotReportedAsMissingChunks() async throws {
        let fixture = try Fixture()
        let chunks = (0..<5).map { Chunk(Array("chunk \($0)".utf8)) }
        let names = chunks.map(\.name)
        try await fixture.store.put(chunks)
        try fixture.there.stopNode()
        let fresh = S3ChunkStore(
            S3Bucket(
                fixture.place,
                credentials: S3Credentials(key: fixture.there.key, secret: fixture.there.secret)))
        let asked = await #expect(throws: ChunkStoreError.self) {
            try await fresh.missing(of: names)
        }
        let written = await #expect(throws: ChunkStoreError.self) {
            try await fresh.put([Chunk([1])])
        }
        try fixture.there.startNode()
        #expect(asked?.code == .unreachable && written?.code == .unreachable)
        #expect(try await fresh.missing(of: names).isEmpty)
        #expect(try await fresh.chunks(names) == chunks)
        try await fresh.put([Chunk([1])])
    }
}
