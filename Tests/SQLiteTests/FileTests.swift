import SQLite
import ScratchFolder
import Testing

/// Numbers in a file's header, and files that are opened read-only.
struct FileTests {
    let folder = ScratchFolder()

    @Test func headerNumbersAndTablesAreRead() throws {
        let database = try Database(path: folder.path("a.sqlite"))
        #expect(try database.isEmpty())
        #expect(try database.hasTables([]))
        #expect(try !database.hasTables(["a"]))
        try database.execute("CREATE TABLE a(x); PRAGMA user_version = 3")
        #expect(try !database.isEmpty())
        #expect(try database.hasTables(["a"]))
        #expect(try !database.hasTables(["a", "b"]))
        #expect(try database.userVersion() == 3)
        #expect(try database.applicationID() == 0)
        let marked = try Database(path: folder.path("b.sqlite"))
        try marked.execute("PRAGMA application_id = 0x436C6479")
        #expect(try marked.applicationID() == 0x436C_6479)
        #expect(try !marked.isEmpty(), "a file with an application id must not count as empty")
    }

    /// A copy of the files during a transaction is like what a killed program leaves.
    @Test func inspectionRollsBackAnUnfinishedTransaction() throws {
        let database = try Database(path: folder.path("a.sqlite"))
        try database.execute("CREATE TABLE a(x); INSERT INTO a VALUES('kept'); PRAGMA cache_size=1")
        let text = String(repeating: "x", count: 4000)
        try database.transaction {
            for _ in 0..<100 { try database.run("INSERT INTO a VALUES(?)", .text(text)) }
            for end in ["", "-journal"] {
                folder.write("b.sqlite" + end, folder.read("a.sqlite" + end))
            }
        }
        let path = folder.path("b.sqlite")
        #expect(throws: SQLiteError.self) {
            try Database(path: path, access: .readOnly).userVersion()
        }
        let texts = try Database.inspect(path: path) { database in
            try database.query("SELECT x FROM a") { $0.text(0) }
        }
        #expect(texts == ["kept"])
        #expect(try Database.inspect(path: path) { try $0.userVersion() } == 0)
    }

    /// Names with characters that have a meaning in a URI.
    @Test(arguments: ["plain", "a?mode=memory", "50%", "%41", "a#b", "Größe 2"])
    func immutableFileCanBeReadButNotWritten(_ name: String) throws {
        let path = folder.path(name)
        do {
            let database = try Database(path: path)
            try database.execute("CREATE TABLE a(x); INSERT INTO a VALUES(7)")
        }
        let database = try Database(path: path, access: .immutable)
        #expect(try database.first("SELECT x FROM a") { $0.integer(0) } == 7)
        let error = #expect(throws: SQLiteError.self) { try database.execute("DELETE FROM a") }
        #expect(error?.code == .readOnly)
    }
}
