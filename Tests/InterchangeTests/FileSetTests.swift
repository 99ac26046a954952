import FoundationEssentials
import Interchange
import Testing

/// Files with one link each, and several files in an archive.
struct FileSetTests {
    @Test(arguments: [
        (Fixture.favorite, "Fun/A page.url", "https://a.example/?x=1", "A page"),
        (Fixture.webloc, "A page.webloc", "https://a.example/", "A page"),
        (
            "[Desktop Entry]\nType=Link\nName=A page\nName[de]=Eine\nURL=https://a.example/\n",
            "x.desktop", "https://a.example/", "A page"
        ),
        (
            "# KDE\n[Desktop Entry]\nURL[$e]=https://a.example/\nType=Link\n", "A page.desktop",
            "https://a.example/", "A page"
        ),
        (
            "[DEFAULT]\nBASEURL=https://b.example/\n[InternetShortcut]\nURL=https://a.example/\n",
            "A page.URL", "https://a.example/", "A page"
        ),
    ])
    func linkFileBecomesANamedBookmark(
        _ text: String, _ path: String, _ url: String, _ name: String
    ) throws {
        let found = try Importer.read(Array(text.utf8), named: path)
        #expect(found.format == .link && found.urls == [url])
        #expect(found.bookmarks.map(\.name) == [name])
        #expect(try read(text).urls == [url])
    }

