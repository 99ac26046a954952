import Foundation
import TestSupport
import Testing

@testable import Bookmarks

/// Texts that Unicode calls equivalent find each other, such as composed Korean and the Korean in
/// the file names of macOS.
@Suite(.ownThread) struct EquivalentTextTests {
    static let pairs = [
        // Korean: two letters, three, a syllable and a letter, several syllables.
        ("가", "\u{1100}\u{1161}"), ("한", "\u{1112}\u{1161}\u{11AB}"), ("값", "가\u{11B9}"),
        ("한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"),
        ("서울역", "서\u{110B}\u{116E}\u{11AF}역"),
        // Japanese.
        ("が", "か\u{3099}"), ("プ", "フ\u{309A}"), ("データ", "テ\u{3099}ータ"),
        // Two marks in either order.
        ("ệ", "e\u{323}\u{302}"), ("ệ", "e\u{302}\u{323}"), ("Việt", "Vie\u{302}\u{323}t"),
        ("ậ", "\u{1EA1}\u{302}"), ("ש\u{5BC}\u{5C1}", "ש\u{5C1}\u{5BC}"),
        ("ب\u{64E}\u{651}", "ب\u{651}\u{64E}"),
        ("ا\u{650}\u{653}", "آ\u{650}"),
        // One scalar for another.
        ("\u{C5}", "\u{212B}"), ("\u{3A9}", "\u{2126}"), ("K", "\u{212A}"), ("豈", "\u{F900}"),
        ("神", "\u{FA19}"), ("丽", "\u{2F800}"),
        // Letters and signs of other scripts.
        ("अ\u{959}बार", "अख\u{93C}बार"), ("க\u{BCA}", "க\u{BC6}\u{BBE}"),
        ("أب", "ا\u{654}ب"), ("ё", "е\u{308}"),
        ("a≠b", "a=\u{338}b"), ("\u{1D15E}", "\u{1D157}\u{1D165}"), ("ཀ\u{F73}", "ཀ\u{F72}\u{F71}"),
    ]

    @Test(arguments: pairs)
    func equivalentTextsFoldTheSame(_ one: String, _ other: String) {
        #expect(!one.unicodeScalars.elementsEqual(other.unicodeScalars))
        for form in [FoldedText.Form.search, .accentless] {
            #expect(FoldedText.bytes(of: one, as: form) == FoldedText.bytes(of: other, as: form))
        }
        #expect(TextTokens.joined(["x \(one)"]) == TextTokens.joined(["x \(other)"]))
        #expect(Tags.isSame(one, other))
        #expect(Tags.unique([one, other]).count == 1)
        #expect(Tags.stored(one).utf8.elementsEqual(Tags.stored(other).utf8))
        #expect(FolderPath.isSame("a/\(one)", "a/\(other)"))
        #expect(FolderCount.tree(["a/\(one)": 1, "A/\(other)": 1]).map(\.total) == [2, 2])
    }

    @Test(arguments: pairs)
    func everyKindOfQueryFindsEquivalentText(_ one: String, _ other: String) throws {
        for (typed, stored) in [(one, other), (other, one), (one, one), (other, other)] {
            let row = BookmarkRow(
                id: "1", name: "x \(stored) y", url: "https://a.example/\(stored)",
                tags: "b \(stored)", added: 0, modified: 0)
            let details = BookmarkDetails(notes: "a\n\(stored)", folder: "Work/\(stored)")
            let queries = [
                typed, "name:\(typed)", "url:\(typed)", "#\(typed)", "tag:\(typed)", "~\(typed)",
                "\"x \(typed)\"", "/^x \(typed) y$/", "/^x (\(typed)){1} y$/",
            ]
            for text in queries {
                let query = try Query(text)
                #expect(try query.matches(QuerySubject(row)), "\(text)")
                var list = BookmarkList(rows: [row], sortedBy: .standard)
                list.filter(query)
                #expect(list.count == 1, "\(text)")
            }
            for text in ["in:\(typed)", "folder:Work/\(typed)", "note:\(typed)"] {
                let query = try Query(text)
                #expect(try query.matches(QuerySubject(row, details: details)), "\(text)")
            }
            let hits = try Query(typed).hits(in: row.name, of: .name)
            #expect(hits.map { String(row.name[$0]) } == [stored])
        }
    }

    /// A syllable is one letter, in both spellings.
    @Test(arguments: ["하", "국가", "ㅎ", "\u{1112}", "한구"])
    func partOfASyllableIsNotFound(_ typed: String) throws {
        for name in ["한국", "한국".decomposedStringWithCanonicalMapping] {
            let row = BookmarkRow(id: "1", name: name, url: "u", added: 0, modified: 0)
            #expect(try !Query(typed).matches(QuerySubject(row)))
            #expect(try Query(typed).hits(in: name, of: .name).isEmpty)
        }
    }

