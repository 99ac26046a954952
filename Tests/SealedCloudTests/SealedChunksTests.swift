import CloudConformance
import Documents
import Glibc
import LocalCloud
import ScratchFolder
import SealedCloud
import Testing

/// Sealed chunks keep the promises of all chunk stores, and reveal nothing of their content.
struct SealedChunksTests {
    private static let secret = SealingSecret()
    private let sealing = SealedChunks(Self.secret, store: "")

    private final class Fixture: ChunkStoreFixture {
        let folder = ScratchFolder()
        let sealing = SealedChunks(SealedChunksTests.secret, store: "")
        private var chunks: ChunkFolder {
            ChunkFolder(path: folder.path("chunks"), sealing: sealing)
        }
        var store: any ChunkStore { chunks }

        func stored(_ name: ChunkName) -> ChunkName { sealing.storedName(of: name) }

        func pass(_ seconds: Double) {
            for name in (try? chunks.names()) ?? [] { age(storedPath(name), by: seconds) }
        }

        private func path(_ name: ChunkName) -> String { storedPath(stored(name)) }

        private func storedPath(_ name: ChunkName) -> String {
            folder.path("chunks/\(name.description.prefix(2))/\(name)")
        }

        func damage(_ name: ChunkName) throws {
            let file = try #require(fopen(path(name), "we"))
            fputs("other", file)
            fclose(file)
        }

        func tear(_ name: ChunkName) throws { #expect(truncate(path(name), 1000) == 0) }
    }

    @Test(arguments: ChunkStoreRules.names)
    func sealedFolderFollowsTheChunkStoreRule(_ rule: String) async throws {
        try await ChunkStoreRules.check(rule, Fixture())
    }

    private func chunk(_ length: Int) -> Chunk { Chunk([UInt8](repeating: 65, count: length)) }

    @Test(arguments: [0, 1, 4091, 4092, 4093, 65_536, Manifest.longestChunk])
    func sealedChunkOpensAgain(_ length: Int) throws {
        let chunk = chunk(length)
        let stored = try sealing.sealed(chunk)
        #expect(sealing.opened(stored.bytes, named: chunk.name) == chunk)
        #expect(stored.name == sealing.storedName(of: chunk.name))
        #expect(stored.name != chunk.name)
        #expect(stored.bytes.count == sealing.storedLength(of: length))
        #expect(stored.bytes.count <= StoredChunk.longest)
        #expect(!String(decoding: stored.bytes, as: UTF8.self).contains("AAAA"))
        // The same chunk always has the same sealed length, and never the same bytes.
        let again = try sealing.sealed(chunk)
        #expect(again.bytes.count == stored.bytes.count && again.bytes != stored.bytes)
    }

    @Test func sealedLengthsGrowInStepsOfFourKibibytes() throws {
        func length(_ count: Int) throws -> Int { try sealing.sealed(chunk(count)).bytes.count }
        #expect(try length(1) == length(4092))
        #expect(try length(4093) == length(4092) + 4096)
        #expect(try length(30_000) == length(32_764))
    }

    @Test func otherKeyOrStoreCannotNameOrOpenAChunk() throws {
        let chunk = chunk(100)
        let stored = try sealing.sealed(chunk)
        for other in [
            SealedChunks(SealingSecret(), store: ""), SealedChunks(Self.secret, store: "other"),
        ] {
            #expect(other.storedName(of: chunk.name) != stored.name)
            #expect(other.opened(stored.bytes, named: chunk.name) == nil)
        }
    }

    @Test func changedOrMovedChunkDoesNotOpen() throws {
        let chunk = chunk(100)
        let stored = try sealing.sealed(chunk)
        for index in stride(from: 0, to: stored.bytes.count, by: 97) {
            var bytes = stored.bytes
            bytes[index] ^= 1
            #expect(sealing.opened(bytes, named: chunk.name) == nil)
        }
        #expect(sealing.opened(Array(stored.bytes.dropLast()), named: chunk.name) == nil)
        #expect(sealing.opened([], named: chunk.name) == nil)
        #expect(sealing.opened(chunk.content, named: chunk.name) == nil)
        #expect(sealing.opened(stored.bytes, named: self.chunk(101).name) == nil)
    }
}
