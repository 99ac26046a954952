import SQLite
import ScratchFolder
import TestSupport
import Testing

/// Large transactions.
@Suite(.ownThread) struct RoomTests {
    let folder = ScratchFolder()

    private func database(_ name: String) throws -> Database {
        let database = try Database(path: folder.path(name))
        try database.execute(
            "PRAGMA journal_mode=WAL; CREATE TABLE a(x, y); CREATE INDEX b ON a(x)")
        return database
    }

    private func fill(_ database: Database) throws {
        try database.transaction {
            try database.makeRoom()
            for number in 0..<1000 {
                try database.run("INSERT INTO a VALUES(?, 'text')", .integer(Int64(number)))
            }
        }
    }

    private func log(_ name: String) -> Int { folder.read(name + "-wal").count }

    private func memory(_ database: Database) throws -> Int64? {
        try database.first("PRAGMA cache_size") { $0.integer(0) }
    }

    @Test func cacheStaysLargeUntilItIsGivenBack() throws {
        let database = try database("a")
        let usual = try memory(database)
        try database.transaction {
            try database.makeRoom()
            try database.makeRoom()
            #expect(try memory(database) == -65_536)
        }
        try database.transaction { _ = try memory(database) }
        #expect(try memory(database) == -65_536)
        database.giveRoomBack()
        #expect(try memory(database) == usual)
        #expect(throws: CancellationError.self) {
            try database.transaction {
                try database.makeRoom()
                throw CancellationError()
            }
        }
        database.giveRoomBack()
        #expect(try memory(database) == usual)
    }

    @Test func longLogIsEmptiedWhenNoReaderUsesIt() throws {
        let database = try database("a")
        try fill(database)
        let reader = try Database(path: folder.path("a"))
        let count = "SELECT count(*) FROM a"
        try reader.transaction(.deferred) {
            #expect(try reader.first(count) { $0.integer(0) } == 1000)
            try database.run("DELETE FROM a WHERE rowid = 1")
            database.shortenLog()
            #expect(log("a") > 0)
            #expect(try reader.first(count) { $0.integer(0) } == 1000)
        }
        database.shortenLog()
        #expect(log("a") == 0)
        #expect(try database.first(count) { $0.integer(0) } == 999)
        #expect(try database.first("PRAGMA busy_timeout") { $0.integer(0) } == 5000)
    }

    @Test func shortLogIsNotEmptied() throws {
        let database = try database("a")
        try database.run("INSERT INTO a VALUES(1, 2)")
        database.shortenLog()
        #expect(log("a") > 0)
    }
}
