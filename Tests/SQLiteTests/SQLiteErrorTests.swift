import Glibc
import ScratchFolder
import Testing

@testable import SQLite

/// Error messages name the file and say what to do.
@Suite struct SQLiteErrorTests {
    let folder = ScratchFolder()

    func error(_ body: () throws -> Void) -> SQLiteError? {
        #expect(throws: SQLiteError.self) { try body() }
    }

    @Test func fileThatIsNotADatabaseIsReported() throws {
        let path = folder.write("a.sqlite", String(repeating: "no", count: 999).utf8)
        let error = error { try Database(path: path).execute("SELECT * FROM a") }
        #expect(error?.code == .notADatabase)
        #expect(error?.description.contains(path) == true)
    }

    @Test func damagedDatabaseIsReported() throws {
        let path = folder.path("a.sqlite")
        do {
            let database = try Database(path: path)
            try database.execute("CREATE TABLE a(x); INSERT INTO a VALUES(1)")
        }
        folder.overwrite("a.sqlite", at: 4096, with: [UInt8](repeating: 0x5a, count: 4096))
        let error = error { try Database(path: path).execute("SELECT * FROM a") }
        #expect(error?.code == .corrupt)
        #expect(error?.description.contains("damaged") == true)
    }

    @Test func readOnlyDatabaseIsReported() throws {
        let path = folder.path("a.sqlite")
        try Database(path: path).execute("CREATE TABLE a(x)")
        let database = try Database(path: path, access: .readOnly)
        #expect(error { try database.run("INSERT INTO a VALUES(1)") }?.code == .readOnly)
    }

    /// SQLite's own error for a log that was removed with its database is not helpful to a person.
    @Test func removedLogIsReportedAsMoved() {
        let code = SQLiteError.Code(5898)
        #expect(code == .moved)
    }

    /// Writing into a file that was removed is refused; reading may continue.
    @Test(arguments: [true, false])
    func removedOrReplacedFileIsReported(_ isReplaced: Bool) throws {
        let path = folder.path("a.sqlite")
        let database = try Database(path: path)
        try database.execute("PRAGMA journal_mode = WAL; CREATE TABLE a(x)")
        try database.transaction { _ = try database.run("INSERT INTO a VALUES(1)") }
        for end in ["", "-wal", "-shm"] { unlink(path + end) }
        if isReplaced { try Database(path: path).execute("CREATE TABLE a(x)") }
        let error = error {
            try database.transaction { _ = try database.run("INSERT INTO a VALUES(2)") }
        }
        #expect(error?.code == .moved)
        #expect(error?.description.contains("was removed or replaced") == true)
        #expect(try database.query("SELECT x FROM a") { $0.integer(0) } == [1])
    }

    @Test func missingFolderIsReported() {
        #expect(error { _ = try Database(path: folder.path("none/a")) }?.code == .cannotOpen)
    }

    @Test func wrongSQLAndViolatedConstraintsAreReported() throws {
        let database = try Database(path: folder.path("a.sqlite"))
        let wrong = error { try database.run("SELEKT 1") }
        #expect(wrong?.code == .other)
        #expect(wrong?.description.contains("SELEKT 1") == true)
        #expect(error { try database.run("") }?.code == .other)
        try database.execute("CREATE TABLE a(x UNIQUE); INSERT INTO a VALUES(1)")
        #expect(error { try database.run("INSERT INTO a VALUES(1)") }?.code == .constraint)
    }
}
