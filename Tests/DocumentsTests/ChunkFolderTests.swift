import CloudConformance
import Documents
import Glibc
import LocalCloud
import ScratchFolder
import Synchronization
import Testing

/// A folder of chunks keeps the promises of every store of chunks, and some of its own.
struct ChunkFolderTests {
    final class Fixture: ChunkStoreFixture {
        let folder = ScratchFolder()
        let time = Mutex(ChunkFolder.time())
        var chunks: ChunkFolder {
            ChunkFolder(path: folder.path + "/deep/chunks") { [self] in time.withLock { $0 } }
        }
        var store: any ChunkStore { chunks }

        func pass(_ seconds: Double) { time.withLock { $0 += seconds } }

        func path(_ name: ChunkName) -> String {
            "\(chunks.path)/\(name.description.prefix(2))/\(name)"
        }

        func damage(_ name: ChunkName) throws {
            let file = try #require(fopen(path(name), "we"))
            fputs("other", file)
            fclose(file)
        }

        func tear(_ name: ChunkName) throws { #expect(truncate(path(name), 1000) == 0) }
    }

    /// A folder whose files get older, so that files written later are newer.
    private final class AgedFixture: ChunkStoreFixture {
        private let inner = Fixture()
        var store: any ChunkStore { inner.store }
        func damage(_ name: ChunkName) throws { try inner.damage(name) }
        func tear(_ name: ChunkName) throws { try inner.tear(name) }

        func pass(_ seconds: Double) {
            for name in (try? inner.chunks.names()) ?? [] { age(inner.path(name), by: seconds) }
        }
    }

    @Test(arguments: ChunkStoreRules.names)
    func folderKeepsTheRuleOfChunkStores(_ rule: String) async throws {
        try await ChunkStoreRules.check(rule, AgedFixture())
    }

    /// A copy with missing chunks must fail, since a backup must not omit anything silently.
    @Test func copyFailsIfAChunkCannotBeRead() throws {
        let fixture = Fixture()
        let chunks = (0..<3).map { Chunk([$0]) }
        let files = ChunkFiles(path: fixture.chunks.path)
        try files.put(chunks.map { StoredChunk(name: $0.name, bytes: $0.content) })
        let copy = fixture.folder.path("copy")
        try files.copy(to: copy)
        #expect(try ChunkFiles(path: copy).names() == chunks.map(\.name).sorted())
        let path = fixture.path(chunks[0].name)
        #expect(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        #expect(throws: ChunkStoreError.self) { try files.copy(to: copy) }
        let folder = String(path.dropLast(65))
        #expect(rmdir(path) == 0 && rmdir(folder) == 0 && symlink(folder, folder) == 0)
        #expect(throws: ChunkStoreError.self) { try files.copy(to: copy) }
    }

    /// A lock that can't be checked must not count as free.
    @Test func waitingFailsIfTheLockCannotBeChecked() throws {
        let fixture = Fixture()
        let files = ChunkFiles(path: fixture.chunks.path)
        #expect(try files.waitForChanges(seconds: 0))
        #expect(mkdir(fixture.folder.path + "/deep", 0o700) == 0)
        #expect(mkdir(files.path, 0o700) == 0 && mkdir(files.path + "/lock", 0o700) == 0)
        #expect(throws: ChunkStoreError.self) { try files.waitForChanges(seconds: 0) }
    }

    @Test func chunksAreReadableOnlyByTheirOwner() throws {
        let fixture = Fixture()
        let chunk = Chunk(Array("a".utf8))
        try fixture.chunks.put([chunk])
        var status = stat()
        #expect(stat(fixture.path(chunk.name), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(stat(fixture.chunks.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
    }

    /// A folder may have files of other programs.
    @Test func otherFilesAreNotListedAsChunks() throws {
        let fixture = Fixture()
        let chunk = Chunk(Array("a".utf8))
        try fixture.chunks.put([chunk])
        for name in ["README", "\(fixture.path(chunk.name).suffix(64).prefix(2))/notes.txt"] {
            let file = try #require(fopen(fixture.chunks.path + "/" + name, "we"))
            fclose(file)
        }
        #expect(try fixture.chunks.names() == [chunk.name])
    }

    @Test func aFileTooLongForAChunkIsDamaged() throws {
        let fixture = Fixture()
        let chunk = Chunk(Array("a".utf8))
        try fixture.chunks.put([chunk])
        #expect(truncate(fixture.path(chunk.name), 1 << 30) == 0)
        #expect(throws: ChunkStoreError.self) { _ = try fixture.chunks.chunk(chunk.name) }
    }

    @Test func aTornChunkIsPutAgain() throws {
        let fixture = Fixture()
        let chunk = Chunk([UInt8](repeating: 7, count: 5000))
        try fixture.chunks.put([chunk])
        try fixture.tear(chunk.name)
        try fixture.chunks.put([chunk])
        #expect(try fixture.chunks.chunk(chunk.name) == chunk)
    }

    @Test func pipeInPlaceOfAChunkIsAnError() throws {
        let fixture = Fixture()
        let chunk = Chunk(Array("a".utf8))
        try fixture.chunks.put([chunk])
        unlink(fixture.path(chunk.name))
        #expect(mkfifo(fixture.path(chunk.name), 0o600) == 0)
        #expect(throws: ChunkStoreError.self) { _ = try fixture.chunks.chunk(chunk.name) }
    }

    /// A chunk of which a killed writer left only a temporary file is put again.
    @Test func leftoverOfAKilledWriterIsNotAChunk() throws {
        let fixture = Fixture()
        let chunk = Chunk(Array("a".utf8))
        try fixture.chunks.put([chunk])
        let left = fixture.path(chunk.name) + ".new-1-2"
        #expect(rename(fixture.path(chunk.name), left) == 0)
        #expect(try fixture.chunks.missing(of: [chunk.name]) == [chunk.name])
        #expect(try fixture.chunks.names().isEmpty)
        try fixture.chunks.put([chunk])
        #expect(access(left, F_OK) != 0)
        #expect(try fixture.chunks.chunk(chunk.name) == chunk)
    }
}
