public import Documents
import Glibc

/// A store of chunks for a test, with a clock that the test moves.
public protocol ChunkStoreFixture: Sendable {
    var store: any ChunkStore { get }
    /// The name under which the store keeps a chunk.
    func stored(_ name: ChunkName) -> ChunkName
    /// Moves the clock on by some seconds.
    func pass(_ seconds: Double)
    /// Puts other bytes under the name of a chunk, as a bad disk does.
    func damage(_ name: ChunkName) throws
    /// Leaves only the beginning of a chunk, as after an interrupted write.
    func tear(_ name: ChunkName) throws
}

/// Sets the time of a file back.
public func age(_ path: String, by seconds: Double) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    status.st_mtim.tv_sec -= Int(seconds)
    utimensat(AT_FDCWD, path, [status.st_mtim, status.st_mtim], 0)
}

extension ChunkStoreFixture {
    public func stored(_ name: ChunkName) -> ChunkName { name }

    fileprivate func stored(_ chunks: [Chunk]) -> [ChunkName] {
        chunks.map { stored($0.name) }.sorted()
    }
}

/// The promises of every store of chunks. Each throws if the store breaks it.
public enum ChunkStoreRules {
    struct Broken: Error { var rule: String }

    private static let day = 24.0 * 3600

    /// A promise: its name, and a function that throws if a store breaks it.
    public typealias Rule = (
        name: String, check: @Sendable (any ChunkStoreFixture) async throws -> Void
    )

    /// The names of all promises.
    public static var names: [String] { all.map(\.name) }

    /// Throws if a store breaks a promise.
    public static func check(_ name: String, _ fixture: any ChunkStoreFixture) async throws {
        guard let rule = all.first(where: { $0.name == name }) else { throw Broken(rule: name) }
        try await rule.check(fixture)
    }

    static let all: [Rule] =
        [
            ("storedChunksAreReadBack", storedChunksAreReadBack),
            ("missingChunksAreReported", missingChunksAreReported),
            ("repeatedPutStoresAChunkOnce", repeatedPutStoresAChunkOnce),
            ("leaseKeepsAChunk", leaseKeepsAChunk),
            ("putRenewsTheLease", putRenewsTheLease),
            ("damagedChunkIsReported", damagedChunkIsReported),
            ("truncatedChunkIsReported", truncatedChunkIsReported),
            ("concurrentWritersStoreEveryChunk", concurrentWritersStoreEveryChunk),
            ("collectionKeepsRequestedChunks", collectionKeepsRequestedChunks),
        ]

    static func expect(_ isTrue: Bool, _ rule: String) throws {
        if !isTrue { throw Broken(rule: rule) }
    }

    static func chunk(_ text: String) -> Chunk { Chunk(Array(text.utf8)) }

    static func storedChunksAreReadBack(_ fixture: any ChunkStoreFixture) async throws {
        let store = fixture.store
        let chunks = (0..<70).map { chunk("chunk \($0)") } + [Chunk([])]
        try await store.put(chunks)
        for chunk in chunks {
            try expect(
                await store.chunk(chunk.name) == chunk, "a chunk must be read back unchanged")
        }
        try expect(
            await store.chunk(chunk("other").name) == nil, "an unknown chunk must be missing")
        try expect(await store.names() == fixture.stored(chunks), "all names must be listed")
        try await store.put([])
    }

    static func missingChunksAreReported(_ fixture: any ChunkStoreFixture) async throws {
        let store = fixture.store
        let (a, b, c) = (chunk("a"), chunk("b"), chunk("c"))
        try expect(
            await store.missing(of: [a.name]) == [a.name], "an empty store must lack every chunk")
        try expect(await store.names().isEmpty, "an empty store must list no names")
        try await store.put([b])
        try expect(
            await store.missing(of: [c.name, b.name, a.name]) == [c.name, a.name],
            "missing chunks must be reported in order")
        try expect(await store.missing(of: []) == [], "no chunk of an empty list may be missing")
    }

