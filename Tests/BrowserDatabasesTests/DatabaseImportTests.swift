import Bookmarks
import Browsers
import Glibc
import Interchange
import SQLite
import ScratchFolder
import Testing

/// Databases of Firefox and buku, even while their program has them open.
struct DatabaseImportTests {
    let folder = ScratchFolder()
    private var path: String { folder.path("places.sqlite") }

    private static let places = """
        CREATE TABLE moz_places(id INTEGER PRIMARY KEY, url TEXT);
        CREATE TABLE moz_bookmarks(id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER,
            parent INTEGER, position INTEGER, title TEXT, dateAdded INTEGER,
            lastModified INTEGER, guid TEXT);
        INSERT INTO moz_bookmarks VALUES
            (1, 2, NULL, 0, 0, '', 1, 1, 'root________'),
            (2, 2, NULL, 1, 0, 'menu', 1, 1, 'menu________'),
            (3, 2, NULL, 1, 1, 'toolbar', 1, 1, 'toolbar_____'),
            (4, 2, NULL, 1, 2, 'tags', 1, 1, 'tags________'),
            (5, 2, NULL, 3, 0, 'News/World', 1, 1, 'aaaaaaaaaaaa'),
            (6, 1, 1, 5, 0, 'A', 1600000000000000, 1600000001000000, 'bbbbbbbbbbbb'),
            (7, 3, NULL, 2, 0, NULL, 1, 1, 'cccccccccccc'),
            (8, 1, 2, 2, 1, 'Search', 1, 1, 'dddddddddddd'),
            (9, 2, NULL, 4, 0, 'two words', 1, 1, 'eeeeeeeeeeee'),
            (10, 1, 1, 9, 0, NULL, 1, 1, 'ffffffffffff'),
            (11, 2, NULL, 12, 0, 'round', 1, 1, 'gggggggggggg'),
            (12, 2, NULL, 11, 0, 'and round', 1, 1, 'hhhhhhhhhhhh');
        INSERT INTO moz_places VALUES (1, 'https://a.example/'), (2, 'place:sort=8');
        """

    @Test func firefoxDatabaseIsRead() throws {
        try Database(path: path).execute(Self.places)
        let found = try DatabaseImport.read(path: path)
        #expect(found.format == .places)
        #expect(found.bookmarks.map(\.url) == ["https://a.example/"])
        let first = try #require(found.bookmarks.first)
        #expect(first.name == "A" && first.tags == ["two-words"] && first.line == 6)
        #expect(FolderPath.names(first.folder) == ["Bookmarks Toolbar", "News/World"])
        #expect(first.added == 1_600_000_000)
        #expect(found.skipped.count == 2 && found.failed.isEmpty)
    }

    /// Until 2019, Firefox kept a description with each bookmark, and since then one with each
    /// page.
    @Test func firefoxDescriptionsAreRead() throws {
        let database = try Database(path: path)
        try database.execute(Self.places)
        try database.execute(
            """
            ALTER TABLE moz_places ADD COLUMN description TEXT;
            UPDATE moz_places SET description = 'Of the page' WHERE id = 1;
            INSERT INTO moz_places VALUES (3, 'https://b.example/', NULL);
            INSERT INTO moz_bookmarks VALUES (20, 1, 3, 2, 5, 'B', 1, 1, 'iiiiiiiiiiii');
            """)
        let found = try DatabaseImport.read(path: path).bookmarks
        #expect(found.map(\.description).sorted() == ["", "Of the page"])
        #expect(found.allSatisfy { $0.notes == "" })
        try database.execute(
            """
            CREATE TABLE moz_anno_attributes(id INTEGER, name TEXT);
            CREATE TABLE moz_items_annos(item_id INTEGER, anno_attribute_id INTEGER, content TEXT);
            INSERT INTO moz_anno_attributes VALUES (1, 'bookmarkProperties/description');
            INSERT INTO moz_items_annos VALUES (6, 1, 'Of the bookmark');
            """)
        let old = try DatabaseImport.read(path: path).bookmarks
        #expect(old.map(\.description).sorted() == ["", "Of the bookmark"])
    }

