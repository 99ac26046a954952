import FileCoordination
import Glibc
import Replication
import SQLite
import ScratchFolder
import Synchronization
import Testing

@testable import CloudConformance
@testable import LocalCloud

/// A file that goes or changes behind an open connection, as people do with files.
@Suite(.timeLimit(.minutes(10))) struct ReplacedFileTests {
    let folder = ScratchFolder()
    var path: String { folder.path("local/cloud.sqlite") }

    @Test func aDeletedFileIsMadeAnewWithAnotherEpoch() async throws {
        let (a, b) = (try LocalCloud(path: path), try LocalCloud(path: path))
        try await a.commit(.set("a", "1"))
        let epoch = try await b.quota().epoch
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        let (fromA, fromB) = (try await a.list(.start, limit: 9), try await b.quota())
        #expect(fromA.value.entries == [])
        #expect(fromA.epoch != epoch)
        #expect(fromA.epoch == fromB.epoch)
        try await a.commit(.set("b", "1"))
        #expect(try await b.listAll().entries.map(\.key) == ["b"])
    }

    @Test func aDeletedFolderIsMadeAnew() async throws {
        let cloud = try LocalCloud(path: path)
        try await cloud.commit(.set("a", "1"))
        rename(folder.path("local"), folder.path("away"))
        try await cloud.commit(.set("b", "1"))
        #expect(try await cloud.listAll().entries.map(\.key) == ["b"])
        let away = try LocalCloud(path: folder.path("away/cloud.sqlite"))
        #expect(try await away.listAll().entries.map(\.key) == ["a"])
    }

    /// Heard at once, and not when somebody looks after it.
    @Test(.timeLimit(.minutes(10))) func aFolderThatWasMadeAnewIsListenedTo() async throws {
        let cloud = try LocalCloud(path: path)
        let doorbell = try Doorbell(path: path + "-bell")
        // So rarely looked after that only a ring can be heard.
        let hints = hintStream(of: doorbell, every: 3_600_000) { nil }
        var iterator = hints.makeAsyncIterator()
        rename(folder.path("local"), folder.path("away"))
        try await cloud.commit(.set("b", "1"))
        #expect(await iterator.next() != nil)
    }

    @Test func aFileInItsPlaceIsTheCloudFromNowOn() async throws {
        let other = try LocalCloud(path: folder.path("local/other.sqlite"))
        try await other.commit(.set("x", "1"))
        let cloud = try LocalCloud(path: path)
        try await cloud.commit(.set("a", "1"))
        for suffix in ["", "-wal", "-shm"] {
            rename(folder.path("local/other.sqlite" + suffix), path + suffix)
        }
        #expect(try await cloud.listAll().entries.map(\.key) == ["x"])
    }

    @Test func whatIsInItsPlaceMustBeACloud() async throws {
        let cloud = try LocalCloud(path: path)
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        try writeAtomically(Array(repeating: 1, count: 2000), to: path)
        let error = await #expect(throws: CloudError.self) { try await cloud.quota() }
        #expect(error?.code == .unusable)
        unlink(path)
        #expect(try await cloud.quota().head == 0)
    }

    @Test func theSlowNetFindsWhatWasNotRung() async throws {
        let doorbell = try Doorbell(path: folder.path("bell"))
        let state = StateBox()
        let hints = hintStream(of: doorbell, every: 1) { state.value.withLock { $0 } }
        var iterator = hints.makeAsyncIterator()
        for head in Int64(1)...3 {
            state.value.withLock { $0?.head = head }
            #expect(await iterator.next() != nil)
        }
        state.value.withLock { $0?.epoch = "2" }
        #expect(await iterator.next() != nil)
    }

    final class StateBox: Sendable {
        let value = Mutex<CloudState?>(CloudState(epoch: "1", head: 0, floor: 0))
    }
}