    static func repeatedPutStoresAChunkOnce(_ fixture: any ChunkStoreFixture) async throws {
        let chunk = chunk("a")
        try await fixture.store.put([chunk, chunk])
        try await fixture.store.put([chunk])
        try expect(
            await fixture.store.names() == fixture.stored([chunk]), "a chunk must be stored once")
    }

    static func leaseKeepsAChunk(_ fixture: any ChunkStoreFixture) async throws {
        let store = fixture.store
        let (a, b) = (chunk("a"), chunk("b"))
        try await store.put([a, b])
        fixture.pass(29 * day)
        try await store.remove(fixture.stored([a, b]))
        try expect(await store.missing(of: [a.name]).isEmpty, "a chunk within its lease must stay")
        fixture.pass(2 * day)
        try await store.remove(fixture.stored([a, b, chunk("c")]))
        try expect(
            await store.names() == fixture.stored([a]),
            "only the chunk with a renewed lease must stay")
    }

    static func putRenewsTheLease(_ fixture: any ChunkStoreFixture) async throws {
        let store = fixture.store
        let chunk = chunk("a")
        try await store.put([chunk])
        for _ in 0..<3 {
            fixture.pass(29 * day)
            try await store.put([chunk])
            try await store.remove(fixture.stored([chunk]))
            try expect(await store.missing(of: [chunk.name]).isEmpty, "a put must renew the lease")
        }
        fixture.pass(31 * day)
        try await store.remove(fixture.stored([chunk]))
        try expect(await store.chunk(chunk.name) == nil, "a chunk without a lease must be removed")
    }

    static func damagedChunkIsReported(_ fixture: any ChunkStoreFixture) async throws {
        let chunk = chunk("a")
        try await fixture.store.put([chunk])
        try fixture.damage(chunk.name)
        do {
            _ = try await fixture.store.chunk(chunk.name)
        } catch {
            return try expect(error.code == .damaged, "the error must be about damage")
        }
        throw Broken(rule: "the store must not return wrong bytes")
    }

    static func truncatedChunkIsReported(_ fixture: any ChunkStoreFixture) async throws {
        let chunk = chunk(String(repeating: "long ", count: 5000))
        try await fixture.store.put([chunk])
        try fixture.tear(chunk.name)
        do {
            _ = try await fixture.store.chunk(chunk.name)
        } catch {
            return try expect(error.code == .damaged, "the error must be about damage")
        }
        throw Broken(rule: "the store must not return a part of a chunk")
    }

    static func concurrentWritersStoreEveryChunk(_ fixture: any ChunkStoreFixture) async throws {
        let store = fixture.store
        let chunks = (0..<40).map { chunk("chunk \($0)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask { for chunk in chunks { try await store.put([chunk]) } }
            }
            try await group.waitForAll()
        }
        try expect(await store.names() == fixture.stored(chunks), "each chunk must be listed once")
        for chunk in chunks {
            try expect(await store.chunk(chunk.name) == chunk, "each chunk must be whole")
        }
    }

    /// Devices collect and send at the same time. A device that asked for missing chunks may rely
    /// on the answer.
    static func collectionKeepsRequestedChunks(_ fixture: any ChunkStoreFixture) async throws {
        let store = fixture.store
        let chunks = (0..<10).map { chunk("chunk \($0)") }
        let (names, collected) = (chunks.map(\.name), fixture.stored(chunks))
        for _ in 0..<20 {
            fixture.pass(31 * day)
            async let collecting: Void = store.remove(collected)
            let missing = Set(try await store.missing(of: names))
            try await store.put(chunks.filter { missing.contains($0.name) })
            try await collecting
            try expect(
                await store.missing(of: names).isEmpty,
                "a chunk that was found or put must stay during a collection")
        }
        for chunk in chunks {
            try expect(await store.chunk(chunk.name) == chunk, "each chunk must be whole")
        }
    }
}