    /// The file comes in pieces, as through a pipe.
    @Test func firefoxDatabaseIsReadInPieces() throws {
        try Database(path: path).execute(Self.places)
        let bytes = folder.read("places.sqlite")
        let found = try DatabaseImport.read { take throws(ImportError) in
            for start in stride(from: 0, to: bytes.count, by: 1000) {
                try take(bytes[start..<min(start + 1000, bytes.count)])
            }
        }
        #expect(try found == DatabaseImport.read(path: path) && found.bookmarks.count == 1)
        let error = #expect(throws: ImportError.self) {
            try DatabaseImport.read { take throws(ImportError) in
                try take(bytes[..<2000])
                throw ImportError("the pipe broke")
            }
        }
        #expect(error?.message == "the pipe broke")
        #expect(throws: ImportError.self) {
            try DatabaseImport.read { take throws(ImportError) in try take(bytes[..<2000]) }
        }
    }

    /// Like a running Firefox: with an exclusive lock, and with the latest bookmark only in the
    /// log.
    @Test func databaseLockedByARunningBrowserIsRead() throws {
        let browser = try Database(path: path)
        try browser.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        try browser.execute("PRAGMA locking_mode = EXCLUSIVE")
        try browser.execute(Self.places)
        try browser.execute(
            """
            INSERT INTO moz_places VALUES (3, 'https://new.example/');
            INSERT INTO moz_bookmarks VALUES
                (20, 1, 3, 2, 5, 'New', 1600000000000000, 1, 'iiiiiiiiiiii');
            """)
        let before = (folder.read("places.sqlite"), folder.read("places.sqlite-wal"))
        let urls = try DatabaseImport.read(path: path).bookmarks.map(\.url)
        #expect(urls.contains("https://new.example/"))
        #expect(before == (folder.read("places.sqlite"), folder.read("places.sqlite-wal")))
        try browser.execute("DELETE FROM moz_places WHERE id = 3")
    }

    /// Folders that contain each other or themselves, with titles of megabytes, and many bookmarks
    /// in each: each path is built only once.
    @Test func cyclicFoldersAndHugeTitlesAreReadWithoutLongPaths() throws {
        let database = try Database(path: path)
        try database.execute(Self.places)
        try database.execute(
            """
            INSERT INTO moz_places VALUES (3, 'https://c.example/');
            INSERT INTO moz_bookmarks VALUES
                (20, 2, NULL, 20, 0, replace(hex(zeroblob(2000000)), '00', 'x/'), 1, 1, 'round'),
                (21, 2, NULL, 3, 0, replace(hex(zeroblob(2000000)), '00', 'x/'), 1, 1, 'long'),
                (22, 2, NULL, 21, 0, 'in', 1, 1, 'in');
            WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 6100)
            INSERT INTO moz_bookmarks SELECT i, 1, 3, 
                CASE i % 5 WHEN 0 THEN 11 WHEN 1 THEN 12 WHEN 2 THEN 20 WHEN 3 THEN 22 ELSE 5 END,
                i, 'C', 1, 1, i FROM n;
            """)
        let found = try DatabaseImport.read(path: path)
        #expect(found.bookmarks.count + found.failed.count == 6002)
        #expect(found.failed.count == 2400)
        #expect(found.failed.allSatisfy { $0.reason.contains("its folder path has more than") })
        let bytes = found.bookmarks.reduce(0) { max($0, $1.folder.utf8.count) }
        #expect(bytes < 200_000)
        #expect(found.bookmarks.first { $0.line == 104 }?.folder == "Bookmarks Toolbar/News∕World")
        #expect(found.bookmarks.first { $0.line == 100 }?.folder == "and round/round")
        #expect(
            !found.warnings.isEmpty
                && found.warnings.allSatisfy { $0.reason.contains("contains itself") }
        )
    }

    @Test func logOfALinkedDatabaseIsRead() throws {
        let browser = try Database(path: path)
        try browser.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        try browser.execute(Self.places)
        let link = folder.path("link.sqlite")
        symlink(path, link)
        #expect(try DatabaseImport.read(path: link).bookmarks.map(\.url) == ["https://a.example/"])
    }

    @Test func bukuDatabaseIsRead() throws {
        try Database(path: path).execute(
            """
            CREATE TABLE bookmarks(id integer PRIMARY KEY, URL text NOT NULL UNIQUE,
                metadata text default '', tags text default ',', desc text default '',
                flags integer default 0);
            INSERT INTO bookmarks VALUES (1, 'https://a.example/', 'A', ',one,two words,', 'x', 0);
            INSERT INTO bookmarks VALUES (2, '', 'B', ',', '', 0);
            """)
        let found = try DatabaseImport.read(path: path)
        #expect(found.format == .buku)
        #expect(found.bookmarks.map(\.tags) == [["one", "two-words"]])
        #expect(found.bookmarks.map(\.notes) == ["x"])
        #expect(found.failed == [ImportNote(line: 2, reason: "it has no URL")])
    }

    @Test func mappingOfADatabaseIsRefused() throws {
        try Database(path: path).execute(Self.places)
        let mapping = try RecordMapping("name=title")
        let error = #expect(throws: ImportError.self) {
            try DatabaseImport.read(path: path, mapping: mapping)
        }
        #expect(error?.message.contains("not with this format (Firefox database)") == true)
    }

    @Test func otherDatabasesAreRefused() throws {
        try Database(path: path).execute("CREATE TABLE bookmarks(x)")
        #expect(throws: ImportError.self) { try DatabaseImport.read(path: path) }
        #expect(throws: ImportError.self) { try DatabaseImport.read(path: path, as: .places) }
        #expect(throws: ImportError.self) { try DatabaseImport.read(path: folder.path("none")) }
    }

    /// Damage of any kind gives an error or fewer bookmarks, and never a crash.
    @Test func damagedDatabasesAreRefusedOrRead() throws {
        try Database(path: path).execute(Self.places)
        let sound = folder.read("places.sqlite")
        for step in stride(from: 16, to: sound.count, by: 97) {
            var bytes = sound
            bytes[step] ^= 0xFF
            let damaged = folder.write("damaged.sqlite", bytes)
            _ = try? DatabaseImport.read(path: damaged)
        }
        let cut = folder.write("cut.sqlite", sound.prefix(sound.count / 2))
        _ = try? DatabaseImport.read(path: cut)
    }
}
