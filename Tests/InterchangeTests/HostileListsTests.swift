import Bookmarks
import Interchange
import Testing

/// Lists that try to end the reader, to keep it busy, or to be taken for something else.
struct HostileListsTests {
    @Test(arguments: ["-9223372036854775808", "0", "2", "9223372036854775807"])
    func tabWithAnInvalidIndexIsNoPage(_ index: String) throws {
        let list = #"[{"entries":[{"url":"https://a.example/"}],"index":"\#(index)"}]"#
        let found = try read(list)
        #expect(found.urls == ["https://a.example/"] || found.bookmarks.isEmpty)
        #expect(throws: Never.self) { try read(#"[{"entries":[],"index":"\#(index)"}]"#) }
    }

    /// The words by which a saved page is recognized may be in a name or in notes.
    @Test(arguments: [
        "saved from url=(0023)https://www.example.org/",
        "<!-- saved from url=(0023)https://www.example.org/ -->",
        "Page saved with SingleFile\\nurl: https://www.example.org/",
    ])
    func listThatMentionsASavedPageIsAList(_ words: String) throws {
        let json =
            #"[{"url":"https://a.example/","name":"\#(words)"},"#
            + #"{"url":"https://b.example/"}]"#
        #expect(PageSource(readingSavedPage: Array(json.utf8)).url == nil)
        #expect(try read(json).urls == ["https://a.example/", "https://b.example/"])
    }

    @Test func pageSavedByABrowserIsRecognized() {
        for page in [
            "<!DOCTYPE html>\n<!-- saved from url=(0023)https://www.example.org/ -->\n<html>",
            "<!DOCTYPE html> <html><!--\n Page saved with SingleFile \n url: "
                + "https://www.example.org/ \n saved date: today\n--><head>",
        ] {
            let source = PageSource(readingSavedPage: Array(page.utf8))
            #expect(source.url == "https://www.example.org/")
        }
    }

    /// Files without a line feed at their end were joined.
    @Test func severalValuesOnALineAreRead() throws {
        let lines = """
            {"url":"https://a.example/"}{"url":"https://b.example/"}
            {"url":"https://c.example/"} rest
            """
        let found = try read(lines, as: .jsonl)
        #expect(found.urls == ["https://a.example/", "https://b.example/", "https://c.example/"])
        #expect(found.failed.map(\.line) == [2])
    }

