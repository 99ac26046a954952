import Bookmarks
import Interchange
import SeededRandom
import TestSupport
import Testing

/// An exported bookmark is imported unchanged, as far as the format promises.
@Suite(.ownThread) struct RoundTripTests {
    private static let pieces = [
        "a", "Swift", "é", "世", "🙂", "👩‍💻", " ", "  ", "\n", "\r\n", "\t", "\"", "'", "<b>",
        "</A>",
        "&amp;", "&", ",", ";", "\\", "]]>", "<!--", "]", "[", "(", ")", "*", "#x", ":y:", "- ",
        "{", "|",
        "\u{1B}", "\u{7F}", "\u{2028}", "%20", "http://x.example/", "\n# x", "\n#+x",
        "\nDEADLINE: x",
        "\n:PROPERTIES:\n", "\n    x\n", "\n\n", "[a](http://b.example/)",
        "[[http://c.example/][d]]", "!", "_", "`", "\n- [a](http://b.example/)", "\n```\n",
        "\n  * [[http://c.example/][d]]", "\n\\1\\. <x:y>", "\n12) [x] http://x.example/",
        "\n\u{200B}+ [[x:y]]", "\n- [ ] bread",
    ]

    private static let linkInNotes = "a link in the notes of another bookmark, where it stays"

