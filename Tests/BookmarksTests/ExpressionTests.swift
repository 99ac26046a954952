import TestSupport
import Testing

@testable import Bookmarks

/// Regular expressions: what they find, which are refused, and when a search gives up.
@Suite(.ownThread)
struct ExpressionTests {
    private func expression(_ text: String) throws -> Expression {
        var parser = ExpressionParser(Array(text.unicodeScalars))
        return try parser.parse()
    }

    private func isFound(_ expression: Expression, in text: String) throws -> Bool {
        var allowance = StepAllowance()
        let bytes = FoldedText.bytes(of: text, as: expression.form) + [0]
        return try bytes.withUnsafeBytes {
            try ExpressionMatcher(expression).isFound(inOneOf: $0, &allowance)
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func expressionFindsTheSameAsRegexOfSwift(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var found = 0
        for _ in 0..<150 {
            let text = QueryGenerator.pattern(
                letters: ["a", "b", "-", "[ab]", "[^a]", "ab"], using: &random)
            let expression = try expression(text)
            let other = try Regex(text).wordBoundaryKind(.simple)
            for _ in 0..<20 {
                let subject = String(
                    (0..<Int.random(in: 0...7, using: &random)).map { _ in
                        "aab-0 ".randomElement(using: &random) ?? "a"
                    })
                let expected = subject.contains(other)
                found += expected ? 1 : 0
                #expect(
                    try isFound(expression, in: subject) == expected, "/\(text)/ in “\(subject)”")
                if expected {
                    #expect(expression.requiredTexts.allSatisfy { subject.contains($0) }, "\(text)")
                }
            }
        }
        #expect((100...2900).contains(found), "both answers must be common")
    }

    @Test(arguments: [
        // Letters in any script, with their combining marks.
        ("^\\w+$", "हिन्दी", true), ("^\\w+$", "ไทยนี้", true), ("^\\w+$", "naïve_2", true),
        ("\\bgo\\b", "“go”", true), ("\\bgo\\b", "go—now", true), ("\\bgo\\b", "goж", false),
        ("हि\\b", "हिन्दी", false), ("\\Bन्दी\\b", "हिन्दी", true), ("^\\W$", "🙂", true), ("[\\W]", "ñ", false),
        ("[^\\w]", "ñ", false), ("^\\d$", "٣", true), ("\\D", "٣", false),
        ("a\\sb", "a\u{2003}b", true),
        // Accents, cases and other forms that folding removes.
        ("^é+$", "Ee\u{301}é", true), ("É", "é", false), ("É", "E", true),
        ("[à-ž]{3}", "dzA", true),
        ("^(ﬁ)+$", "fifi", true), ("^ﬁ+$", "fifi", true), ("^[①-③]$", "２", true),
        ("ハンカク", "ﾊﾝｶｸ", true), ("[^é]", "e", false), ("^[\u{301}]", "a", false),
        ("[^\u{301}]", "a", true),
        // Syntax of PCRE2 that has no meaning here, or another one.
        ("^a++ab$", "aaab", true), ("a{,2}", "a{,2}", true), ("[[:alpha:]]", "a]", true),
        ("[\\d-z]", "-", true), ("\\-\\#\\/", "-#/", true), ("^.$", "\n", true),
        ("a$", "a\n", false),
        ("(a|b|)$", "c", true), ("()*", "", true), ("^^*x\\b{2}", "x", true),
    ])
    func expressionsMatchUnicodeText(_ text: String, _ subject: String, _ expected: Bool) throws {
        #expect(try isFound(try expression(text), in: subject) == expected)
    }

    /// Each field of a bookmark is searched by itself, and so is each tag.
    @Test(arguments: [
        ("/^b$/", true), ("/^$/", false), ("/a.b/", false), ("/b.c/", false), ("/c$/", true),
        ("/^u:.+x$/", true), ("/\u{1}/", false),
    ])
    func expressionDoesNotMatchAcrossFields(_ text: String, _ expected: Bool) throws {
        let row = BookmarkRow(id: "1", name: "a", url: "u:/x", tags: "b c", added: 0, modified: 0)
        var list = BookmarkList(rows: [row], sortedBy: .standard)
        list.filter(try Query(text))
        #expect((list.count == 1) == expected)
        #expect(try Query(text).matches(QuerySubject(row)) == expected)
    }

    /// Only a literal capital letter makes the search case-sensitive.
    @Test(arguments: [
        ("a\\S", false), ("a\\\\S", true), ("a\\\\\\S", false), ("\\\\s", false), ("S\\\\", true),
        ("[\\S]", false), ("ab", false),
    ])
    func escapedCapitalDoesNotMakeASearchCaseSensitive(_ text: String, _ hasCapitals: Bool) {
        #expect(ExpressionParser(Array(text.unicodeScalars)).hasCapitals == hasCapitals, "\(text)")
    }

    @Test(arguments: [
        ("(", 0), ("a)", 1), ("[a", 0), ("*a", 0), ("a|+", 2), ("\\", 0), ("\\q", 0), ("a{3,2}", 1),
        ("a{101}", 1), ("(?=a)", 0), ("(*F)", 1), ("[b-a]", 1), ("[\\p]", 1),
        (String(repeating: "(", count: 60), 50),
    ])
    func invalidExpressionSaysWhereItIsWrong(_ text: String, _ place: Int) {
        #expect {
            _ = try expression(text)
        } throws: { error in
            (error as? ExpressionError)?.place == place
        }
    }

