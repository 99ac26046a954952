import Glibc
import Interchange
import SQLite
import ScratchFolder
import Testing

@testable import Browsers

/// Copying a database that another program has open.
struct DatabaseCopyTests {
    private let folder = ScratchFolder()

    /// An open handle can still read the copy and its log; no other program can find them.
    @Test func removedCopyCanStillBeRead() throws {
        let path = folder.path("places.sqlite")
        let owner = try Database(path: path)
        try owner.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        try owner.execute("CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)")
        let copy = try DatabaseCopy(of: path)
        let reader = try Database(path: copy.path, access: .readWrite)
        #expect(try reader.query("SELECT x FROM t") { $0.integer(0) } == [1, 2])
        copy.remove()
        #expect(access(copy.path, F_OK) != 0)
        #expect(try reader.query("SELECT x FROM t ORDER BY x DESC") { $0.integer(0) } == [2, 1])
    }

    /// A folder like those that copies make, with its files.
    private func makeFolder(_ name: String) -> String {
        let path = folder.path(name)
        mkdir(path, 0o700)
        for file in ["copy.sqlite", "copy.sqlite-wal"] { folder.write("\(name)/\(file)", [1]) }
        return path
    }

    /// The next copy removes what a killed program left behind, but not the copy of a program that
    /// is still running.
    @Test func nextCopyRemovesLeftoversOfKilledPrograms() throws {
        try Database(path: folder.path("a.sqlite")).execute("CREATE TABLE t(x)")
        mkdir(folder.path("tmp"), 0o700)
        _ = makeFolder("tmp/cloudy-import-left00")
        _ = makeFolder("tmp/cloudy-other")
        let used = open(makeFolder("tmp/cloudy-import-used00"), O_RDONLY | O_CLOEXEC)
        defer { close(used) }
        #expect(flock(used, LOCK_EX) == 0)
        symlink(makeFolder("elsewhere"), folder.path("tmp/cloudy-import-link00"))
        let others: Set = ["cloudy-other", "cloudy-import-used00", "cloudy-import-link00"]
        do {
            let copy = try DatabaseCopy(of: folder.path("a.sqlite"), in: folder.path("tmp"))
            let own = Set(folder.names("tmp")).subtracting(others)
            #expect(own.count == 1 && own.first?.hasPrefix("cloudy-import-") == true)
            let name = "tmp/\(own.first ?? "")"
            #expect(copy.path == folder.path("\(name)/copy.sqlite"))
            #expect(folder.permissions(name) == 0o700)
            #expect(folder.permissions("\(name)/copy.sqlite") == 0o600)
            let second = try DatabaseCopy(of: folder.path("a.sqlite"), in: folder.path("tmp"))
            #expect(access(copy.path, F_OK) == 0 && access(second.path, F_OK) == 0)
        }
        #expect(Set(folder.names("tmp")) == others)
        for name in ["tmp/cloudy-other", "tmp/cloudy-import-used00", "elsewhere"] {
            #expect(folder.names(name).count == 2)
        }
        flock(used, LOCK_UN)
        _ = try DatabaseCopy(of: folder.path("a.sqlite"), in: folder.path("tmp"))
        #expect(folder.names("tmp").count == 2)
    }

    @Test func cancelledCopyFails() async throws {
        try Database(path: folder.path("a.sqlite")).execute("CREATE TABLE t(x)")
        let path = folder.path("a.sqlite")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try DatabaseCopy(of: path)
        }
        await #expect(throws: ImportError.self) { try await task.value }
    }
}