    /// A scheme may look like the name of a host.
    @Test func schemeWithADotIsKept() throws {
        let found = try read(#"[{"url":"com.example.app:open"},{"url":"example.org:80/x"}]"#)
        #expect(found.urls.first == "com.example.app:open")
    }

    /// A copy of the path for each bookmark would take all memory.
    @Test(.timeLimit(.minutes(5)), arguments: [ImportFormat.markdown, .org])
    func longFolderIsNotCopiedForEachBookmark(_ format: ImportFormat) throws {
        let (name, count) = (String(repeating: "x", count: 100_000), 20_000)
        let text =
            switch format {
            case .markdown: "# \(name)\n" + String(repeating: "- <x:y>\n", count: count)
            default: "* \(name)\n" + String(repeating: "- [[x:y][a]]\n", count: count)
            }
        let found = try read(text, as: format)
        #expect(found.bookmarks.count + found.failed.count == count)
    }

    /// Returns a file with bookmarks in one folder.
    private func file(
        _ format: ImportFormat, folder name: String, bookmarks count: Int
    ) -> String {
        func all(_ entry: String, _ separator: String = "\n") -> String {
            Array(repeating: entry, count: count).joined(separator: separator)
        }
        switch format {
        case .netscape:
            let links = all("<DT><A HREF=https://a.example/>a</A>")
            return "<DL><DT><H3>\(name)</H3><DL>\(links)</DL></DL>"
        case .xbel:
            let bookmarks = all("<bookmark href=\"https://a.example/\"/>")
            return "<xbel><folder><title>\(name)</title>\(bookmarks)</folder></xbel>"
        case .opml:
            let outlines = all("<outline url=\"https://a.example/\"/>")
            return "<opml><body><outline text=\"\(name)\">\(outlines)</outline></body></opml>"
        case .firefox:
            let children = all(#"{"uri":"https://a.example/"}"#, ",")
            return #"{"title":"\#(name)","children":[\#(children)]}"#
        case .chrome:
            let children = all(#"{"url":"https://a.example/"}"#, ",")
            return #"{"roots":{"bar":{"name":"\#(name)","children":[\#(children)]}}}"#
        case .json:
            let children = all(#"{"url":"https://a.example/"}"#, ",")
            return #"{"children":[{"name":"\#(name)","children":[\#(children)]}]}"#
        case .org: return "* \(name)\n\(all("- [[https://a.example/][a]]"))\n"
        default: return "# \(name)\n\(all("- <https://a.example/>"))\n"
        }
    }

    @Test(arguments: [
        ImportFormat.netscape, .xbel, .opml, .firefox, .chrome, .json, .markdown, .org,
    ])
    func bookmarksOfAFolderShareItsPath(_ format: ImportFormat) throws {
        let name = String(repeating: "x", count: 4000)
        let found = try read(file(format, folder: name, bookmarks: 100), as: format)
        #expect(found.bookmarks.count == 100)
        #expect(found.bookmarks.allSatisfy { $0.folder == name })
        let places = found.bookmarks.map { bookmark in
            var folder = bookmark.folder
            return folder.withUTF8 { UInt(bitPattern: $0.baseAddress) }
        }
        #expect(Set(places).count == 1)
    }

    /// No bookmark can have such a folder, and a file may have many of them.
    @Test(arguments: [
        ImportFormat.netscape, .xbel, .opml, .firefox, .chrome, .markdown, .org,
    ])
    func bookmarksOfAnAbsurdlyLongFolderAreRefused(_ format: ImportFormat) throws {
        let name = String(repeating: "é", count: 50_000)
        let found = try read(file(format, folder: name, bookmarks: 100), as: format)
        #expect(found.bookmarks.isEmpty && found.failed.count == 100)
        let reason = "its folder path has more than 4,096 characters, the limit"
        #expect(found.failed.allSatisfy { $0.reason == reason })
    }

    @Test(.timeLimit(.minutes(5))) func largeObjectsAndCommentsAreReadQuickly() throws {
        let members = (0..<60_000).map { #""k\#($0)":{}"# }.joined(separator: ",")
        #expect(try read(#"[{\#(members),"z":1}]"#).bookmarks.isEmpty)
        let comments = String(repeating: "<!--<dt>y", count: 60_000)
        let list = "<DL><DT><A HREF=x:1>a</A><DD>x\(comments)-->"
        #expect(try read(list, as: .netscape).urls.contains("x:1"))
    }

    @Test func deepFoldersComeBackFromMarkdown() throws {
        let path = "a/b/c/d/e/f/g/h"
        let draft = Bookmark(
            id: "0", name: "A", url: "https://a.example/", tags: [], notes: "", folder: path,
            added: 0, modified: 0, device: "")
        let text = String(decoding: ExportFormat.markdown.bytes([draft]), as: UTF8.self)
        #expect(try read(text, as: .markdown).bookmarks.first?.folder == path)
    }

    /// Exports a bookmark in nested folders, and imports it again.
    private func expectFoldersComeBack(_ names: [String], _ format: ExportFormat) throws {
        let path = FolderPath.path(names)
        let bookmark = Bookmark(
            id: "0", name: "A", url: "https://a.example/", folder: path, added: 0)
        let read: ImportFormat =
            switch format {
            case .html: .netscape
            case .xbel: .xbel
            case .opml: .opml
            case .org: .org
            default: .markdown
            }
        let found = try Importer.read(format.bytes([bookmark]), as: read)
        #expect(found.failed.isEmpty && found.warnings.isEmpty)
        #expect(found.bookmarks.map(\.folder) == [path])
    }

    @Test(arguments: [ExportFormat.html, .xbel, .opml, .markdown, .org])
    func foldersOf300LevelsComeBack(_ format: ExportFormat) throws {
        try expectFoldersComeBack((0..<300).map { "f\($0)" }, format)
    }

    /// A path has room for as many folders with the shortest names.
    @Test(arguments: [ExportFormat.html, .xbel, .opml])
    func deepestFoldersComeBack(_ format: ExportFormat) throws {
        let names = Array(repeating: "f", count: (BookmarkDraft.maximumFolderLength + 1) / 2)
        try expectFoldersComeBack(names, format)
    }
}
