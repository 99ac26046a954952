import SQLite
import ScratchFolder
import Testing

/// A statement that is run for many rows.
@Suite struct StatementTests {
    let folder = ScratchFolder()

    private func database() throws -> Database {
        let database = try Database(path: folder.path("a.sqlite"))
        try database.execute("CREATE TABLE a(number INTEGER PRIMARY KEY, x, y UNIQUE)")
        return database
    }

    private func quoted(_ database: Database) throws -> [String] {
        try database.query("SELECT quote(x) || ' ' || quote(y) FROM a ORDER BY number") {
            $0.text(0)
        }
    }

    /// SQLite reuses the memory of a row for the next one, unless that is longer.
    @Test func statementKeepsTheValuesOfEachRow() throws {
        let database = try database()
        let long = String(repeating: "長", count: 5000)
        try database.withStatement("INSERT INTO a(x, y) VALUES(?, ?)") { statement in
            try statement.run([.text("one"), .blob([0, 255])])
            try statement.run([.text(""), .blob([])])
            try statement.run([.text(long), .text("after the long one")])
            try statement.run([.null, .integer(-7)])
            try statement.run([.real(0.5), .text("a\u{0}b")])
        }
        #expect(
            try quoted(database) == [
                "'one' X'00FF'", "'' X''", "'\(long)' 'after the long one'", "NULL -7",
                "0.5 'a'",
            ])
        #expect(
            try database.first("SELECT y FROM a WHERE number = 5") { $0.text(0) } == "a\u{0}b")
    }

    @Test func insertReturnsTheNumberOfTheRow() throws {
        let database = try database()
        try database.withStatement("INSERT INTO a(x) VALUES(?)") { statement in
            #expect(try statement.insert([.integer(7)]) == 1)
            try database.run("INSERT INTO a(number, x) VALUES(40, 8)")
            #expect(try statement.insert([.integer(9)]) == 41)
        }
        #expect(try quoted(database) == ["7 NULL", "8 NULL", "9 NULL"])
    }

    @Test func statementContinuesAfterARefusedRow() throws {
        let database = try database()
        try database.withStatement("INSERT INTO a(y) VALUES(?)") { statement in
            try statement.run([.text("one")])
            let error = #expect(throws: SQLiteError.self) { try statement.run([.text("one")]) }
            #expect(error?.code == .constraint)
            try statement.run([.text("two")])
        }
        #expect(try quoted(database) == ["NULL 'one'", "NULL 'two'"])
    }

    /// The last values of a statement are not passed to the next user of the same SQL.
    @Test func statementForgetsItsValuesAfterUse() throws {
        let database = try database()
        let sql = "INSERT INTO a(x, y) VALUES(?, ?)"
        try database.withStatement(sql) { try $0.run([.text("one"), .text("two")]) }
        try database.run(sql, .text("three"))
        #expect(try quoted(database) == ["'one' 'two'", "'three' NULL"])
    }

    @Test func sameSQLCanRunBesideAStatement() throws {
        let database = try database()
        let sql = "INSERT INTO a(x) VALUES(?)"
        try database.withStatement(sql) { statement in
            try statement.run([.integer(1)])
            try database.run(sql, .integer(2))
            try statement.run([.integer(3)])
        }
        #expect(try quoted(database) == ["1 NULL", "2 NULL", "3 NULL"])
    }
}