    private static func text(_ random: inout SplitMix, _ most: Int) -> String {
        (0..<Int.random(in: 0...most, using: &random))
            .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private static func bookmark(_ index: Int, _ random: inout SplitMix) -> Bookmark {
        let tags = Tags.parsed(text(&random, 6))
        let folders = ["", "work", "work/swift", "a b/c", "TCP\u{2215}IP", "work/é & <x>"]
        let added = Double(Int.random(in: 1_000_000_000...2_000_000_000, using: &random))
        let ends = ["b=%20'\"<>()[]é", "", "(x", "x)", ":)", "\\_x\\", "]]x[[", "*_`", "x,y;z"]
        let url = "https://a.example/\(index)?a=1&\(ends.randomElement(using: &random) ?? "")"
        var bookmark = Bookmark(
            id: "id\(index)", name: text(&random, 8), url: url, tags: tags,
            notes: text(&random, 12), folder: folders.randomElement(using: &random) ?? "",
            added: added + Double(Int.random(in: 0...999, using: &random)) / 1000,
            modified: added + 5, device: text(&random, 2))
        if Bool.random(using: &random) { bookmark.position = "7k3q\(index)" }
        bookmark.description = text(&random, 8)
        bookmark.isUnread = Bool.random(using: &random)
        bookmark.isArchived = Bool.random(using: &random)
        return bookmark
    }

    private static func bookmarks(seed: UInt64) -> [Bookmark] {
        var random = SplitMix(seed: seed)
        return (0..<Int.random(in: 1...12, using: &random)).map { bookmark($0, &random) }
    }

    private func comeBack(_ bookmarks: [Bookmark], _ format: ExportFormat) throws -> [Bookmark] {
        let found = try read(String(decoding: format.bytes(bookmarks), as: UTF8.self))
        // The notes of a text for people may have links, which are reported and stay in the notes.
        let said = [ExportFormat.markdown, .org].contains(format) ? [Self.linkInNotes] : []
        #expect(found.failed.isEmpty && found.skipped.allSatisfy { said.contains($0.reason) })
        let settings = ImportSettings()
        let back = found.bookmarks.map { one in
            let imported = settings.bookmark(one)
            var bookmark = Bookmark(id: "", draft: imported.draft, added: imported.added ?? 0)
            bookmark.position = imported.position
            return bookmark
        }
        return back.sorted { $0.url < $1.url }
    }

    /// The bookmarks without their ids, devices and latest edits.
    private func plain(_ bookmarks: [Bookmark], _ change: (inout Bookmark) -> Void) -> [Bookmark] {
        bookmarks.map { old in
            var bookmark = Bookmark(id: "", draft: old.draft, added: old.added)
            bookmark.position = old.position
            change(&bookmark)
            bookmark.modified = bookmark.added
            return bookmark
        }.sorted { $0.url < $1.url }
    }

    @Test(arguments: ExportFormat.allCases.filter(\.isLossless))
    func losslessFormatsLoseNothing(_ format: ExportFormat) throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            let bookmarks = Self.bookmarks(seed: seed)
            let back = try comeBack(bookmarks, format)
            try expectSame(back, plain(bookmarks) { _ in }, seed)
        }
    }

    @Test func htmlLosesOnlyOrderSecondFractionsAndBlanks() throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            let bookmarks = Self.bookmarks(seed: seed)
            let back = try comeBack(bookmarks, .html)
            let expected = plain(bookmarks) {
                $0.position = ""
                $0.added = $0.added.rounded(.down)
                $0.name = Self.onOneLine($0.name)
                $0.notes = Self.withoutLooseEnds($0.notes)
            }
            try expectSame(back, expected, seed)
        }
    }

    /// Browsers show nothing for a link without text, so the URL is written as the text. It is not
    /// imported as a name.
    @Test func namelessBookmarkShowsItsURLInHTML() throws {
        let urls = [
            "https://a.example/?a=1&b=<x>", "mailto:ada@a.example", "https://b.example/%20",
        ]
        let bookmarks = urls.map { Bookmark(id: "", name: "", url: $0, added: 1_700_000_000) }
        let text = String(decoding: ExportFormat.html.bytes(bookmarks), as: UTF8.self)
        #expect(!text.contains("></A>"))
        #expect(text.contains(">https://a.example/?a=1&amp;b=&lt;x&gt;</A>"), "\(text)")
        #expect(try comeBack(bookmarks, .html).map(\.name) == ["", "", ""])
        #expect(try comeBack(bookmarks, .html).map(\.url) == urls.sorted())
        let page = try read("<DL><DT><A HREF=\"x:1\"> x:1\n</A><DT><A HREF=\"x:2\">x:1</A></DL>")
        #expect(page.bookmarks.map(\.name) == ["", "x:1"])
    }

    @Test(arguments: [ExportFormat.xbel, .opml])
    func xmlLosesControlCharacters(_ format: ExportFormat) throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            let bookmarks = Self.bookmarks(seed: seed)
            let back = try comeBack(bookmarks, format)
            let expected = plain(bookmarks) {
                $0.position = ""
                if format == .opml { $0.added = $0.added.rounded(.down) }
                $0.name = Self.onOneLine(PropertyListText.writable($0.name))
                $0.notes = PropertyListText.writable($0.notes)
                $0.description = PropertyListText.writable($0.description)
            }
            try expectSame(back, expected, seed)
        }
    }

    /// Import adds microseconds to equal times to keep the order of the file.
    @Test func xbelLosesMicroseconds() throws {
        let added = 1_700_000_000.25
        let bookmarks = (0..<3).map {
            Bookmark(id: "", name: "", url: "x:\($0)", added: added - Double($0) / 1_000_000)
        }
        #expect(try comeBack(bookmarks, .xbel).map(\.added) == [added, added, added])
    }

    @Test func markdownLosesOnlyDatesOrderAndBlanks() throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            let bookmarks = Self.bookmarks(seed: seed)
            let back = try comeBack(bookmarks, .markdown)
            let expected = plain(bookmarks) {
                $0.position = ""
                $0.added = 0
                $0.name = Self.onOneLine($0.name)
                $0.url = $0.url.replacing("<", with: "%3C").replacing(">", with: "%3E")
                $0.notes = Self.inLines($0.notes)
                $0.description = Self.onOneLine($0.description)
            }
            try expectSame(back, expected, seed)
        }
    }

    @Test func orgLosesOnlyOrderSecondsAndBrackets() throws {
        func round(_ text: String) -> String {
            text.replacing("[", with: "(").replacing("]", with: ")")
        }
        for seed in 1...300 as ClosedRange<UInt64> {
            let bookmarks = Self.bookmarks(seed: seed)
            let back = try comeBack(bookmarks, .org)
            let expected = plain(bookmarks) {
                $0.position = ""
                $0.added = ($0.added / 60).rounded(.down) * 60
                $0.name = round(Self.onOneLine($0.name))
                $0.url = $0.url.replacing("[", with: "%5B").replacing("]", with: "%5D")
                $0.notes = $0.notes.replacing("\r\n", with: "\n")
                $0.description = Self.onOneLine($0.description)
            }
            try expectSame(back, expected, seed)
        }
    }

    @Test(arguments: [ExportFormat.markdown, .org])
    func namelessBookmarkStaysNameless(_ format: ExportFormat) throws {
        let urls = [
            "https://a.example/", "https://a.example/Smile_:)", "https://a.example/Open_(x",
        ]
        let bookmarks = urls.map { Bookmark(id: "", name: "", url: $0, added: 0) }
        let back = try comeBack(bookmarks, format)
        #expect(back.map(\.name) == ["", "", ""])
        #expect(back.map(\.url) == urls.sorted())
    }

    /// Stops at the first difference, since hundreds of seeds would fail in the same way.
    private func expectSame(_ back: [Bookmark], _ expected: [Bookmark], _ seed: UInt64) throws {
        try #require(back.count == expected.count, "seed \(seed)")
        for (one, other) in zip(back, expected) { try #require(one == other, "seed \(seed)") }
    }

    private static func onOneLine(_ text: String) -> String {
        text.unicodeScalars.split {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }.map { String($0) }.joined(separator: " ")
    }

    /// Notes as kept by formats that indent each line.
    private static func inLines(_ notes: String) -> String {
        let lines = notes.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { String($0.drop(while: \.isWhitespace)) }
        return withoutLooseEnds(lines.joined(separator: "\n"))
    }

    private static func withoutLooseEnds(_ text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { line in
                String(line.reversed().drop { $0.isWhitespace }.reversed())
            }
        let joined = lines.joined(separator: "\n")
        return String(
            joined.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
