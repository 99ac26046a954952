import Browsers
import Glibc
import Interchange
import ScratchFolder
import TestSupport
import Testing

/// The data folder of linkding, and its backup.
@Suite(.ownThread) struct LinkdingArchiveTests {
    private let folder = ArchiveFolder()

    private func make() throws {
        try folder.database(
            "db.sqlite3", ArchiveSchemas.linkding,
            ArchiveSchemas.linkdingBookmark(
                1, "https://a.example/", title: "A", description: "Of A", notes: "Mine",
                unread: 1),
            ArchiveSchemas.linkdingBookmark(2, "https://b.example/", title: "B", archived: 1),
            """
            INSERT INTO bookmarks_tag VALUES(1, 'two', '', 1), (2, 'one', '', 1);
            INSERT INTO bookmarks_bookmark_tags VALUES(1, 1, 1), (2, 1, 2);
            """,
            ArchiveSchemas.linkdingAsset(1, of: 1, "snapshot_a.html.gz"),
            ArchiveSchemas.linkdingAsset(
                2, of: 1, "upload_data.csv.gz", type: "upload", content: "text/csv",
                name: "data.csv"),
            ArchiveSchemas.linkdingAsset(
                3, of: 2, "upload_plain.bin", type: "upload", content: "application/gzip",
                name: "plain.gz", gzip: 0),
            ArchiveSchemas.linkdingAsset(4, of: 2, "", status: "pending"))
        folder.write("assets/snapshot_a.html.gz", PackedBytes.gzipped(Array("<p>Page</p>".utf8)))
        folder.write("assets/upload_data.csv.gz", PackedBytes.gzipped(Array("1,2\n".utf8)))
        folder.write("assets/upload_plain.bin", Array("plain".utf8))
    }

