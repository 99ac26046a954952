import Glibc
import SQLite
import ScratchFolder
import Testing

@Suite struct DatabaseTests {
    let folder = ScratchFolder()

    func database() throws -> Database {
        let database = try Database(path: folder.path("a.sqlite"))
        try database.execute("CREATE TABLE a(x)")
        return database
    }

    @Test(arguments: ["", "-wal", "-journal"])
    func pipeInPlaceOfTheFileIsRefused(_ suffix: String) throws {
        do { _ = try database() }
        let path = folder.path("a.sqlite")
        unlink(path + suffix)
        #expect(mkfifo(path + suffix, 0o600) == 0)
        for access in [Database.Access.create, .readWrite, .readOnly, .immutable] {
            let error = #expect(throws: SQLiteError.self) {
                try Database(path: path, access: access)
            }
            #expect(error?.code == .cannotOpen && error?.message.contains("named pipe") == true)
        }
    }

    @Test(
        arguments: [
            .null, .integer(.min), .integer(.max), .real(-0.5), .text(""), .text("a\u{0}b"),
            .text("日本語"), .blob([]), .blob([0, 255, 0]),
        ] as [SQLiteValue])
    func valuesAreReadBackUnchanged(_ value: SQLiteValue) throws {
        let database = try database()
        #expect(try database.run("INSERT INTO a VALUES(?)", value) == 1)
        let read = try #require(
            try database.first("SELECT x, typeof(x) FROM a") { row -> SQLiteValue in
                switch row.text(1) {
                case "null": .null
                case "integer": .integer(row.integer(0))
                case "real": .real(row.real(0))
                case "text": .text(row.text(0))
                default: .blob(row.blob(0))
                }
            })
        #expect(read == value)
    }

    @Test func allBitsOfANumberAreKept() throws {
        let database = try database()
        try database.run("INSERT INTO a VALUES(?)", SQLiteValue(bits: .max))
        #expect(try database.first("SELECT x FROM a") { $0.bits(0) } == .max)
    }

    @Test func nullIsReadAsZeroOrEmpty() throws {
        let database = try database()
        try database.run("INSERT INTO a VALUES(?)", nil)
        try database.forEach("SELECT x FROM a") { row in
            let (isNull, integer, text) = (row.isNull(0), row.integer(0), row.text(0))
            let count = row.withBytes(0) { $0.count }
            #expect(isNull)
            #expect(integer == 0)
            #expect(text == "")
            #expect(count == 0)
        }
    }

    @Test func invalidUTF8IsReadAsReplacementCharacters() throws {
        let database = try database()
        try database.execute("INSERT INTO a VALUES(CAST(x'61ff62' AS TEXT))")
        #expect(try database.first("SELECT x FROM a") { $0.text(0) } == "a\u{FFFD}b")
    }

    @Test func emptyResultIsNilOrAnEmptyArray() throws {
        let database = try database()
        #expect(try database.first("SELECT x FROM a") { $0.integer(0) } == nil)
        #expect(try database.query("SELECT x FROM a") { $0.integer(0) } == [])
    }

    @Test func sameStatementCanRunInsideItself() throws {
        let database = try database()
        try database.execute("INSERT INTO a VALUES(1), (2)")
        let sql = "SELECT x FROM a ORDER BY x"
        let pairs = try database.query(sql) { outer in
            try database.query(sql) { inner in [outer.integer(0), inner.integer(0)] }
        }
        #expect(pairs == [[[1, 1], [1, 2]], [[2, 1], [2, 2]]])
    }

    @Test func valuesOfAnEarlierCallAreForgotten() throws {
        let database = try database()
        try database.run("INSERT INTO a VALUES(?)", 1)
        try database.run("INSERT INTO a VALUES(?)")
        #expect(try database.query("SELECT x IS NULL FROM a") { $0.integer(0) } == [0, 1])
    }

    @Test func newFilesAreReadableOnlyByTheirOwner() throws {
        let old = umask(0)
        defer { umask(old) }
        let database = try database()
        try database.execute("PRAGMA journal_mode=WAL; INSERT INTO a VALUES(1)")
        for suffix in ["", "-wal", "-shm"] {
            #expect(folder.permissions("a.sqlite" + suffix) == 0o600)
        }
    }

    @Test func openingAMissingFileDoesNotCreateIt() throws {
        for access in [Database.Access.readWrite, .readOnly] {
            let error = #expect(throws: SQLiteError.self) {
                try Database(path: folder.path("none.sqlite"), access: access)
            }
            #expect(error?.code == .cannotOpen)
        }
        #expect(folder.names == [])
    }
}
