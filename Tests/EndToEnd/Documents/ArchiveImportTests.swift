import FoundationEssentials
import SQLite
import ScratchFolder
import TestSupport
import Testing

/// Archives of other programs, whose saved pages and files become documents.
@Suite(.endToEnd)
struct ArchiveImportTests {
    /// A document as `cloudy docs --json` prints it.
    private struct Kept: Decodable {
        var bookmark, kind, name, type, source: String
        var added: Double
        var bytes: Int
    }

    private func documents(_ home: Home) throws -> [Kept] {
        let printed = try home.run("docs", "--json").output
        return try JSONDecoder().decode([Kept].self, from: Data(printed.utf8))
            .sorted { $0.name < $1.name }
    }

    private static let article = SaveTests.article("database")

    /// Checks an import of an archive: the page can be read offline and is found, the same import
    /// again adds nothing, and one undo takes all of it back.
    private func check(_ home: Home, _ path: String, documents count: Int) throws {
        let tried = try home.run("import", path, "--dry-run", "--json")
        #expect(tried.output.contains("\"documents\":\(count),"), "\(tried.output)")
        #expect(try home.run("docs").status == 1)
        let imported = try home.run("import", path)
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(imported.errors.contains("\(count) document"), "\(imported.errors)")
        let read = try home.run("read", "https://a.example/")
        #expect(read.output.contains("more of the database"), "\(read.errors)")
        #expect(try home.list("text:sharding").map(\.url) == ["https://a.example/"])
        let again = try home.run("import", path)
        #expect(again.status == 0 && again.errors.contains("already there"), "\(again.errors)")
        #expect(again.errors.contains(" added") == false, "\(again.errors)")
        #expect(try documents(home).count == count)
        #expect(try home.run("undo").output.contains("Imported"))
        #expect(try home.list().isEmpty && home.run("docs").status == 1)
        try home.run("redo")
        #expect(try documents(home).count == count)
    }

    /// An article as wallabag exports it.
    private struct Entry: Encodable {
        var isArchived = 0
        var isStarred = 0
        var tags = ["one"]
        var title = "Sharding"
        var url = "https://a.example/"
        var content: String
        var created = "2024-01-02T03:04:05+00:00"

        enum CodingKeys: String, CodingKey {
            case isArchived = "is_archived"
            case isStarred = "is_starred"
            case created = "created_at"
            case tags, title, url, content
        }
    }

    @Test func wallabagExportIsImportedWithItsPage() throws {
        try withScratchHome { home in
            let entry = Entry(content: Self.article)
            let file = home.folder.write("all.json", try JSONEncoder().encode([entry]))
            try check(home, file, documents: 1)
            let kept = try #require(try documents(home).first)
            #expect(kept.kind == "page" && kept.name == "Sharding")
            #expect(kept.source == "https://a.example/" && kept.added == 1_704_164_645)
        }
    }

    private func linkding(_ folder: ScratchFolder) throws -> String {
        let data = folder.path("linkding")
        try Command("mkdir", ["-p", data + "/assets"]).run()
        try Database(path: data + "/db.sqlite3").execute(
            ArchiveSchemas.linkding
                + ArchiveSchemas.linkdingBookmark(
                    1, "https://a.example/", title: "Sharding", notes: "Mine")
                + ArchiveSchemas.linkdingBookmark(2, "https://b.example/", title: "B")
                + ArchiveSchemas.linkdingAsset(1, of: 1, "page.html.gz")
                + ArchiveSchemas.linkdingAsset(
                    2, of: 2, "data.csv.gz", type: "upload", content: "text/csv",
                    name: "data.csv"))
        folder.write("linkding/assets/page.html.gz", PackedBytes.gzipped(Array(Self.article.utf8)))
        folder.write("linkding/assets/data.csv.gz", PackedBytes.gzipped(Array("1,2\n".utf8)))
        return data
    }

    @Test func linkdingFolderIsImportedWithItsDocuments() throws {
        try withScratchHome { home in
            try check(home, try linkding(home.folder), documents: 2)
            let kept = try documents(home)
            #expect(kept.map(\.kind) == ["page", "file"])
            #expect(kept.map(\.name) == ["How databases shard", "data.csv"])
            #expect(kept.map(\.type) == ["text/html", "text/csv"])
            #expect(try home.list("b.example").first?.id == kept[1].bookmark)
        }
    }

