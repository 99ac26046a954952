import Browsers
import Glibc
import Interchange
import ScratchFolder
import TestSupport
import Testing

/// A collection of ArchiveBox.
struct ArchiveBoxArchiveTests {
    private let folder = ArchiveFolder()
    private static let times = ["1704164645.0", "1704164646.123", "1704164647"]

    private func index(_ number: Int, wget: String = "null") -> [UInt8] {
        Array(
            """
            {"schema": "Link", "url": "https://\(number).example/", "title": "Page \(number)",
             "timestamp": "\(Self.times[number])", "tags": "one,two words", "sources": [],
             "updated": "2024-03-04T05:06:07+00:00", "history": {},
             "canonical": {"wget_path": \(wget), "singlefile_path": "singlefile.html"}}
            """.utf8)
    }

    private func make() throws {
        for (number, time) in Self.times.enumerated() {
            folder.write(
                "archive/\(time)/index.json",
                index(number, wget: number == 2 ? "\"2.example/paper.pdf\"" : "null"))
        }
        folder.write("archive/\(Self.times[0])/singlefile.html", Array("<p>Single".utf8))
        folder.write("archive/\(Self.times[0])/output.html", Array("<p>DOM".utf8))
        folder.write("archive/\(Self.times[0])/output.pdf", Array("%PDF-1.7".utf8))
        folder.write("archive/\(Self.times[0])/screenshot.png", [0x89])
        folder.write("archive/\(Self.times[1])/singlefile.html", [])
        folder.write("archive/\(Self.times[1])/readability/content.html", Array("<p>Read".utf8))
        folder.write("archive/\(Self.times[2])/2.example/paper.pdf", Array("%PDF-1.4".utf8))
    }

    private func makeDatabase() throws {
        try folder.database(
            "index.sqlite3", ArchiveSchemas.archiveBox,
            Self.times.indices.map { number in
                """
                INSERT INTO core_snapshot VALUES('id\(number)', 'https://\(number).example/',
                    '\(Self.times[number])', 'Page \(number)', '2024-05-06 07:08:09',
                    '2024-03-04 05:06:07');
                """
            }.joined(),
            """
            INSERT INTO core_tag VALUES(1, 'one', 'one'), (2, 'two words', 'two-words');
            INSERT INTO core_snapshot_tags VALUES(1, 'id0', 1), (2, 'id0', 2);
            """)
    }

    private func check(_ found: ParsedImport?) throws {
        let found = try #require(found)
        #expect(found.format == .archiveBox && found.failed.isEmpty)
        #expect(found.bookmarks.map(\.name) == ["Page 0", "Page 1", "Page 2"])
        #expect(found.bookmarks[0].url == "https://0.example/")
        #expect(found.bookmarks[0].tags == ["one", "two-words"])
        #expect(found.bookmarks.map(\.added) == [1_704_164_645, 1_704_164_646.123, 1_704_164_647])
        #expect(
            found.documents.map { $0.text() }
                == ["<p>Single", "%PDF-1.7", "<p>Read", "%PDF-1.4"])
        #expect(found.documents.map(\.bookmark) == [0, 0, 1, 2])
        #expect(found.documents.map(\.isPage) == [true, false, true, true])
        #expect(found.documents[1].name == "output.pdf" && found.documents[2].name == "Page 1")
        #expect(found.documents[0].made == 1_709_528_767)
        #expect(found.skipped.count == 1)
    }

    @Test func snapshotsAreReadFromTheDatabaseOrTheirIndexes() throws {
        try make()
        try check(folder.read())
        try check(ProgramArchive.read(zip: try folder.zipped("data")))
        try makeDatabase()
        try check(folder.read())
        try check(ProgramArchive.read(database: folder.path("index.sqlite3")))
    }

    @Test func noPathLeadsOutOfTheFolder() throws {
        folder.scratch.write("secret.html", Array("secret".utf8))
        let secret = "\"../../../secret.html\""
        folder.write("archive/\(Self.times[0])/index.json", index(0, wget: secret))
        folder.write("archive/\(Self.times[1])/index.json", index(1))
        symlink(
            folder.scratch.path("secret.html"),
            folder.path("archive/\(Self.times[1])/singlefile.html"))
        symlink(folder.path("archive/\(Self.times[0])"), folder.path("archive/\(Self.times[2])"))
        let found = try #require(try folder.read())
        #expect(found.bookmarks.count == 2 && found.documents.isEmpty)
    }

    @Test func missingAndUnreadableSnapshotsAreReported() throws {
        try makeDatabase()
        let found = try #require(try folder.read())
        #expect(found.bookmarks.count == 3 && found.documents.isEmpty)
        #expect(
            found.warnings.map(\.reason)
                == Self.times.map { "its folder archive/\($0) is missing" })
        folder.write("archive/\(Self.times[0])/index.json", Array("{\"url\": ".utf8))
        folder.write("archive/\(Self.times[1])/index.json", index(1))
        unlink(folder.path("index.sqlite3"))
        let rest = try #require(try folder.read())
        #expect(rest.bookmarks.map(\.name) == ["Page 1"])
        #expect(rest.skipped.map(\.reason) == ["a snapshot whose index.json cannot be read"])
    }
}
