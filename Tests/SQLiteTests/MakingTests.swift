import Dispatch
import SQLite
import ScratchFolder
import Synchronization
import TestSupport
import Testing

/// Several programs create the tables of a file at once.
@Suite(.ownThread) struct MakingTests {
    let folder = ScratchFolder()

    func make(_ database: Database) throws -> Bool {
        try database.make {
            try database.execute("CREATE TABLE a(x); INSERT INTO a VALUES(1)")
            try database.execute("PRAGMA user_version=1")
        }
    }

    func journalMode(of database: Database) throws -> String? {
        try database.first("PRAGMA journal_mode") { $0.text(0) }
    }

    @Test func concurrentProgramsCreateTheTablesOnce() throws {
        for round in 0..<300 {
            let path = folder.path("\(round).sqlite")
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                do {
                    let isMade = try make(Database(path: path))
                    if !isMade { failures.withLock { $0.append("the file was refused") } }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            #expect(failures.withLock { $0 } == [])
            let database = try Database(path: path, access: .readWrite)
            #expect(try database.query("SELECT x FROM a") { $0.integer(0) } == [1])
            #expect(try journalMode(of: database) == "wal")
        }
    }

    @Test func fileOfAnotherProgramIsLeftUnchanged() throws {
        let database = try Database(path: folder.path("a.sqlite"))
        try database.execute("CREATE TABLE theirs(x)")
        #expect(try !make(database))
        #expect(try journalMode(of: database) == "delete")
        #expect(try !database.hasTables(["a"]))
    }

    @Test func tablesOfAnInterruptedProgramAreCreated() throws {
        let path = folder.path("a.sqlite")
        do {
            let database = try Database(path: path)
            #expect(throws: CancellationError.self) {
                try database.make {
                    try database.execute("CREATE TABLE a(x)")
                    throw CancellationError()
                }
            }
        }
        #expect(try make(Database(path: path)))
    }

    @Test func waitForReadersEndsAfterTheBusyTimeout() throws {
        let path = folder.path("a.sqlite")
        let reader = try Database(path: path)
        try reader.execute("CREATE TABLE a(x)")
        try reader.transaction(.deferred) {
            _ = try reader.first("SELECT x FROM a") { _ in }
            let error = #expect(throws: SQLiteError.self) {
                try Database(path: path, busyTimeout: 20).useLog()
            }
            #expect(error?.code == .busy)
        }
        try Database(path: path, busyTimeout: 20).useLog()
    }
}