    @Test func linkdingBackupIsImportedWithItsDocuments() throws {
        try withScratchHome { home in
            let data = try linkding(home.folder)
            let zip = home.folder.path("backup.zip")
            // Packed like a backup by linkding's command `full_backup`.
            _ = try home.python(
                """
                import os, sys, zipfile
                with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED) as file:
                    file.write(sys.argv[1] + "/db.sqlite3", "db.sqlite3")
                    for name in os.listdir(sys.argv[1] + "/assets"):
                        file.write(f"{sys.argv[1]}/assets/{name}", "assets/" + name)
                """, data, zip)
            try check(home, zip, documents: 2)
        }
    }

    @Test func shioriFolderIsImportedWithItsDocuments() throws {
        try withScratchHome { home in
            let data = home.folder.path("shiori")
            try Command("mkdir", ["-p", data + "/ebook"]).run()
            let database = try Database(path: data + "/shiori.db")
            try database.execute(ArchiveSchemas.shiori)
            try database.run(
                """
                INSERT INTO bookmark(id, url, title, created_at)
                VALUES(1, 'https://a.example/', 'Sharding', '2024-01-02 03:04:05')
                """)
            try database.run(
                "INSERT INTO bookmark_content(title, content, html, docid) VALUES('', '', ?, 1)",
                .text(Self.article))
            home.folder.write("shiori/ebook/1.epub", Array("PK\u{3}\u{4}".utf8))
            try check(home, data, documents: 2)
            let kept = try documents(home)
            #expect(kept.map(\.name) == ["Sharding", "Sharding.epub"])
            #expect(kept.map(\.type) == ["text/html; charset=utf-8", "application/epub+zip"])
        }
    }

    @Test func archiveBoxFolderIsImportedWithItsDocuments() throws {
        try withScratchHome { home in
            let snapshot = home.folder.path("box/archive/1704164645.0")
            try Command("mkdir", ["-p", snapshot]).run()
            try Database(path: home.folder.path("box/index.sqlite3")).execute(
                ArchiveSchemas.archiveBox
                    + """
                    INSERT INTO core_snapshot VALUES('id', 'https://a.example/', '1704164645.0',
                        'Sharding', '2024-05-06 07:08:09', NULL);
                    """)
            let place = "box/archive/1704164645.0/"
            home.folder.write(place + "singlefile.html", Self.article.utf8)
            home.folder.write(place + "output.pdf", Array("%PDF-1.7".utf8))
            home.folder.write(place + "screenshot.png", [0x89])
            try check(home, home.folder.path("box"), documents: 2)
            let kept = try documents(home)
            #expect(kept.map(\.kind) == ["page", "file"])
            #expect(kept.map(\.name) == ["How databases shard", "output.pdf"])
            #expect(kept.map(\.added) == [1_704_164_645, 1_704_164_645])
        }
    }

    /// The import of a malicious archive ends soon, with an error message.
    @Test func hostileArchivesAreRefused() throws {
        try withScratchHome { home in
            let data = try linkding(home.folder)
            let bomb = home.folder.path("bomb.zip")
            _ = try home.python(
                """
                import sys, zipfile
                with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as file:
                    with file.open("db.sqlite3", "w") as database:
                        for _ in range(300): database.write(bytes(1 << 20))
                """, bomb)
            let refused = try home.run("import", bomb)
            #expect(refused.status == 65)
            #expect(refused.errors.contains("its database is larger than 256 MiB"))
            try home.shell("head -c 5000 /dev/urandom > '\(data)/db.sqlite3'")
            let damaged = try home.run("import", data)
            #expect(damaged.status == 65)
            #expect(damaged.errors.contains("the database cannot be read"), "\(damaged.errors)")
            #expect(try home.list().isEmpty)
        }
    }

    @Test func importReportsDocumentsThatItLeavesOut() throws {
        try withScratchHome { home in
            let data = try linkding(home.folder)
            try home.shell("rm '\(data)/assets/data.csv.gz'")
            let imported = try home.run("import", data)
            #expect(imported.status == 65)
            #expect(imported.errors.contains("2 added"))
            #expect(
                imported.errors.contains("left out assets/data.csv.gz: the file is missing"),
                "\(imported.errors)")
            let again = try home.run("import", data, "--json")
            #expect(again.output.contains("\"documentsAlreadyThere\":1,"), "\(again.output)")
            #expect(
                again.output.contains(
                    "\"documentsLeftOut\":[{\"path\":\"assets/data.csv.gz\",\"reason\":"))
        }
    }
}
