import Browsers
import Interchange
import SQLite
import ScratchFolder
import SeededRandom
import TestSupport
import Testing

/// Damaged databases of other programs are refused or read.
struct DatabaseFuzzTests {
    private let folder = ScratchFolder()

    /// The bytes of a database as a program would leave it.
    private func database(_ name: String, _ statements: String) throws -> [UInt8] {
        // With small pages, more of the damage hits what is read.
        try Database(path: folder.path(name)).execute("PRAGMA page_size = 512; " + statements)
        return folder.read(name)
    }

    private func seeds() throws -> [[UInt8]] {
        let bookmarks = (1...20).map { id in
            "(\(id + 3), 1, \(id), \(id % 3 + 1), \(id), 'Name \(id)', 1600000000000000, 1, 'g')"
        }
        let places = (1...20).map { "(\($0), 'https://a.example/\($0)')" }
        return [
            try database(
                "places.sqlite",
                """
                CREATE TABLE moz_places(id INTEGER PRIMARY KEY, url TEXT);
                CREATE TABLE moz_bookmarks(id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER,
                    parent INTEGER, position INTEGER, title TEXT, dateAdded INTEGER,
                    lastModified INTEGER, guid TEXT);
                INSERT INTO moz_bookmarks VALUES
                    (1, 2, NULL, 0, 0, '', 1, 1, 'root________'),
                    (2, 2, NULL, 1, 0, 'menu', 1, 1, 'menu________'),
                    (3, 2, NULL, 1, 1, 'tags', 1, 1, 'tags________'),
                    \(bookmarks.joined(separator: ","));
                INSERT INTO moz_places VALUES \(places.joined(separator: ","));
                """),
            try database(
                "bookmarks.db",
                """
                CREATE TABLE bookmarks(id integer PRIMARY KEY, URL text NOT NULL UNIQUE,
                    metadata text default '', tags text default ',', desc text default '',
                    flags integer default 0);
                INSERT INTO bookmarks VALUES
                    (1, 'https://a.example/', 'A', ',one,two words,', 'x', 0),
                    (2, 'https://b.example/', 'B', ',', '', 1),
                    (3, 'https://c.example/', 'C', ',three,', 'y', 0);
                """),
        ]
    }

    @Test func damagedDatabasesAreRefusedOrRead() throws {
        var fuzzer = Fuzzer(
            "`places` and `buku`", seed: 6, seeds: try seeds(), rounds: 300,
            environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, _ in
            let path = folder.write("damaged.sqlite", bytes)
            guard let found = try? DatabaseImport.read(path: path) else { return false }
            #expect(found.bookmarks.allSatisfy { !$0.url.isEmpty })
            return !found.bookmarks.isEmpty
        }
        #expect(outcome.sound > outcome.rounds / 20, "some damaged files must still give bookmarks")
    }
}
