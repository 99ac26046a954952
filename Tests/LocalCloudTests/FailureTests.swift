import Glibc
import Replication
import SQLite
import ScratchFolder
import Testing

@testable import CloudConformance
@testable import LocalCloud

/// A failed call changes nothing, explains the failure, and works again later.
@Suite struct FailureTests {
    let folder = ScratchFolder()
    var path: String { folder.path("cloud.sqlite") }

    func batch(_ count: Int) -> [ProposedChange] {
        (0..<count).map { .set("key \($0)", String(repeating: "x", count: 1000)) }
    }

    @Test func fullDatabaseIsUnreachable() async throws {
        let cloud = try LocalCloud(path: path)
        try await cloud.commit(.set("before", "1"))
        try cloud.withFile { try $0.database.execute("PRAGMA max_page_count=12") }
        let error = await #expect(throws: CloudError.self) {
            try await cloud.compareAndSet(batch(100))
        }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("Free some space") == true)
        #expect(error?.message.contains(path) == true)
        #expect(try await cloud.listAll().entries.map(\.key) == ["before"])
        try cloud.withFile { try $0.database.execute("PRAGMA max_page_count=1000000") }
        #expect(try await cloud.compareAndSet(batch(100)).head == 101)
    }

    @Test(.enabled(if: TinyDisk.isPossible, "mounting a tmpfs needs root"))
    func fullDiskIsUnreachable() async throws {
        let disk = try #require(TinyDisk(at: folder.path, kilobytes: 256))
        defer { disk.unmount() }
        let cloud = try LocalCloud(path: path)
        try await cloud.commit(.set("before", "1"))
        let error = await #expect(throws: CloudError.self) {
            try await cloud.compareAndSet(batch(300))
        }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("Free some space") == true)
        let other = try LocalCloud(path: path)
        #expect(try await other.listAll().entries.map(\.key) == ["before"])
        try await other.commit(.delete("before", expecting: 1))
    }

    @Test func failedCommitHasAnUnknownOutcome() async {
        await #expect(processExitsWith: .success) {
            let folder = ScratchFolder()
            let cloud = try LocalCloud(path: folder.path("cloud.sqlite"))
            try await cloud.commit(.set("before", "1"))
            // A limit on the size of files makes writes fail, as on a failing disk.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 131_072, rlim_max: 131_072)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let batch = (0..<200).map {
                ProposedChange.set("key \($0)", String(repeating: "x", count: 1000))
            }
            let error = await #expect(throws: CloudError.self) {
                try await cloud.compareAndSet(batch)
            }
            #expect(error?.code == .unknownOutcome)
            let head = try await cloud.quota().head
            #expect(head == 1)
        }
    }

    @Test func lockedDatabaseIsUnreachableForWriting() async throws {
        let cloud = try LocalCloud(path: path, busyTimeout: 0, networkFileSystem: { _ in nil })
        try await cloud.commit(.set("before", "1"))
        let other = try Database(path: path)
        try other.execute("BEGIN IMMEDIATE")
        let error = await #expect(throws: CloudError.self) {
            try await cloud.commit(.set("a", "1"))
        }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("in use") == true)
        #expect(try await cloud.listAll().entries.map(\.key) == ["before"])
        try other.execute("ROLLBACK")
        try await cloud.commit(.set("a", "1"))
    }

    @Test func cloudWithoutItsStateIsUnusable() async throws {
        let cloud = try LocalCloud(path: path)
        try Database(path: path).execute("DELETE FROM meta")
        let error = await #expect(throws: CloudError.self) { try await cloud.quota() }
        #expect(error?.code == .unusable)
        #expect(error?.message.contains(path) == true)
    }
}

/// A small file system in memory, which is soon full.
struct TinyDisk {
    let path: String

    init?(at path: String, kilobytes: Int) {
        self.path = path
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else { return nil }
    }

    /// Unmounts at once for new users, and later for those with open files.
    func unmount() { umount2(path, Int32(MNT_DETACH)) }

    static let isPossible: Bool = {
        let folder = ScratchFolder()
        guard let disk = TinyDisk(at: folder.path, kilobytes: 64) else { return false }
        disk.unmount()
        return true
    }()
}
