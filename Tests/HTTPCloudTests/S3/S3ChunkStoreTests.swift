import CloudConformance
import Documents
import Glibc
import SealedCloud
import Synchronization
import TestSupport
import Testing

@testable import RemoteClouds

/// Chunks in an object store, with the failures that can happen there.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct S3ChunkStoreTests {
    /// An object store with a clock that the test moves, and a server's view of it.
    final class Fixture: ChunkStoreFixture {
        let double: S3Double
        let sealing: any ChunkSealing
        let store: any ChunkStore
        let chunks: S3Chunks

        init(_ sealing: any ChunkSealing = PlainChunks()) async throws {
            double = try await S3Double()
            self.sealing = sealing
            chunks = Self.chunks(double)
            store = S3ChunkStore(chunks, double.place, sealing: sealing)
        }

        static func chunks(
            _ double: S3Double, patience: S3Bucket.Patience = .ofTests
        ) -> S3Chunks {
            let core = double.core
            return S3Chunks(double.bucket(patience: patience), folder: "ada/1/chunks") {
                Double(time(nil)) + core.state.withLock { $0.ahead }
            }
        }

        /// The store as another server over the same bucket opens it.
        var other: S3ChunkStore {
            S3ChunkStore(Self.chunks(double), double.place, sealing: sealing)
        }

        func stored(_ name: ChunkName) -> ChunkName { sealing.storedName(of: name) }

        func key(_ name: ChunkName) -> String { "some/prefix/" + chunks.key(stored(name)) }

        func pass(_ seconds: Double) { double.core.state.withLock { $0.ahead += seconds } }

        func damage(_ name: ChunkName) {
            double.core.state.withLock { $0.objects[key(name)]?.bytes = Array("other".utf8) }
        }

        func tear(_ name: ChunkName) {
            double.core.state.withLock {
                $0.objects[key(name)]?.bytes.removeSubrange(1000...)
            }
        }
    }

    private static let day = 24.0 * 3600
    private static let sealed = SealedChunks(SealingSecret(), store: "")

    private func chunks(_ count: Int) -> [Chunk] {
        (0..<count).map { Chunk(Array("chunk \($0)".utf8)) }
    }

    @Test(arguments: ChunkStoreRules.names, [false, true])
    func objectStoreFollowsTheChunkStoreRule(_ rule: String, _ isSealed: Bool) async throws {
        let fixture = try await Fixture(isSealed ? Self.sealed : PlainChunks())
        try await ChunkStoreRules.check(rule, fixture)
    }

    /// The promises hold even if calls fail in between, since each call is repeated.
    @Test(
        arguments: ChunkStoreRules.names,
        [
            S3Double.Answer.fault(500, "InternalError"), .lateFault(503, "SlowDown"), .page(502),
            .end, .fault200, .noTag,
        ])
    func chunkStoreRuleHoldsWhenCallsFail(_ rule: String, _ answer: S3Double.Answer) async throws {
        let fixture = try await Fixture()
        fixture.double.answer { _, attempt in attempt % 2 == 0 ? answer : .through }
        try await ChunkStoreRules.check(rule, fixture)
    }

    /// The number of calls for a thousand chunks: to upload them, to repeat that, and to renew
    /// their leases.
    @Test func thousandChunksNeedFewExtraCalls() async throws {
        let fixture = try await Fixture()
        let double = fixture.double
        let all = chunks(1000)
        let names = all.map(\.name)
        #expect(try await fixture.store.missing(of: names) == names)
        #expect(double.calls() == 1, "one listing must show that all are missing")
        try await fixture.store.put(all)
        #expect(
            double.calls("PUT") == 1000 && double.calls() == 1001,
            "an upload must not check each chunk first")
        double.forgetCalls()
        #expect(try await fixture.store.missing(of: names).isEmpty)
        #expect(double.calls() == 0)
        #expect(try await fixture.other.missing(of: names).isEmpty)
        #expect(double.calls() == double.calls("LIST") && double.calls() <= 2)
        // Leases are renewed once, and then not for half a day.
        fixture.pass(Self.day)
        double.forgetCalls()
        #expect(try await fixture.store.missing(of: names).isEmpty)
        #expect(double.calls("COPY") == 1000 && double.calls() <= 1002)
        fixture.pass(Self.day / 4)
        #expect(try await fixture.store.missing(of: names).isEmpty)
        #expect(try await fixture.other.missing(of: names).isEmpty)
        #expect(double.calls("COPY") == 1000 && double.calls() <= 1004)
        // A collection does not look at chunks whose lease has not ended.
        double.forgetCalls()
        try await fixture.store.remove(names)
        #expect(double.calls() == 0)
        fixture.pass(31 * Self.day)
        try await fixture.store.remove(names)
        #expect(double.calls("HEAD") == 1000 && double.calls("DELETE") == 1000)
        #expect(try await fixture.store.names().isEmpty)
    }

    /// In a large bucket, a few chunks are checked one by one, and many are listed as far as that
    /// is cheaper.
    @Test func largeBucketIsNotListedForAFewChunks() async throws {
        let fixture = try await Fixture()
        let now = Double(time(nil))
        let many = (0..<10_000).map { Chunk(Array("old \($0)".utf8)) }
        let keys = many.map { fixture.key($0.name) }
        fixture.double.core.state.withLock { state in
            for key in keys {
                state.objects[key] = .init(bytes: [1], renewed: "\(Int(now))", modified: now)
            }
        }
        let few = many.prefix(10).map(\.name) + chunks(10).map(\.name)
        #expect(try await fixture.store.missing(of: few) == chunks(10).map(\.name))
        #expect(fixture.double.calls("HEAD") == 20 && fixture.double.calls() == 20)
        fixture.double.forgetCalls()
        let some = many[1000..<1100].map(\.name) + chunks(10).map(\.name)
        #expect(
            try await fixture.other.missing(of: some) == chunks(10).map(\.name))
        #expect(fixture.double.calls("LIST") <= 7)
        #expect(fixture.double.calls() < 110)
        #expect(try await fixture.store.names().count == 10_000)
    }

    /// Two servers share a bucket: one collects chunks that a device has asked the other about.
    @Test func collectionKeepsChunksThatADeviceAskedFor() async throws {
        let fixture = try await Fixture()
        let (store, other) = (fixture.store, fixture.other)
        let all = chunks(10)
        let names = all.map(\.name)
        for _ in 0..<20 {
            fixture.pass(31 * Self.day)
            async let collecting: Void = store.remove(names)
            let missing = Set(try await store.missing(of: names))
            try await store.put(all.filter { missing.contains($0.name) })
            try await collecting
            #expect(try await store.missing(of: names).isEmpty)
            #expect(try await other.missing(of: names).isEmpty)
        }
        #expect(try await store.chunks(names) == all)
        // A lease that is about to end is renewed by the first server that is asked.
        fixture.pass(29 * Self.day)
        #expect(try await other.missing(of: names).isEmpty)
        fixture.pass(2 * Self.day)
        try await store.remove(names)
        #expect(try await store.chunks(names) == all)
    }

    /// A device that is told that a chunk is there may rely on that for 30 days, so a chunk whose
    /// lease has ended is sent again.
    @Test func chunkWithAnEndedLeaseIsSentAgain() async throws {
        let fixture = try await Fixture()
        let all = chunks(2)
        try await fixture.store.put(all)
        fixture.pass(30.2 * Self.day)
        #expect(try await fixture.other.missing(of: all.map(\.name)) == all.map(\.name))
        try await fixture.other.put([all[0]])
        fixture.pass(2 * Self.day)
        try await fixture.store.remove(all.map(\.name))
        #expect(try await fixture.store.names() == [all[0].name])
    }

    /// Other programs that copy a bucket may omit the objects' metadata.
    @Test func objectWithoutALeaseHasOneFromItsWriteTime() async throws {
        let fixture = try await Fixture()
        let all = chunks(2)
        let (now, day) = (Double(time(nil)), Self.day)
        for (chunk, age) in zip(all, [29, 31.0]) {
            fixture.double.core.state.withLock {
                $0.objects[fixture.key(chunk.name)] = .init(
                    bytes: chunk.content, renewed: nil, modified: now - age * day)
            }
        }
        #expect(try await fixture.store.missing(of: all.map(\.name)) == [all[1].name])
        try await fixture.other.remove(all.map(\.name))
        #expect(try await fixture.store.names() == [all[0].name])
    }

    /// A bucket may have objects of other programs.
    @Test func otherObjectsAreNotListedAsChunks() async throws {
        let fixture = try await Fixture()
        let chunk = chunks(1)[0]
        try await fixture.store.put([chunk])
        for key in ["README", "ab/\(chunk.name)", "zz/notes.txt"] {
            fixture.double.core.state.withLock {
                $0.objects["some/prefix/ada/1/chunks/" + key] = .init(
                    bytes: [1], renewed: nil, modified: 0)
            }
        }
        #expect(try await fixture.store.names() == [chunk.name])
    }
}
