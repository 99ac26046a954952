import Bookmarks
import TestSupport
import Testing

/// Bookmarks as text for an editor, and the changes that a person makes in it.
@Suite(.ownThread) struct EditTextTests {
    private static let swift = Bookmark(
        id: "0000000000001", name: "Swift", url: "https://www.swift.org/", tags: ["lang", "swift"],
        notes: "The language.\n\n  Indented, too.", folder: "work/swift", added: 1)
    private static let plain = Bookmark(
        id: "0000000000002", name: "", url: "https://plain.example/", added: 2)
    private let both = EditText([swift, plain])

    /// The text without its explanations.
    private func blocks(_ text: EditText) -> String {
        text.text.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0.hasPrefix("#") || $0.isEmpty }.joined(separator: "\n")
    }

    @Test func everyBookmarkIsOneBlockOfText() {
        #expect(
            blocks(both) == """
                bookmark 0000000000001
                url: https://www.swift.org/
                name: Swift
                tags: lang swift
                folder: work/swift
                notes:
                  The language.

                    Indented, too.
                description:
                unread: no
                archived: no

                bookmark 0000000000002
                url: https://plain.example/
                name:
                tags:
                folder:
                notes:
                description:
                unread: no
                archived: no

                """)
    }

    @Test func untouchedTextIsNoChange() throws {
        #expect(try both.changes(in: both.text).isEmpty)
        #expect(try both.changes(in: "").isEmpty)
        #expect(try both.changes(in: "# nothing\n\n").isEmpty)
    }

    @Test func onlyEditedFieldsChange() throws {
        let changes = try both.changes(
            in: """
                bookmark 0000000000001
                name:
                tags: lang, new
                bookmark 0000000000002
                notes: one
                  two

                  three
                """)
        var swift = Self.swift.draft
        (swift.name, swift.tags) = ("", ["lang", "new"])
        var plain = Self.plain.draft
        plain.notes = "one\ntwo\n\nthree"
        #expect(
            changes.edits == [
                BookmarkEdit(id: Self.swift.id, original: Self.swift.draft, edited: swift),
                BookmarkEdit(id: Self.plain.id, original: Self.plain.draft, edited: plain),
            ])
        #expect(changes.deletions.isEmpty)
    }

    @Test func bookmarkIsDeletedOnlyByADeleteLine() throws {
        let deleting = both.text.replacing("bookmark 0000000000002", with: "delete 0000000000002")
        let changes = try both.changes(in: deleting)
        #expect(changes.deletions.map(\.id) == [Self.plain.id])
        #expect(changes.deletions.map(\.seen) == [Self.plain.draft])
        // The same for a text that is read again from its file.
        #expect(try EditText(written: both.text).changes(in: deleting) == changes)
        #expect(changes.edits.isEmpty)
    }

    @Test func formattingOfEditorsIsAccepted() throws {
        let windows = "\u{feff}" + both.text.replacing("\n", with: "\r\n")
        #expect(try both.changes(in: windows).isEmpty)
        let tabbed = "bookmark 0000000000002\nnotes:\n\tone\n\ttwo\n"
        #expect(try both.changes(in: tabbed).edits.first?.edited.notes == "one\ntwo")
        let capitals = "bookmark OOOOOOOOOOOO2\n name: x"
        #expect(throws: EditTextError.self) { try both.changes(in: capitals) }
        #expect(
            try both.changes(in: "bookmark OOOOOOOOOOOO2\nname: x").edits.first?.edited.name == "x")
    }

    @Test(arguments: [
        ("name: x", 1), ("bookmark 0000000000001\nnmae: x", 2), ("\n\nbookmark zzz\n", 3),
        ("bookmark 0000000000001\nname: a\nname: b", 3), ("bookmark 0000000000001\nhello", 2),
        ("bookmark 0000000000001\n\nbookmark 0000000000001", 3), ("bookmark", 1), ("delete a b", 1),
        ("bookmark 0000000000001\n# x\nurl:", 3), ("bookmark 0000000000001\nurl: not a url", 2),
        ("bookmark 0000000000001\nname: \"open", 2), ("bookmark 0000000000001\nname: \"a\" b", 2),
        ("bookmark 0000000000001\nname: \"\\q\"", 2), ("bookmark 0000000000001\n  stray", 2),
        ("bookmark 0000000000001\nname: \"\\u{110000}\"", 2),
        ("bookmark 0000000000001\nnotes: \"a\"\n  b", 3),
        ("bookmark 0000000000001\nname: ok\ntags: a \"b\"c", 3),
    ])
    func errorNamesItsLine(_ text: String, _ line: Int) {
        let error = #expect(throws: EditTextError.self) { try both.changes(in: text) }
        #expect(error?.line == line)
    }

    @Test func fieldThatIsTooLongIsReportedWithItsLine() {
        let long = String(repeating: "x", count: BookmarkDraft.maximumNameLength + 1)
        let text = "bookmark 0000000000001\nfolder: fine\nname: \(long)\n"
        let error = #expect(throws: EditTextError.self) { try both.changes(in: text) }
        #expect(error?.line == 3)
        #expect(error?.message.contains("4,096") == true)
    }

    // MARK: Any content

    private static let pieces = [
        "a", "Swift", "é", "e\u{301}", "世", "🙂", "👩‍💻", " ", "  ", "\n", "\r\n", "\r", "\t", "\"",
        "\\", "\\n", "#", "# ", ",", ":", "name: ", "bookmark ", "delete x", "\u{1b}[31m", "\u{85}",
        "\u{202e}", "\u{2028}", "\u{feff}", "\u{0}", "\u{a0}", "{", "}", "-",
    ]

    private static func text(_ random: inout SeededGenerator, _ most: Int) -> String {
        (0..<Int.random(in: 0...most, using: &random))
            .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private static func draft(_ random: inout SeededGenerator) -> BookmarkDraft {
        let tags = (0..<Int.random(in: 0...4, using: &random)).map { _ in text(&random, 3) }
        return BookmarkDraft(
            name: text(&random, 6), url: "https://a.example/" + text(&random, 3),
            tags: Tags.unique(tags), notes: text(&random, 14), folder: text(&random, 4))
    }

    @Test func anyContentSurvivesARoundTrip() throws {
        for seed in 1...2000 as ClosedRange<UInt64> { try comesBack(seed) }
    }

    private func comesBack(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bookmarks = (0..<Int.random(in: 1...6, using: &random)).map { index in
            Bookmark(id: "000000000000\(index)", draft: Self.draft(&random), added: 0)
        }
        let text = EditText(bookmarks)
        try #require(try text.changes(in: text.text).isEmpty, "seed \(seed)")
        // Compared with empty bookmarks, everything is a change: nothing was lost on the way.
        let empty = bookmarks.map { Bookmark(id: $0.id, name: "?", url: $0.url, added: 0) }
        let changes = try EditText(empty).changes(in: text.text)
        for bookmark in bookmarks {
            let edited = changes.edits.first { $0.id == bookmark.id }?.edited
            try #require(edited.map { same($0, bookmark.draft) } == true, "seed \(seed)")
        }
    }

    /// Compares scalar by scalar: to Swift, é and e with an accent are the same.
    private func same(_ one: BookmarkDraft, _ other: BookmarkDraft) -> Bool {
        func scalars(_ draft: BookmarkDraft) -> [[Unicode.Scalar]] {
            ([draft.name, draft.url, draft.notes, draft.folder] + draft.tags)
                .map { Array($0.unicodeScalars) }
        }
        return scalars(one) == scalars(other)
    }

    /// Damaged texts are read or refused, and never end the program.
    @Test func damagedTextsAreReadOrRefused() {
        for seed in 1...1000 as ClosedRange<UInt64> { readDamaged(seed) }
    }

    private func readDamaged(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bookmark = Bookmark(id: "0000000000001", draft: Self.draft(&random), added: 0)
        let text = EditText([bookmark])
        var scalars = Array(text.text.unicodeScalars.suffix(200))
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let place = Int.random(in: 0..<scalars.count, using: &random)
            let piece = Self.pieces.randomElement(using: &random) ?? ""
            let end = min(place + 2, scalars.count)
            scalars.replaceSubrange(place..<end, with: piece.unicodeScalars)
        }
        var damaged = String.UnicodeScalarView()
        damaged.append(contentsOf: scalars)
        do throws(EditTextError) {
            _ = try text.changes(in: "bookmark 0000000000001\n" + String(damaged))
        } catch {
            #expect(error.line >= 1 && !error.message.isEmpty)
        }
    }
}