    private func check(_ found: ParsedImport?) throws {
        let found = try #require(found)
        #expect(found.format == .linkdingData && found.failed.isEmpty && found.warnings.isEmpty)
        #expect(found.bookmarks.map(\.url) == ["https://a.example/", "https://b.example/"])
        let first = found.bookmarks[0]
        #expect(first.name == "A" && first.tags == ["one", "two"] && first.isUnread)
        #expect(first.description == "Of A" && first.notes == "Mine" && !first.isArchived)
        #expect(first.added == 1_704_164_645.123456)
        #expect(found.bookmarks[1].isArchived && !found.bookmarks[1].isUnread)
        #expect(found.documents.map(\.bookmark) == [0, 0, 1])
        #expect(found.documents.map(\.isPage) == [true, false, false])
        #expect(
            found.documents.map(\.name)
                == ["HTML snapshot from 03/04/2024", "data.csv", "plain.gz"])
        #expect(found.documents.map { $0.text() } == ["<p>Page</p>", "1,2\n", "plain"])
        #expect(found.documents[0].made == 1_709_528_767)
        #expect(found.documents[0].path == "assets/snapshot_a.html.gz")
        #expect(found.skipped.map(\.reason) == ["a snapshot that linkding did not finish"])
    }

    @Test func dataFolderIsRead() throws {
        try make()
        try check(folder.read())
        // Reading the database in its folder gives the same.
        try check(ProgramArchive.read(database: folder.path("db.sqlite3")))
        #expect(try ProgramArchive.read(folder: folder.path, as: .csv) == nil)
    }

    @Test func backupIsReadWithOrWithoutATopFolder() throws {
        try make()
        try check(ProgramArchive.read(zip: try folder.zipped()))
        try check(ProgramArchive.read(zip: try folder.zipped("data")))
    }

    @Test func databaseAloneGivesBookmarksButNoDocuments() throws {
        try make()
        let found = try DatabaseImport.read(path: folder.path("db.sqlite3"))
        #expect(found.bookmarks.count == 2 && found.documents.isEmpty)
        #expect(found.skipped.count { $0.reason.contains("import the data folder") } == 3)
    }

    @Test func missingAndDamagedDocumentsAreReported() throws {
        try make()
        let packed = PackedBytes.gzipped(Array("<p>Page</p>".utf8))
        folder.write("assets/snapshot_a.html.gz", packed.dropLast(9))
        folder.write("assets/upload_data.csv.gz", Array("1,2\n".utf8))
        unlink(folder.path("assets/upload_plain.bin"))
        for found in [try folder.read(), try ProgramArchive.read(zip: try folder.zipped())] {
            #expect(
                found?.documents.map { $0.text() } == [
                    "error: its compressed content is damaged",
                    "error: it is not packed by gzip, as the archive says",
                    "error: the file is missing",
                ])
        }
    }

    @Test(arguments: [
        "../../secret", "inside/../../../secret", "/../../secret", "../assets/other", "..", "", ".",
    ])
    func noPathLeadsOutOfTheFolder(_ name: String) throws {
        folder.scratch.write("secret", PackedBytes.gzipped(Array("secret".utf8)))
        try folder.database(
            "db.sqlite3", ArchiveSchemas.linkding,
            ArchiveSchemas.linkdingBookmark(1, "https://a.example/", title: "A"),
            ArchiveSchemas.linkdingAsset(1, of: 1, name))
        folder.write("assets/other", PackedBytes.gzipped(Array("other".utf8)))
        folder.write("assets/inside/other", [])
        for found in [try folder.read(), try ProgramArchive.read(zip: try folder.zipped())] {
            #expect(found?.documents.first?.text().hasPrefix("error: ") == true)
        }
    }

    @Test func symbolicLinksAreNotFollowed() throws {
        try make()
        folder.scratch.write("secret", PackedBytes.gzipped(Array("secret".utf8)))
        unlink(folder.path("assets/snapshot_a.html.gz"))
        symlink(folder.scratch.path("secret"), folder.path("assets/snapshot_a.html.gz"))
        unlink(folder.path("assets/upload_plain.bin"))
        mkfifo(folder.path("assets/upload_plain.bin"), 0o600)
        let texts = try folder.read()?.documents.map { $0.text() }
        #expect(texts?.first == "error: it is a link, and links are not followed")
        #expect(texts?.last == "error: it is not a file")
        // A linked folder is not followed either.
        rename(folder.path("assets"), folder.scratch.path("elsewhere"))
        symlink(folder.scratch.path("elsewhere"), folder.path("assets"))
        #expect(try folder.read()?.documents.map { $0.text() }.last == "error: the file is missing")
    }

    @Test func databaseThatIsASymbolicLinkIsNotRead() throws {
        try make()
        rename(folder.path("db.sqlite3"), folder.scratch.path("other.sqlite3"))
        symlink(folder.scratch.path("other.sqlite3"), folder.path("db.sqlite3"))
        #expect(try folder.read() == nil)
    }

    @Test func tooLargeDocumentsAreRefused() throws {
        try make()
        let script = """
            import gzip, sys
            with gzip.open(sys.argv[1], "wb") as file:
                for _ in range(1024): file.write(bytes(1 << 20))
            """
        let path = folder.path("assets/snapshot_a.html.gz")
        #expect(try Command("python3", ["-c", script, path]).run().status == 0)
        truncate(folder.path("assets/upload_plain.bin"), 33 << 20)
        truncate(folder.path("assets/upload_data.csv.gz"), 99 << 20)
        let refused = "error: it is larger than 32 MiB, the limit of a document"
        let started = processorTime()
        #expect(
            try folder.read()?.documents.map { $0.text() } == [refused, refused, refused])
        #expect(processorTime() - started < .seconds(20))
    }

    @Test func databaseOfAnotherProgramIsNotRead() throws {
        try folder.database("db.sqlite3", "CREATE TABLE notes(text)")
        #expect(try folder.read() == nil)
        let error = #expect(throws: ImportError.self) {
            try ProgramArchive.read(folder: folder.path, as: .linkdingData)
        }
        #expect(error?.message.contains("Name the folder that has its database") == true)
    }

    /// Reading a view runs a query that its author chose, which may never end.
    @Test func databaseWithAViewIsNotRead() throws {
        let endless = """
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n
            """
        try folder.database(
            "db.sqlite3", ArchiveSchemas.linkding,
            """
            DROP TABLE bookmarks_tag;
            CREATE VIEW bookmarks_tag AS SELECT x AS id, x AS name FROM (\(endless));
            """)
        #expect(try folder.read() == nil)
    }

    @Test func invalidValuesDoNotStopTheImport() throws {
        let long = String(repeating: "x", count: 200_000)
        try folder.database(
            "db.sqlite3", ArchiveSchemas.linkding,
            ArchiveSchemas.linkdingBookmark(1, "", title: "None"),
            ArchiveSchemas.linkdingBookmark(-7, "https://a.example/", title: long),
            """
            INSERT INTO bookmarks_tag VALUES(1, X'FF00FE', '', 1), (2, '', '', 1);
            INSERT INTO bookmarks_bookmark_tags VALUES(1, -7, 1), (2, -7, 2), (3, 99, 2);
            UPDATE bookmarks_bookmark SET date_added = 'never', unread = 'x', owner_id = id;
            """,
            ArchiveSchemas.linkdingAsset(1, of: 99, "a"))
        let found = try #require(try folder.read())
        #expect(found.bookmarks.map(\.line) == [-7] && found.failed.map(\.line) == [1])
        #expect(found.bookmarks[0].name.utf8.count == 70_000 && found.bookmarks[0].added == nil)
        #expect(found.skipped.map(\.reason) == ["a snapshot or file without a bookmark"])
        #expect(found.warnings.map(\.reason) == ["the bookmarks of all 2 users were imported"])
    }
}
