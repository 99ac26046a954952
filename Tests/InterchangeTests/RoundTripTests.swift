import Bookmarks
import Interchange
import SeededRandom
import Testing

/// What is exported comes in again as it was, as far as the format says it does.
struct RoundTripTests {
    private static let pieces = [
        "a", "Swift", "é", "世", "🙂", "👩‍💻", " ", "  ", "\n", "\r\n", "\t", "\"", "'", "<b>",
        "</A>",
        "&amp;", "&", ",", ";", "\\", "]]>", "<!--", "]", "[", "(", ")", "*", "#x", ":y:", "- ",
        "{", "|",
        "\u{1B}", "\u{7F}", "\u{2028}", "%20", "http://x.example/",
    ]

    private static func text(_ random: inout SplitMix, _ most: Int) -> String {
        (0..<Int.random(in: 0...most, using: &random))
            .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private static func bookmark(_ index: Int, _ random: inout SplitMix) -> Bookmark {
        let tags = Tags.parsed(text(&random, 6))
        let folders = ["", "work", "work/swift", "a b/c", "TCP\u{2215}IP", "work/é & <x>"]
        let added = Double(Int.random(in: 1_000_000_000...2_000_000_000, using: &random))
        return Bookmark(
            id: "id\(index)", name: text(&random, 8),
            url: "https://a.example/\(index)?a=1&b=%20'\"<>()[]é", tags: tags,
            notes: text(&random, 12), folder: folders.randomElement(using: &random) ?? "",
            added: added + Double(Int.random(in: 0...999, using: &random)) / 1000,
            modified: added + 5, device: text(&random, 2))
    }

    private static func bookmarks(seed: UInt64) -> [Bookmark] {
        var random = SplitMix(seed: seed)
        return (0..<Int.random(in: 1...12, using: &random)).map { bookmark($0, &random) }
    }

    private func comeBack(_ bookmarks: [Bookmark], _ format: ExportFormat) throws -> [Bookmark] {
        let found = try read(String(decoding: format.bytes(bookmarks), as: UTF8.self))
        #expect(found.failed.isEmpty && found.skipped.isEmpty)
        let settings = ImportSettings()
        let back = found.bookmarks.map { one in
            let imported = settings.bookmark(one)
            return Bookmark(
                id: "", draft: imported.draft, added: imported.added ?? 0)
        }
        return back.sorted { $0.url < $1.url }
    }

    /// What is left of bookmarks when their id, device and latest edit are not asked for.
    private func plain(_ bookmarks: [Bookmark], _ change: (inout Bookmark) -> Void) -> [Bookmark] {
        bookmarks.map { old in
            var bookmark = Bookmark(id: "", draft: old.draft, added: old.added)
            change(&bookmark)
            bookmark.modified = bookmark.added
            return bookmark
        }.sorted { $0.url < $1.url }
    }

    @Test(arguments: [ExportFormat.json, .jsonl, .csv])
    func nothingIsLost(_ format: ExportFormat) throws {
        #expect(format.drops == nil)
        for seed in 1...300 as ClosedRange<UInt64> {
            let bookmarks = Self.bookmarks(seed: seed)
            let back = try comeBack(bookmarks, format)
            try expectSame(back, plain(bookmarks) { _ in }, seed)
        }
    }

    @Test func htmlLosesWhatItSays() throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            let bookmarks = Self.bookmarks(seed: seed)
            let back = try comeBack(bookmarks, .html)
            let expected = plain(bookmarks) {
                $0.added = $0.added.rounded(.down)
                $0.name = Self.onOneLine($0.name)
                $0.notes = Self.withoutLooseEnds($0.notes)
            }
            try expectSame(back, expected, seed)
        }
    }

    @Test(arguments: [ExportFormat.xbel, .opml])
    func xmlLosesControlCharacters(_ format: ExportFormat) throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            let bookmarks = Self.bookmarks(seed: seed)
            let back = try comeBack(bookmarks, format)
            let expected = plain(bookmarks) {
                if format == .opml { $0.added = $0.added.rounded(.down) }
                $0.name = Self.onOneLine(PropertyListText.writable($0.name))
                $0.notes = PropertyListText.writable($0.notes)
            }
            try expectSame(back, expected, seed)
        }
    }

    /// Formats for people keep the addresses, the folders and the tags.
    @Test(arguments: [ExportFormat.markdown, .org])
    func listsForPeopleKeepThePages(_ format: ExportFormat) throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            var bookmarks = Self.bookmarks(seed: seed)
            for index in bookmarks.indices {
                bookmarks[index].url = "https://a.example/\(index)?x=(1)&y=é"
                bookmarks[index].name = "Page \(index)"
                bookmarks[index].notes = "Said of it\n\nand more"
                bookmarks[index].tags = ["one", "two-\(index)"]
            }
            let back = try comeBack(bookmarks, format)
            let expected = plain(bookmarks) {
                $0.added = format == .markdown ? 0 : ($0.added / 60).rounded(.down) * 60
            }
            try expectSame(back, expected, seed)
        }
    }

    /// Ends with the first difference: hundreds of seeds say the same.
    private func expectSame(_ back: [Bookmark], _ expected: [Bookmark], _ seed: UInt64) throws {
        try #require(back.count == expected.count, "seed \(seed)")
        for (one, other) in zip(back, expected) { try #require(one == other, "seed \(seed)") }
    }

    private static func onOneLine(_ text: String) -> String {
        text.unicodeScalars.split {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }.map { String($0) }.joined(separator: " ")
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