    @Test(arguments: ["((ab){100}){100}", "(((a|b){90}){90}){9}"])
    func expressionThatIsTooLargeSaysSo(_ text: String) {
        #expect(throws: ExpressionError(message: "This regular expression is too large.", place: 0))
        {
            try expression(text)
        }
    }

    @Test(arguments: [
        ("swift", ["swift"]), ("sw.*ft", ["sw", "ft"]), ("^sw\\b", ["sw"]), ("a|b", []),
        ("ab+c", ["a", "b", "c"]), ("ab*c", ["a", "c"]), ("(ab)+c", ["ab", "c"]),
        ("(ab)c", ["abc"]),
        ("x(a|b)y", ["x", "y"]), ("[a]b[cd]", ["ab"]), ("(a|b){2}", []), ("É", ["E"]), ("", []),
    ])
    func expressionKnowsItsRequiredTexts(_ text: String, _ required: [String]) throws {
        #expect(try expression(text).requiredTexts == required)
    }

    // MARK: Hostile expressions

    private static let hostile = [
        "(a+)+$", "(a|aa)+$", "(a*)*c?$", "(a|a)*$", "(.*)(.*)(.*)(.*)(.*)[^a!]",
        "([a-z]+)*\\d", "a{0,60}a{0,60}a{0,60}a{0,60}$", "(((a?){30})?){30}$", "^(\\w+\\s?)*$",
    ]

    /// Nothing measures the time: a search that did not give up would never end.
    @Test(arguments: hostile)
    func searchOfALongTextGivesUpOnAHostileExpression(_ text: String) throws {
        let subject = String(repeating: "a", count: 20_000) + "!"
        #expect(throws: CostlyExpression.self) { try isFound(try expression(text), in: subject) }
    }

    /// The cost of each bookmark is within its limit, but the cost of all together may not be.
    @Test func costOfAnExpressionOverAllBookmarksIsLimited() throws {
        let name = String(repeating: "a", count: 17) + "!"
        let query = try Query("name:/(a+)+$/")
        let rows = (0..<1000).map {
            BookmarkRow(id: "\($0)", name: name, url: "x:", added: 0, modified: 0)
        }
        #expect(try !query.matches(QuerySubject(rows[0])))
        var list = BookmarkList(rows: Array(rows.prefix(2)), sortedBy: .standard)
        list.filter(query)
        #expect(throws: Never.self) { try list.throwLookupError() }
        #expect(list.query == query.text && list.count == 0)
        list = BookmarkList(rows: rows, sortedBy: .standard)
        list.filter(query)
        #expect(throws: CostlyExpression.self) { try list.throwLookupError() }
    }

    /// PCRE2 looks at the characters of a set one after another.
    @Test func stepCostsMoreWithALargeCharacterSet() throws {
        func ideographs(_ first: UInt32, _ count: UInt32) -> String {
            let scalars = (0..<count).compactMap { Unicode.Scalar(first + 2 * $0) }
            return String(String.UnicodeScalarView(scalars))
        }
        let rows = (0..<3000).map {
            BookmarkRow(
                id: "\($0)", name: ideographs(0x4E01, 80), url: "x:", added: 0, modified: 0)
        }
        var list = BookmarkList(rows: rows, sortedBy: .standard)
        list.filter(try Query("/[\(ideographs(0x4E00, 20))]/"))
        #expect(throws: Never.self) { try list.throwLookupError() }
        list.filter(try Query("/[\(ideographs(0x4E00, 1300))]/"))
        #expect(throws: CostlyExpression.self) { try list.throwLookupError() }
    }

