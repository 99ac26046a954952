import Browsers
import Interchange
import ScratchFolder
import SeededRandom
import TestSupport
import Testing

/// Damaged archives of other programs are refused or read, and so are their documents.
struct ArchiveFuzzTests {
    private let folder = ArchiveFolder()

    private func makeLinkding() throws {
        try folder.database(
            "db.sqlite3", "PRAGMA page_size = 512;", ArchiveSchemas.linkding,
            (1...6).map { id in
                ArchiveSchemas.linkdingBookmark(id, "https://a.example/\(id)", title: "A")
                    + ArchiveSchemas.linkdingAsset(id, of: id, "page\(id % 2).gz")
            }.joined(),
            """
            INSERT INTO bookmarks_tag VALUES(1, 'one', '', 1);
            INSERT INTO bookmarks_bookmark_tags VALUES(1, 1, 1), (2, 2, 1);
            """)
        folder.write("assets/page0.gz", PackedBytes.gzipped(Array("<p>Page".utf8)))
        folder.write("assets/page1.gz", PackedBytes.gzipped(Array("<p>Other".utf8)))
    }

    private func makeShiori() throws {
        try folder.database(
            "shiori.db", "PRAGMA page_size = 512;", ArchiveSchemas.shiori,
            (1...6).map { id in
                """
                INSERT INTO bookmark(id, url, title) VALUES(\(id), 'https://a.example/\(id)', 'A');
                INSERT INTO bookmark_content VALUES('A', 'Text', '<p>Text', \(id));
                """
            }.joined())
        folder.write("ebook/1.epub", Array("PK\u{3}\u{4}".utf8))
    }

    private func makeArchiveBox() throws {
        try folder.database(
            "index.sqlite3", "PRAGMA page_size = 512;", ArchiveSchemas.archiveBox,
            (1...6).map { id in
                """
                INSERT INTO core_snapshot VALUES('\(id)', 'https://a.example/\(id)',
                    '170416464\(id)', 'A', '', '');
                """
            }.joined())
        folder.write("archive/1704164641/singlefile.html", Array("<p>Page".utf8))
        folder.write(
            "archive/1704164642/index.json", Array(#"{"canonical":{"wget_path":"x"}}"#.utf8))
    }

    private func isRead(_ found: ParsedImport?) -> Bool {
        guard let found else { return false }
        #expect(found.bookmarks.allSatisfy { !$0.url.isEmpty })
        for document in found.documents {
            #expect(found.bookmarks.indices.contains(document.bookmark))
            #expect((try? document.read(1000).count) ?? 0 <= 1000)
        }
        return !found.bookmarks.isEmpty
    }

    enum Program: String, CaseIterable {
        case linkding = "db.sqlite3"
        case shiori = "shiori.db"
        case archiveBox = "index.sqlite3"
    }

    private func make(_ program: Program) throws {
        switch program {
        case .linkding: try makeLinkding()
        case .shiori: try makeShiori()
        case .archiveBox: try makeArchiveBox()
        }
    }

    @Test(arguments: Program.allCases)
    func damagedDatabasesOfArchivesAreRefusedOrRead(_ program: Program) throws {
        try make(program)
        let seed = folder.scratch.read("data/" + program.rawValue)
        var fuzzer = Fuzzer(
            "the database of an archive", seed: 7, seeds: [seed], rounds: 150,
            environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, _ in
            folder.write(program.rawValue, bytes)
            return isRead(try? folder.read())
        }
        #expect(outcome.sound > outcome.rounds / 20, "some damaged files must still give bookmarks")
        #expect(outcome.longest < 5, "a small damaged archive must be read within 5 seconds")
    }

    @Test(arguments: Program.allCases)
    func damagedZipFilesOfArchivesAreRefusedOrRead(_ program: Program) throws {
        try make(program)
        let path = try folder.zipped()
        var fuzzer = Fuzzer(
            "the zip file of an archive", seed: 8, seeds: [folder.scratch.read("data.zip")],
            rounds: 150, environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, _ in
            folder.scratch.write("data.zip", bytes)
            return isRead(try? ProgramArchive.read(zip: path))
        }
        #expect(outcome.sound > 0, "some damaged files must still give bookmarks")
        #expect(outcome.longest < 5, "a small damaged archive must be read within 5 seconds")
    }
}