    @Test func binaryWeblocFileIsRead() throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let bytes = [UInt8](try encoder.encode(["URL": "https://a.example/"]))
        let found = try Importer.read(bytes, named: "A page.webloc")
        #expect(found.urls == ["https://a.example/"] && found.bookmarks[0].name == "A page")
    }

    @Test func desktopEntryOfAProgramIsRefused() {
        let error = #expect(throws: ImportError.self) {
            try read("[Desktop Entry]\nType=Application\nName=X\nExec=x\n")
        }
        #expect(error?.message.contains("starts a program") == true)
    }

    private func archive(_ files: (String, String)...) throws -> ParsedImport {
        try Importer.read(PackedFiles.zip(files.map { ($0.0, Array($0.1.utf8)) }))
    }

    @Test func archiveWithOneBookmarkFileReadsLikeThatFile() throws {
        let found = try archive(("pocket/part_000000.csv", Fixture.pocket), ("readme.txt", "x"))
        #expect(found.format == .pocket && found.bookmarks.map(\.line) == [2])
        #expect(found.skipped.map(\.reason) == ["a text file beside bookmark files"])
    }

    @Test func fileWithoutAnEndingIsNotCalledAText() throws {
        let found = try archive(
            ("links.csv", Fixture.csv), ("backup", "x"), (".hidden", "x"), ("NOTES.TXT", "x"))
        #expect(
            found.skipped.map { "\($0.file ?? ""): \($0.reason)" } == [
                ".hidden: a hidden file", "NOTES.TXT: a text file beside bookmark files",
                "backup: a file of an unknown kind beside bookmark files",
            ])
    }

    @Test func archiveImportsAllItsBookmarkFiles() throws {
        let found = try archive(
            ("links.csv", Fixture.csv), ("Work/B page.url", Fixture.favorite),
            ("content/1.html", "<!DOCTYPE html><html><a href='https://no.example/'>x</a></html>"),
            ("cover.png", "x"),
            ("Passwords.csv", "url,username,password\nhttps://p.example/,a,b\n"),
            ("bad.json", "[{\"url\": \n"))
        #expect(found.format == .files)
        #expect(Set(found.urls) == ["https://a.example/", "https://a.example/?x=1"])
        let link = try #require(found["https://a.example/?x=1"])
        #expect(link.folder == "Work" && link.name == "B page")
        #expect(found.skipped.count == 3 && found.failed.count == 1)
        #expect(found.failed[0].reason.hasPrefix("bad.json: line 2: "))
    }

    @Test func unreadFieldsOfAllFilesAreNamedOnce() throws {
        let found = try archive(
            ("a.csv", "url,Rating,color\nhttps://a.example/,1,red\n"),
            ("b.csv", "url,color,isPinned\nhttps://b.example/,red,yes\n"))
        #expect(found.format == .files && found.bookmarks.count == 2)
        #expect(found.unreadFields == ["Rating", "color", "isPinned"])
    }

    /// Comparing each of a million names with all others would take hours.
    @Test func onlySomeOfManyUnreadFieldsAreNamed() throws {
        let paths = (0..<1000).map { "\($0).html" }
        let found = try FileSet.read(paths) { index in
            let bookmark = ImportedBookmark(url: "https://a.example/", line: 1)
            var file = ParsedImport(format: .netscape, bookmarks: [bookmark])
            file.unreadFields = (0..<1000).map { "\(index)-\($0)" }
            return file
        }
        #expect(found.bookmarks.count == 1000 && found.unreadFields.count == 1000)
        #expect(found.unreadFields.prefix(2) == ["0-0", "0-1"])
    }

    /// Some programs add the pages that they saved, as fragments of HTML.
    @Test(arguments: ["<p>", "<h1>x</h1>", "<ul><li>", "<DIV>\n", "\n<article>", "<!DOCTYPE html>"])
    func pagesInAnArchiveAreNotReadAsBookmarkFiles(_ start: String) throws {
        let found = try archive(
            ("content/a.html", "\(start)- <a href='https://no.example/'>x</a>\n- b\n"),
            ("metadata_0_to_20.json", Fixture.omnivore))
        #expect(found.format == .omnivore && found.urls == ["https://a.example/"])
        #expect(found.skipped.map(\.reason) == ["a file without bookmarks"])
        let both = try archive(
            ("a.html", Fixture.netscape), ("b.html", "<DL><DT><A HREF=\"x:b\">B</A></DL>"))
        #expect(both.urls.contains("x:b"))
    }

    /// Prose, and the tables in it, may have commas and the names of columns.
    @Test func fileExtensionTellsTextsFromTables() throws {
        let text = Array("URL, name, tags\n\n| url | name |\n| - | - |\n| x:a | [A](x:b) |\n".utf8)
        #expect(try Importer.read(text, named: "a.csv").format == .csv)
        #expect(try Importer.read(text).format == .csv)
        for name in ["a.md", "A.MD", "b/a.markdown"] {
            #expect(try Importer.read(text, named: name).format == .markdown)
        }
        #expect(try Importer.read(text, named: "a.org").format == .org)
        let mapping = try RecordMapping("url=URL")
        #expect(try Importer.read(text, mapping: mapping, named: "a.md").format == .csv)
    }

    @Test func textsInAnArchiveAreReadWhenItHasNoBookmarkFiles() throws {
        let found = try archive(("a.md", "- [A](https://a.example/)\n"), ("b.txt", "x:b\n"))
        #expect(found.urls.contains("https://a.example/"))
        let error = #expect(throws: ImportError.self) {
            try archive(("a.png", "x"), ("b.txt", "x"))
        }
        #expect(error?.message.contains("none of its 2 files") == true)
    }

    @Test func unknownJSONInAFolderIsSkippedWithAReason() throws {
        let found = try folder(
            ("a.csv", Fixture.csv), ("b.json", "[{\"url\": \"x:b\"}]"), ("c.json", "[1]"))
        #expect(
            found.skipped.map(\.reason) == [FileSet.unknownJSON, "a file without bookmarks"])
        #expect(found.skipped.map(\.file) == ["b.json", "c.json"])
    }

    private func folder(_ files: (String, String)...) throws -> ParsedImport {
        try FileSet.read(files.map(\.0), isFolder: true) { index throws(ImportError) in
            try Importer.read(
                Array(files[index].1.utf8), named: files[index].0, isOneOfMany: true)
        }
    }

    private static let package = """
        {"name": "x", "homepage": "https://x.example/", "bugs": {"url": "https://y.example/"}}
        """

    /// JSON files in a folder are mostly data of other programs.
    @Test func onlyKnownJSONExportsInAFolderAreRead() throws {
        let found = try folder(
            ("package.json", Self.package), ("tsconfig.json", "{ // comment\n}\n"),
            ("data.jsonl", "{\"url\": \"https://a.example/\"}\n"), ("cover.png", "x"),
            ("pinboard.json", Fixture.pinboard), ("Fun/A page.url", Fixture.favorite))
        #expect(Set(found.urls) == ["https://a.example/?x=1", "https://a.example/"])
        #expect(found.failed.isEmpty, "\(found.failed)")
        let others: Set = ["package.json", "tsconfig.json", "data.jsonl", "cover.png"]
        #expect(Set(found.skipped.compactMap(\.file)) == others)
    }

    @Test func textsInAFolderAreNotReadBesideDataFiles() throws {
        let notes = ("a.md", "- [A](https://a.example/)\n")
        #expect(try folder(notes, ("b.png", "x")).urls == ["https://a.example/"])
        #expect(throws: ImportError.self) { try folder(notes, ("package.json", Self.package)) }
    }

    @Test func damagedArchivesAreRefusedOrReported() throws {
        let sound = PackedFiles.zip([("a.csv", Array(Fixture.csv.utf8))])
        for end in [4, 30, sound.count / 2, sound.count - 1] {
            #expect(throws: ImportError.self) { try Importer.read(Array(sound[..<end])) }
        }
        // No changed byte may crash the reader.
        for place in sound.indices {
            var bytes = sound
            bytes[place] ^= 0xFF
            _ = try? Importer.read(bytes)
        }
        var wrong = sound
        // Damages the first letter of the file in the archive.
        wrong[30 + 5] ^= 1
        let found = try Importer.read(wrong)
        #expect(found.failed.map(\.reason) == ["a.csv: it is damaged in the archive"])
    }

    @Test func archivedFileThatUnpacksBeyondItsSizeIsRefused() throws {
        let bomb = PackedFiles.zip([("a.csv", PackedFiles.deflatedLetters)], size: 10)
        let found = try Importer.read(bomb)
        #expect(found.bookmarks.isEmpty)
        #expect(
            found.failed.map(\.reason) == [
                "a.csv: it unpacks to more than the limit of 10 bytes"
            ])
    }

    @Test func gzipFileIsReadUnlessNestedOrDamaged() throws {
        #expect(try Importer.read(PackedFiles.gzippedList).urls == ["https://a.example/"])
        // There are files that unpack to themselves forever.
        let twice = PackedFiles.gzipped(PackedFiles.gzippedList)
        #expect(throws: ImportError.self) { try Importer.read(twice) }
        let cut = Array(PackedFiles.gzippedList.dropLast(12))
        let error = #expect(throws: ImportError.self) { try Importer.read(cut) }
        #expect(error?.message.contains("is damaged") == true)
    }

    /// `cat a.gz b.gz` makes a valid gzip file, too.
    @Test func allMembersOfAGzipFileAreRead() throws {
        let parts = ["https://a.example/\n", "https://b.example/ B\n", "https://c.example/\n"]
        let packed = parts.flatMap { PackedFiles.gzipped(Array($0.utf8)) }
        let urls = ["https://a.example/", "https://b.example/", "https://c.example/"]
        #expect(try Importer.read(packed).urls == urls)
        #expect(try Importer.read(PackedFiles.gzippedList + packed).urls.count == 4)
        // A tape archive is padded with zeros.
        let filled = try Importer.read(packed + [UInt8](repeating: 0, count: 600))
        #expect(filled.urls == urls && filled.warnings.isEmpty)
        let loose = try Importer.read(packed + Array("loose".utf8))
        #expect(loose.urls == urls)
        #expect(loose.warnings.map(\.reason).first?.contains("5 bytes") == true)
        #expect(throws: ImportError.self) { try Importer.read(packed.dropLast(3)) }
    }

    @Test(arguments: ["../../up.html", "a/../../up.html", "..\\up.html"])
    func pathOutOfTheArchiveIsSkippedWithThatReason(_ path: String) throws {
        let found = try archive(("a.html", Fixture.netscape), (path, Fixture.netscape))
        #expect(found.skipped.contains { $0.reason == "a path that leads out of the archive" })
        #expect(!found.skipped.contains { $0.reason == "a hidden file" })
    }

    @Test func pathsMayBeginWithADotButHiddenFilesAreSkipped() throws {
        #expect(try archive(("./a/./b.html", Fixture.netscape)).format == .netscape)
        let hidden = try archive(("a.html", Fixture.netscape), (".b/c.html", Fixture.netscape))
        #expect(hidden.skipped.contains { $0.reason == "a hidden file" })
    }
}
