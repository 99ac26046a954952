import SQLite
import ScratchFolder
import Testing

@Suite struct TransactionTests {
    let folder = ScratchFolder()

    struct Stop: Error {}

    func database(busyTimeout: Int = 0) throws -> Database {
        let database = try Database(path: folder.path("a.sqlite"), busyTimeout: busyTimeout)
        try database.execute("PRAGMA journal_mode=WAL; CREATE TABLE IF NOT EXISTS a(x)")
        return database
    }

    func values(_ database: Database) throws -> [Int64] {
        try database.query("SELECT x FROM a ORDER BY x") { $0.integer(0) }
    }

    @Test func transactionCommits() throws {
        let database = try database()
        let count = try database.transaction {
            try database.run("INSERT INTO a VALUES(1), (2)")
        }
        #expect(count == 2)
        #expect(try values(self.database()) == [1, 2])
    }

    @Test func transactionRollsBackWhenTheBodyThrows() throws {
        let database = try database()
        #expect(throws: Stop.self) {
            try database.transaction {
                try database.run("INSERT INTO a VALUES(1)")
                throw Stop()
            }
        }
        #expect(try values(database) == [])
        try database.transaction { try database.run("INSERT INTO a VALUES(2)") }
        #expect(try values(database) == [2])
    }

    @Test func nestedTransactionFails() throws {
        let database = try database()
        #expect(throws: SQLiteError.self) {
            try database.transaction { try database.transaction {} }
        }
        try database.transaction {}
    }

    @Test func immediateTransactionsExcludeEachOtherButNotReaders() throws {
        let (a, b) = (try database(), try database())
        try a.transaction {
            try a.run("INSERT INTO a VALUES(1)")
            let error = #expect(throws: SQLiteError.self) { try b.transaction {} }
            #expect(error?.code == .busy)
            #expect(try b.transaction(.deferred) { try values(b) } == [])
        }
        #expect(try values(b) == [1])
    }

    @Test func fullDatabaseKeepsTheOldState() throws {
        let database = try database()
        try database.run("INSERT INTO a VALUES(1)")
        let pages = try database.first("PRAGMA page_count") { $0.integer(0) } ?? 0
        try database.execute("PRAGMA max_page_count=\(pages)")
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction {
                try database.run("INSERT INTO a VALUES(2)")
                try database.run("INSERT INTO a VALUES(?)", .blob(.init(repeating: 1, count: 9999)))
            }
        }
        #expect(error?.code == .full)
        #expect(error?.isCommit == false)
        #expect(try values(database) == [1])
        try database.run("INSERT INTO a VALUES(3)")
    }

    @Test func synchronousModeCanBeChanged() throws {
        let database = try database()
        try database.setSynchronous(.normal)
        #expect(try database.first("PRAGMA synchronous") { $0.integer(0) } == 1)
        try database.setSynchronous(.full)
        #expect(try database.first("PRAGMA synchronous") { $0.integer(0) } == 2)
    }
}
