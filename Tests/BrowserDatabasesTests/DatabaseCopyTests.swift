import Glibc
import Interchange
import SQLite
import ScratchFolder
import Testing

@testable import BrowserDatabases

/// The copy of a database that somebody else has open.
struct DatabaseCopyTests {
    private let folder = ScratchFolder()

    /// Whoever has it open reads on, the log too; no other program finds it any more.
    @Test func whatHasNoNameIsReadAllTheSame() throws {
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

    @Test func aCopyThatNobodyWantsIsNotFinished() async throws {
        try Database(path: folder.path("a.sqlite")).execute("CREATE TABLE t(x)")
        let path = folder.path("a.sqlite")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try DatabaseCopy(of: path)
        }
        await #expect(throws: ImportError.self) { try await task.value }
    }
}