    /// Case counts in a word with a capital, which is first searched in the text as it is.
    @Test(arguments: [
        ("A하", "a하 A하\u{11AB}", false), ("A한", "A하\u{11AB}", true), ("A하", "A하", true),
        ("A하", "B한 A하", true), ("Aب\u{64E}", "aب\u{64E} Aب\u{64E}\u{64B}", false),
    ])
    func capitalWordIsFoundInItsFolding(_ typed: String, _ text: String, _ isFound: Bool) throws {
        let row = BookmarkRow(id: "1", name: text, url: "u", tags: text, added: 0, modified: 0)
        for query in [typed, "name:\(typed)"] {
            let query = try Query(query)
            var list = BookmarkList(rows: [row], sortedBy: .standard)
            list.filter(query)
            #expect((list.count == 1) == isFound)
            #expect(try query.matches(QuerySubject(row)) == isFound)
        }
    }

    @Test(arguments: [
        ("한", "대한민국", "한"), ("민", "대한민국", "민"), ("か", "ひらがな", "が"), ("viet", "Việt", "Việt"),
        ("/^[가-힣]+$/", "대한민국", "대한민국"), ("/민./", "대한민국", "민국"), ("/한{1}/", "대한민국", "한"),
        ("/[한국]/", "대한민국", "한 국"), ("/が+/", "がが", "がが"), ("~대국", "대한민국", "대한민국"),
        ("/[à-ž]/", "é", "é"), ("/\\ệ$/", "Việệ", "ệ"),
    ])
    func hitsHaveWholeCharactersInBothSpellings(
        _ query: String, _ text: String, _ hits: String
    ) throws {
        for query in [query, query.decomposedStringWithCanonicalMapping] {
            for text in [text, text.decomposedStringWithCanonicalMapping] {
                let found = try Query(query).hits(in: text, of: .name)
                #expect(found.map { String(text[$0]) }.joined(separator: " ") == hits, "\(query)")
            }
        }
    }

    private func placeOfMistake(in expression: String) -> Int? {
        var parser = ExpressionParser(Array(expression.unicodeScalars))
        do {
            _ = try parser.parse()
            return nil
        } catch {
            return error.place
        }
    }

    @Test func mistakeInAnExpressionHasItsTypedPlace() {
        #expect(placeOfMistake(in: "한(") == 1)
        #expect(placeOfMistake(in: "\u{1112}\u{1161}\u{11AB}(") == 3)
        #expect(placeOfMistake(in: "e\u{301}a{3,2}") == 3)
    }

    @Test func koreanTextHasTheSameTokensInBothSpellings() {
        let text = "서울 시청, 한국어!"
        #expect(TextTokens.joined([text]) == "서울 울 시청 청 한국 국어 어 ")
        #expect(
            TextTokens.joined([text.decomposedStringWithCanonicalMapping])
                == TextTokens.joined([text]))
        let snippet = TextSnippet(
            of: text.decomposedStringWithCanonicalMapping, finding: [TextPhrase("한국")])
        #expect(snippet?.parts.filter(\.isHit).map(\.text) == ["한국"])
    }

    // MARK: All of Unicode

    /// Scalars that all libraries know.
    private static let known: [Unicode.Scalar] = {
        let values: ClosedRange<UInt32> = 0...0x10FFFF
        return values.compactMap { Unicode.Scalar($0) }.filter { scalar in
            let properties = scalar.properties
            return properties.generalCategory != .privateUse
                && properties.age.map { ($0.major, $0.minor) <= (15, 0) } ?? false
        }
    }()

    private func folded(_ text: String) -> [[UInt8]] {
        [FoldedText.bytes(of: text), FoldedText.bytes(of: text, as: .accentless)]
    }

    @Test func everyScalarFoldsLikeItsDecomposition() {
        for scalar in Self.known {
            let text = String(Character(scalar))
            let other = text.decomposedStringWithCanonicalMapping
            if !other.unicodeScalars.elementsEqual(text.unicodeScalars) {
                #expect(folded(text) == folded(other), "U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func randomTextFoldsLikeItsDecomposition(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let marks = Self.known.filter { $0.properties.canonicalCombiningClass != .notReordered }
        let composed = Self.known.filter {
            let text = String(Character($0))
            return !text.decomposedStringWithCanonicalMapping.unicodeScalars
                .elementsEqual(text.unicodeScalars)
        }
        let korean = Self.known.filter {
            0x1100..<0x1200 ~= $0.value || 0x3131..<0x318F ~= $0.value
                || 0xFFA0..<0xFFDD ~= $0.value
        }
        let usual = Array("aEo가하カか \u{301}\u{323}\u{3099}ﾞ".unicodeScalars)
        for _ in 0..<3000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...7, using: &random) {
                let kinds = [Self.known, marks, composed, korean, usual]
                let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
                scalars.append(kind[Int.random(in: 0..<kind.count, using: &random)])
            }
            let text = String(scalars)
            let other = text.decomposedStringWithCanonicalMapping
            let values = scalars.map { String($0.value, radix: 16) }.joined(separator: " ")
            #expect(folded(text) == folded(other), "\(values)")
            // Folding what is folded changes nothing.
            let again = String(decoding: FoldedText.bytes(of: text), as: UTF8.self)
            #expect(FoldedText.bytes(of: again) == FoldedText.bytes(of: text), "\(values)")
        }
    }
}
