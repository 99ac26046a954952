import Bookmarks
import SeededRandom
import TestSupport
import Testing

/// Mutated typed text is parsed or refused with an error.
@Suite(.ownThread) struct TypedFuzzTests {
    private func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    /// Parsing a damaged query again gives the same result.
    @Test func damagedQueriesAreRefusedOrRead() {
        let texts = [
            #"swift -server (go or "two words") #tag tag:x name:/^a(b|c)*d{2,5}$/ url:org"#,
            "site:swift.org note:book in:work/ before:2026-11-21 after:2w is:duplicate",
            #"~hmngbrd -(-is:conflict or /\bкнига\w+/) café 地図 "\"" /[^a-zж]+/"#,
        ]
        var fuzzer = Fuzzer(
            "queries", seed: 7, seeds: bytes(texts), rounds: 5000,
            environment: Command.inheritedEnvironment)
        let clock = QueryClock()
        let outcome = fuzzer.run { bytes, _ in
            let text = String(decoding: bytes, as: UTF8.self)
            guard let query = try? Query(text, at: clock) else { return false }
            #expect((try? Query(text, at: clock)) == query)
            return true
        }
        #expect(outcome.sound > outcome.rounds / 100, "some damaged queries must still be valid")
        #expect(outcome.longest < 5, "a short text must be read quickly")
    }

    /// Damaged files that an editor may leave.
    @Test func damagedEditTextsAreRefusedOrRead() throws {
        let bookmarks = [
            Bookmark(
                id: "abcdefghjkmnp", name: "Ein “é” 🙂 ", url: "https://a.example/",
                tags: ["a", "b"], notes: "Two\nlines\n\n# and more", folder: "work/swift",
                added: 1_700_000_000),
            Bookmark(id: "bbcdefghjkmnp", name: "", url: "x:y", added: 1),
        ]
        let text = EditText(bookmarks)
        // The explanation on top would take most of the damage.
        let blocks = text.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        var fuzzer = Fuzzer(
            "bookmarks in an editor", seed: 8, seeds: bytes([blocks.joined(separator: "\n")]),
            rounds: 3000, environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, _ in
            let edited = String(decoding: bytes, as: UTF8.self)
            guard let changes = try? text.changes(in: edited) else { return false }
            #expect(changes.edits.count + changes.deletions.count <= bookmarks.count)
            return true
        }
        #expect(outcome.sound > outcome.rounds / 100, "some damaged texts must still be readable")
    }

    /// The text of a PDF or another file may be anything: a search finds a place in it, or nothing.
    @Test func damagedTextsOfFilesAreSearched() {
        let texts = [
            "On databases\n\n1 Introduc\u{AD}tion\u{C}A \u{FB01}le, “quoted” — 東京タワーは高い。",
            "e\u{301}\u{200D}\u{1F469}\u{200D}\u{1F4BB} \u{202E}right to left\u{202C} İstanbul ẞ",
            "page 1\u{C}\u{C}page 2\r\nlast\u{0}line \u{FFFD}",
        ]
        let phrases = ["page", "introduction", "東京", "é", "fi", "l"].map { TextPhrase($0) }
        var fuzzer = Fuzzer(
            "texts of files", seed: 9, seeds: bytes(texts), rounds: 3000,
            environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, _ in
            let text = String(decoding: bytes, as: UTF8.self)
            _ = TextTokens.joined([text])
            let snippet = TextSnippet(of: text, finding: phrases, length: 20)
            #expect((snippet != nil) == phrases.contains { $0.isFound(in: [text]) })
            #expect(snippet?.text.contains { $0.isNewline } != true)
            #expect(snippet?.parts.contains(where: \.isHit) != false)
            return snippet != nil
        }
        #expect(outcome.sound > outcome.rounds / 10, "some damaged texts must still have hits")
        #expect(outcome.longest < 5, "a short text must be read quickly")
    }
}
