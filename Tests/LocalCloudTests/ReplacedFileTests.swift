import FileCoordination
import Glibc
import Replication
import SQLite
import ScratchFolder
import Synchronization
import Testing

@testable import CloudConformance
@testable import LocalCloud

/// Files that are deleted or replaced behind an open connection.
@Suite(.timeLimit(.minutes(10))) struct ReplacedFileTests {
    let folder = ScratchFolder()
    var path: String { folder.path("local/cloud.sqlite") }

    @Test func deletedFileIsRecreatedWithANewEpoch() async throws {
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

    @Test func missingFolderIsRecreated() async throws {
        let cloud = try LocalCloud(path: path)
        try await cloud.commit(.set("a", "1"))
        rename(folder.path("local"), folder.path("away"))
        try await cloud.commit(.set("b", "1"))
        #expect(try await cloud.listAll().entries.map(\.key) == ["b"])
        let away = try LocalCloud(path: folder.path("away/cloud.sqlite"))
        #expect(try await away.listAll().entries.map(\.key) == ["a"])
    }

    /// The change is heard at once, and not only at the next poll.
    @Test(.timeLimit(.minutes(10))) func recreatedFolderStillGivesHints() async throws {
        let cloud = try LocalCloud(path: path)
        let doorbell = try Doorbell(path: path + "-bell")
        // Polls so rarely that only a ring can be heard.
        let net = SlowNet(for: doorbell, every: 3_600_000) { nil }
        let hints = net.hints()
        var iterator = hints.makeAsyncIterator()
        rename(folder.path("local"), folder.path("away"))
        try await cloud.commit(.set("b", "1"))
        #expect(await iterator.next() != nil)
        withExtendedLifetime(net) {}
    }

    @Test func replacementFileBecomesTheCloud() async throws {
        let other = try LocalCloud(path: folder.path("local/other.sqlite"))
        try await other.commit(.set("x", "1"))
        let cloud = try LocalCloud(path: path)
        try await cloud.commit(.set("a", "1"))
        for suffix in ["", "-wal", "-shm"] {
            rename(folder.path("local/other.sqlite" + suffix), path + suffix)
        }
        #expect(try await cloud.listAll().entries.map(\.key) == ["x"])
    }

    @Test func replacementFileMustBeACloud() async throws {
        let cloud = try LocalCloud(path: path)
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        try writeAtomically(Array(repeating: 1, count: 2000), to: path)
        let error = await #expect(throws: CloudError.self) { try await cloud.quota() }
        #expect(error?.code == .unusable)
        unlink(path)
        #expect(try await cloud.quota().head == 0)
    }

    @Test func slowNetFindsChangesWithoutARing() async throws {
        let doorbell = try Doorbell(path: folder.path("bell"))
        let state = StateBox()
        let net = SlowNet(for: doorbell, every: 1) { state.value.withLock { $0 } }
        let hints = net.hints()
        var iterator = hints.makeAsyncIterator()
        for head in Int64(1)...3 {
            state.value.withLock { $0?.head = head }
            #expect(await iterator.next() != nil)
        }
        state.value.withLock { $0?.epoch = "2" }
        #expect(await iterator.next() != nil)
        withExtendedLifetime(net) {}
    }

    /// A server has thousands of clouds that are idle.
    @Test func slowNetOpensOnlyWrittenFiles() async throws {
        let doorbell = try Doorbell(path: folder.path("bell"))
        let state = StateBox()
        let looks = Mutex(0)
        let file = folder.path("written")
        let net = SlowNet(for: doorbell, every: 1, files: [file]) {
            looks.withLock { $0 += 1 }
            return state.value.withLock { $0 }
        }
        let hints = net.hints()
        var last = -1
        while last != looks.withLock({ $0 }) {
            last = looks.withLock { $0 }
            try await Task.sleep(for: .milliseconds(50))
        }
        state.value.withLock { $0?.head = 1 }
        try writeAtomically([1], to: file)
        var iterator = hints.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        // The latest write may not be fully visible yet.
        state.value.withLock { $0?.head = 2 }
        #expect(await iterator.next() != nil)
        withExtendedLifetime(net) {}
    }

    /// Polling stops when the last listener leaves, and starts again for a later one.
    @Test(.timeLimit(.minutes(10))) func slowNetPollsOnlyForListeners() async throws {
        let doorbell = try Doorbell(path: folder.path("bell"))
        let state = StateBox()
        let looks = Mutex(0)
        let net = SlowNet(for: doorbell, every: 1) {
            looks.withLock { $0 += 1 }
            return state.value.withLock { $0 }
        }
        for head in Int64(1)...3 {
            let listening = Task {
                for await _ in net.hints() { return }
            }
            while !doorbell.isHeard { try await Task.sleep(for: .milliseconds(1)) }
            // The first poll must be over, since the listener leaves as soon as it hears of a
            // change.
            while looks.withLock({ $0 }) < 3 { try await Task.sleep(for: .milliseconds(1)) }
            state.value.withLock { $0?.head = head * 100 }
            await listening.value
            while doorbell.isHeard { try await Task.sleep(for: .milliseconds(1)) }
            var last = -1
            while last != looks.withLock({ $0 }) {
                last = looks.withLock { $0 }
                try await Task.sleep(for: .milliseconds(50))
            }
            looks.withLock { $0 = 0 }
        }
    }

    final class StateBox: Sendable {
        let value = Mutex<CloudState?>(CloudState(epoch: "1", head: 0, floor: 0))
    }
}
