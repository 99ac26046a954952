import Synchronization
import TestSupport
import Testing

@testable import Bookmarks

@Suite(.ownThread) struct QueryTests {
    @Test(arguments: [
        ("(swift", 0, 1), ("a swift)", 7, 8), ("a \"swift", 2, 3), ("or a", 0, 2), ("a or", 2, 4),
        ("a or or b", 2, 4), ("( )", 0, 3), ("(a or)", 3, 5), ("a is:nonsense b", 5, 13),
        ("before:", 0, 7), ("before:2026-02-29", 7, 17), ("x /a(/", 4, 5), ("/abc", 0, 1),
        ("é name:/*/", 8, 9), ("is:new", 3, 6), ("is:", 0, 3), ("//x", 0, 1),
    ])
    func invalidQuerySaysWhereItIsWrong(_ text: String, _ start: Int, _ end: Int) {
        #expect {
            _ = try Query(text)
        } throws: { error in
            (error as? QueryError)?.range == start..<end
        }
    }

    @Test func errorShowsTheInvalidPart() {
        do throws(QueryError) {
            _ = try Query("é is:new x")
            Issue.record("the query must be invalid")
        } catch {
            #expect(error.piece == "new")
            #expect(error.lead == "é is:")
            #expect(
                error.description
                    == "new: is: takes unread, archived, unopened, conflict, duplicate, broken, "
                    + "saved, remote, unsent or deleted."
            )
        }
    }

    /// Any typed text is parsed or refused at once.
    @Test(arguments: 0..<10 as Range<UInt64>) func anyTextIsParsedOrRefused(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "(", ")", "\"", "/", "~", "#", "-", "or", " ", "name:", "in:", "before:", "is:", "\\",
            "[",
            "{9}", "*", "a", "É", "\u{301}", "\0", "日", "2026", "|", "^", "\r\n",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0...12, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            do {
                _ = try Query(text).matches(QuerySubject(.random(id: 1, using: &random)))
            } catch let error as QueryError {
                #expect(!error.range.isEmpty && error.range.upperBound <= text.unicodeScalars.count)
            }
        }
    }

    @Test func deepAndLongQueriesAreRefused() {
        for text in [
            String(repeating: "(", count: 100), String(repeating: "a", count: 5000),
            "~" + String(repeating: "a", count: 65),
        ] {
            #expect(throws: QueryError.self) { try Query(text) }
        }
        #expect(throws: Never.self) { try Query(String(repeating: "-a ", count: 1000)) }
    }

    @Test func datesDependOnTheClockAndTheTimeZone() throws {
        func time(_ text: String, _ clock: QueryClock) throws -> Double? {
            guard case .term(.after(let time)) = try Query("after:" + text, at: clock).root
            else { return nil }
            return time
        }
        let east = QueryClock(now: 1_795_262_400, utcOffset: 3600)
        #expect(try time("1970-01-01", east) == -3600)
        #expect(try time("2026-11-21", QueryClock()) == 1_795_219_200)
        #expect(try time("2024-02-29", QueryClock()) == 1_709_164_800)
        #expect(try time("2000-03", QueryClock()) == 951_868_800)
        #expect(try time("0001", QueryClock()) == -62_135_596_800)
        #expect(try time("today", east) == 1_795_215_600)
        #expect(try time("36h", east) == 1_795_262_400 - 129_600)
        #expect(try time("90min", east) == 1_795_262_400 - 5400)
        #expect(try time("2mo", east) == time("2m", east))
        // In that time zone, 23:30 UTC is tomorrow already.
        let late = QueryClock(now: 1_795_303_800, utcOffset: 3600)
        #expect(try time("today", late) == 1_795_302_000)
    }

    @Test(arguments: [
        ("sw", "Swift swim", "Sw sw"), ("É", "été Eté E\u{301}", "E E\u{301}"),
        ("/s.*t/", "a Swift t", "Swift t"),
        ("-sw", "Swift", ""), ("a or b", "ab", "a b"), ("~sft", "a Swift", "Swift"),
        ("note:a", "a", ""),
        ("url:a", "a", ""), ("name:a", "ba", "a"), ("地図", "東京の地図です", "地図"),
    ])
    func hitsAreFoundInTheShownText(_ query: String, _ text: String, _ hits: String) throws {
        let found = try Query(query).hits(in: text, of: .name)
        #expect(found.map { String(text[$0]) }.joined(separator: " ") == hits)
    }

    @Test func hitOfATagIncludesItsHash() throws {
        let text = "#swift #lang #slang"
        let found = try Query("#lang").hits(in: text, of: .tags)
        #expect(found.map { String(text[$0]) } == ["#lang"])
        #expect(try Query("#lang").hits(in: text, of: .name).isEmpty)
    }

    @Test func tagFieldHitsOnlyWholeTags() throws {
        let text = "#golang #Go #go"
        let found = try Query("tag:go").hits(in: text, of: .tags)
        #expect(found.map { String(text[$0]) } == ["#Go", "#go"])
        #expect(try Query("tag:go").hits(in: text, of: .name).isEmpty)
        #expect(try Query("tag:").hits(in: text, of: .tags).isEmpty)
    }

    @Test(arguments: [
        ("\"a\\\"b\"", "a\"b"), ("\"a\\\\\"", "a\\"), ("\"a\\b\"", "a\\b"), ("\"#a\"", "#a"),
    ])
    func quotedTagMayHaveAnyCharacters(_ text: String, _ word: String) throws {
        #expect(try Query("tag:" + text).root == .term(.tagged(Query.Tag(word))))
    }

    @Test(arguments: [
        ("XKCD", "xkcd"), ("-a Swift", "-a swift"), ("tga:rust", "tga: is not a field"),
        ("a -title:b", "title: is not a field"), ("bookmrk", "~bookmrk"),
        ("After:2025", "small letters: after:"), ("IS:unread", "small letters: is:"),
        ("added:2026-11", "after:2026-11"), ("-date:7d a", "after:2026-11"),
    ]) func queryWithoutHitsGetsAdvice(_ text: String, _ advice: String) throws {
        #expect(try Query(text).adviceWithoutHits()?.contains(advice) == true)
    }

    @Test func plainWordsAreOfferedAsTextSearch() throws {
        #expect(try Query("red blue").askingText == "text:red text:blue")
        for text in ["", "text:red", "red or blue", "\"red blue\"", "#red", "-red", "~red"] {
            #expect(try Query(text).askingText == nil, "\(text)")
        }
    }

    @Test(arguments: ["foo:bar", "-foo:bar", "a or (foo:bar b)", "go foo:bar"])
    func unknownFieldIsReported(_ text: String) throws {
        #expect(try Query(text).hintOfUnknownField?.hasPrefix("foo: is not a field") == true)
    }

    @Test(arguments: [
        "https:", "https://a.example/", "localhost:8080", "mailto:a@b.example", "rust: the book",
        "\"foo:bar\"", "\"a foo:bar\"", "/foo:bar/", "name:foo:bar", "std::vector", "a:b", ":x",
    ]) func textWithAColonIsNoUnknownField(_ text: String) throws {
        #expect(try Query(text).hintOfUnknownField == nil)
    }

    @Test(arguments: ["/caf\u{e9}+s/", "/cafe\u{301}+s/", "/cafe\u{301}{2}s/"])
    func combiningMarkBelongsToItsLetterInExpressions(_ text: String) throws {
        for name in ["cafees", "caf\u{e9}e\u{301}s"] {
            let row = BookmarkRow(id: "a", name: name, url: "x:", added: 0, modified: 0)
            let query = try Query(text)
            #expect(try query.matches(QuerySubject(row)))
        }
    }

    @Test(arguments: ["", "a b", "https://a.example/", "#a", "tag:Swift", "/A/", "ab", "-Swift"])
    func correctQueryGetsNoAdvice(_ text: String) throws {
        #expect(try Query(text).adviceWithoutHits() == nil)
    }

    @Test func failedLookupIsAnError() {
        struct Broken: BookmarkFacts, Error {
            func details(ofIDs ids: [String]) throws -> [String: BookmarkDetails] { throw self }
            func noted() throws -> [String: BookmarkDetails] { throw self }
            func duplicates() throws -> Set<String> { throw self }
            func brokenLinks() throws -> Set<String> { throw self }
            func bookmarks(having term: DocumentTerm) throws -> Set<String> { throw self }
        }
        let row = BookmarkRow(id: "a", name: "A", url: "x:", added: 0, modified: 0)
        for text in ["note:a", "is:duplicate", "is:broken", "text:a", "has:page"] {
            var list = BookmarkList(rows: [row], sortedBy: .standard, facts: Broken())
            list.filter((try? Query(text)) ?? Query())
            #expect(list.count == 0)
            #expect(throws: Broken.self) { try list.throwLookupError() }
            #expect(throws: Never.self) { try list.throwLookupError() }
        }
    }

    @Test func filterFollowsCheckedLinks() throws {
        final class Links: BookmarkFacts {
            let broken = Mutex<Set<String>>([])
            func details(ofIDs ids: [String]) -> [String: BookmarkDetails] { [:] }
            func noted() -> [String: BookmarkDetails] { [:] }
            func duplicates() -> Set<String> { [] }
            func brokenLinks() -> Set<String> { broken.withLock { $0 } }
            func bookmarks(having term: DocumentTerm) -> Set<String> { [] }
        }
        let rows = ["a", "b"].map {
            BookmarkRow(id: $0, name: $0, url: "x:\($0)", added: 0, modified: 0)
        }
        let links = Links()
        var list = BookmarkList(rows: rows, sortedBy: .standard, facts: links)
        list.filter(try Query("is:broken"))
        #expect(list.count == 0)
        links.broken.withLock { $0 = ["b"] }
        list.linksChanged()
        #expect(list.count == 1 && list[0].id == "b")
        // The state of a link is unknown after its URL was edited.
        links.broken.withLock { $0 = [] }
        list.apply([.upsert(rows[1])])
        #expect(list.count == 0)
        list.filter(try Query("-is:broken"))
        #expect(list.count == 2)
        links.broken.withLock { $0 = ["a"] }
        list.filter(try Query("is:broken"))
        #expect(list.count == 1 && list[0].id == "a")
    }

    /// Line breaks in notes count as blanks.
    @Test(arguments: [
        ("book first line", true), ("Book first", true), ("book  first", true), ("line. ", true),
        ("bookfirst", false), ("first book", false), ("BOOK first", false), ("in book", true),
        ("  The", true),
    ])
    func blankInAPhraseMatchesAnyBlanksOfNotes(_ phrase: String, _ isThere: Bool) throws {
        let row = BookmarkRow(id: "0", name: "a b", url: "x:", added: 0, modified: 0)
        let notes = "In\tThe Book\r\n\r\n  first\nline.\n and in  book"
        let exact = phrase.contains("Book") ? "The " + phrase : phrase
        let facts = PlainFacts([QuerySubject(row, details: BookmarkDetails(notes: notes))])
        for text in ["note:\"\(exact)\"", "(note:\"\(exact)\" or note:zzz)"] {
            let query = try Query(text)
            var list = BookmarkList(rows: [row], sortedBy: SortOrder(.added), facts: facts)
            list.filter(query)
            #expect(list.count == (isThere ? 1 : 0), "\(text)")
            #expect(
                try query.matches(QuerySubject(row, details: BookmarkDetails(notes: notes)))
                    == isThere)
        }
        let exactly = try Query("name:\"a  b\"")
        #expect(try !exactly.matches(QuerySubject(row)), "a name must match exactly")
    }

    /// Beyond some number of rows, notes are asked for all at once.
    @Test(arguments: [10, 3000]) func filterFollowsChangedNotes(_ count: Int) throws {
        func row(_ number: Int, _ name: String = "a") -> BookmarkRow {
            BookmarkRow(id: "\(number)", name: name, url: "x:", added: 0, modified: 0)
        }
        func subject(_ number: Int, _ notes: String) -> QuerySubject {
            QuerySubject(row(number), details: BookmarkDetails(notes: notes, folder: "work"))
        }
        let facts = PlainFacts([subject(1, "one"), subject(2, "ONE two")])
        var list = BookmarkList(
            rows: (0..<count).map { row($0) }, sortedBy: SortOrder(.added), facts: facts)
        func ids(_ query: String) throws -> [String] {
            list.filter(try Query(query))
            return (0..<min(5, list.count)).map { list[$0].id }
        }
        #expect(try ids("note:one") == ["1", "2"])
        #expect(try ids("note:ONE") == ["2"])
        #expect(try ids("-note:one in:work").isEmpty)
        #expect(try ids("-in: a").count == 5)
        #expect(try ids("note:/^one/") == ["1", "2"])
        facts.set([subject(2, "ONE two"), subject(4, "one more"), subject(1, "")])
        list.apply([.upsert(row(4)), .upsert(row(1)), .upsert(row(7, "new"))])
        #expect((0..<list.count).map { list[$0].id } == ["2", "4"])
    }

    /// A URL keeps the spelling of its host, and a search finds it in either spelling.
    @Test(arguments: [
        "site:xn--bcher-kva.example", "site:XN--bcher-KVA.ex", "site:bücher.example", "site:bücher",
        "site:Bücher.EX", "xn--bcher-kva", "url:xn--bcher-kva.example", "bücher.example",
        "url:bücher.example", "site:xn--bcher-kva -zz", "site:bu\u{308}cher.example",
        "https://xn--bcher-kva.example/",
    ]) func internationalHostIsFoundInEachSpelling(_ text: String) throws {
        let urls = ["https://bücher.example/1", "https://xn--bcher-kva.example/2"]
        let rows = urls.map { url in
            BookmarkRow(id: url, name: "", url: url, added: 0, modified: 0)
        }
        let query = try Query(text)
        var list = BookmarkList(rows: rows, sortedBy: SortOrder(.added))
        list.filter(query)
        #expect(list.count == 2)
        for row in rows {
            #expect(try query.matches(QuerySubject(row, details: BookmarkDetails())))
            #expect(
                query.pieces.allSatisfy { group in
                    group.contains { SearchText.contains($0, in: SearchText.folded(row)) }
                })
            #expect(query.hits(in: row.url, of: .url).isEmpty == false)
        }
        list.filter(try Query("site:xn--bcher-kvb"))
        #expect(list.count == 0)
    }

    @Test(arguments: ["bücher", "例え", "пример", "münchen-ost", "ß", "a", "点看", "אתר"])
    func punycodeSurvivesARoundTrip(_ label: String) {
        guard let encoded = Punycode.label(ofLetters: label) else {
            #expect(label == "a")
            return
        }
        #expect(Punycode.letters(ofLabel: encoded) == label, "\(encoded)")
    }

    /// Widths make no difference to a search, but folders and tags keep their spelling.
    @Test(arguments: [
        ("folder:ｗｏｒｋ", "work"), ("folder:work", "ｗｏｒｋ"), ("folder:ＷＯＲＫ/Ｓ", "work/s/x"),
        ("folder:ハンカク", "ﾊﾝｶｸ"), ("tag:ｗｏｒｋ", "work"), ("tag:work", "ｗｏｒｋ"),
        ("tag:ﾊﾟｿｺﾝ", "パソコン"), ("tag:\"ＷＯＲＫ\"", "work"),
    ]) func foldersAndTagsMatchInAnyCharacterWidth(_ text: String, _ label: String) throws {
        let isTag = text.hasPrefix("tag:")
        let row = BookmarkRow(
            id: "a", name: "", url: "https://a.example/", tags: isTag ? label : "", added: 0,
            modified: 0)
        let details = BookmarkDetails(folder: isTag ? "" : label)
        let query = try Query(text)
        #expect(try query.matches(QuerySubject(row, details: details)))
        let other = text.replacing("\"", with: "") + "x"
        #expect(!(try Query(other).matches(QuerySubject(row, details: details))))
        guard isTag else { return }
        var list = BookmarkList(rows: [row], sortedBy: SortOrder(.added))
        list.filter(query)
        #expect(list.count == 1)
    }

    @Test(arguments: [
        ("site:go", "https://go.dev/go/to", ["go"]), ("site:go", "https://a.go.dev:80/", ["go"]),
        ("site:go", "https://ergo.example/go", []),
        ("site:Go.D", "https://GO.dev/?q=.go", ["GO.d"]),
        ("site:go", "go.dev", []), ("site:ü", "https://ä.Über.example/ü", ["Ü"]),
    ])
    func hitsOfASiteAreInTheHost(_ query: String, _ url: String, _ hits: [String]) throws {
        let found = try Query(query).hits(in: url, of: .url)
        #expect(found.map { String(url[$0]) } == hits)
    }
}