    /// The limit grows with the number of bookmarks, so that ordinary expressions get an answer.
    @Test func ordinaryExpressionsOverManyBookmarksAreAnswered() throws {
        let rows = (0..<10_000).map {
            BookmarkRow(
                id: "\($0)", name: "The guide \($0) to programming in languages",
                url: "https://www.example.com/guide/\($0)/index.html", tags: "swift programming",
                added: 0, modified: 0)
        }
        var list = BookmarkList(rows: rows, sortedBy: .standard)
        for text in [
            "/g.*i.*[13]$/", "/\\w+ng$/", "/[aeiou].{30}[rst]/", "/(\\w+\\W+){4}in\\b/", "~gdprg",
        ] {
            list.filter(try Query(text))
            #expect(throws: Never.self) { try list.throwLookupError() }
            #expect(list.query == text)
        }
    }

    @Test func listKeepsItsRowsWhenAnExpressionIsTooCostly() throws {
        let rows = ["swift", String(repeating: "a", count: 100) + "!"].map {
            BookmarkRow(id: $0, name: $0, url: "x:", added: 0, modified: 0)
        }
        var list = BookmarkList(rows: rows, sortedBy: .bestFirst)
        list.filter(try Query("swift"))
        for text in ["/(a+)+$/", "-/(a+)+$/", "note:x or /(a+)+$/", "(/^s/ or /(a+)+$/)"] {
            list.filter(try Query(text))
            let error = #expect(throws: CostlyExpression.self) { try list.throwLookupError() }
            #expect(error?.description.hasPrefix("/(a+)+$/ takes too many steps") == true)
            #expect(list.query == "swift" && list.count == 1 && list[0].id == "swift", "\(text)")
            #expect(throws: CostlyExpression.self) {
                try Query(text).matches(QuerySubject(rows[1]))
            }
        }
        list.filter(try Query("/^a+!/"))
        #expect(list.count == 1 && list[0].id == rows[1].id)
    }

    @Test func listDropsAQueryThatNewBookmarksMakeTooCostly() throws {
        func row(_ name: String) -> BookmarkRow {
            BookmarkRow(id: name, name: name, url: "x:", added: 0, modified: 0)
        }
        let costly = row(String(repeating: "a", count: 100) + "!")
        let query = try Query("/(a+)+$/")
        for load in [false, true] {
            var list = BookmarkList(rows: [row("b"), row("aa")], sortedBy: .standard)
            list.filter(query)
            #expect(list.count == 1)
            if load { list.load([row("b"), costly]) } else { list.apply([.upsert(costly)]) }
            #expect(list.query == "" && list.count == (load ? 2 : 3))
            #expect(throws: CostlyExpression.self) { try list.throwLookupError() }
        }
    }

    @Test func savedSearchWithAHostileExpressionIsGivenUp() throws {
        let searches = SavedSearches(["bad": "/(a+)+$/"])
        let row = BookmarkRow(
            id: "1", name: String(repeating: "a", count: 100) + "!", url: "x:", added: 0,
            modified: 0)
        let query = try Query("@bad", searches: searches)
        #expect(throws: CostlyExpression.self) { try query.matches(QuerySubject(row)) }
    }

    /// A line is drawn even if its expression costs too much.
    @Test func hostileExpressionShowsNoHits() throws {
        let text = String(repeating: "a", count: 100) + "!"
        #expect(try Query("/(a+)+$/").hits(in: text, of: .name).isEmpty)
    }

    @Test(arguments: [
        ("/a|ab/", "ab", "a"), ("/a+?/", "aa", "a a"), ("/x*/", "axxb", "xx"),
        ("/é./", "aéb日éé", "éb éé"),
        ("/\\b/", "a b", ""), ("/^a/", "aa", "a"), ("/ﬁ/", "ﬁfi", "ﬁ fi"),
    ])
    func expressionFindsAllItsHitsInOrder(_ query: String, _ text: String, _ hits: String) throws {
        let found = try Query(query).hits(in: text, of: .name)
        #expect(found.map { String(text[$0]) }.joined(separator: " ") == hits)
    }
}
