import Testing

@testable import Bookmarks

@Suite struct FilterTests {
    private func finds(_ query: String, name: String = "", url: String = "", tags: String = "")
        -> Bool
    {
        let row = BookmarkRow(id: "a", name: name, url: url, tags: tags, added: 0, modified: 0)
        var list = BookmarkList(rows: [row], sortedBy: .standard)
        list.filter(query)
        return list.count == 1
    }

    @Test func everyWordMustBeFoundInSomeField() {
        #expect(finds("lang swift.org news", name: "News", url: "https://swift.org", tags: "lang"))
        #expect(!finds("lang rust", name: "News", url: "https://swift.org", tags: "lang"))
        #expect(finds("  \t ", name: "a"))
        #expect(finds("a\u{3000}b", name: "ab"))
    }

    @Test func aCapitalMakesAWordExact() {
        #expect(finds("swift", name: "SWIFT"))
        #expect(finds("Swift", name: "The Swift Book"))
        #expect(!finds("Swift", name: "swift SWIFT"))
        #expect(finds("Swift book", name: "The Swift Book"))
        #expect(!finds("É", name: "été"))
        #expect(finds("É", name: "Été"))
    }

    @Test func aWordWithAHashIsTheBeginningOfATag() {
        #expect(finds("#swift", tags: "lang swift"))
        #expect(finds("#sw", tags: "Swift"))
        #expect(!finds("#wift", tags: "swift"))
        #expect(!finds("#swift", name: "swift", url: "https://a#swift", tags: "a-swift"))
        #expect(finds("#Sw", tags: "lang Swift"))
        #expect(!finds("#Sw", tags: "swift unSwift SWIFT"))
        #expect(finds("#lang #sw book", name: "Book", tags: "swift lang"))
        #expect(!finds("#langswift", tags: "lang swift"))
        #expect(finds("##swift", tags: "swift"))
    }

    @Test func aHashAloneFindsWhatHasTags() {
        #expect(finds("#", tags: "a"))
        #expect(!finds("#", name: "C#", url: "https://a#b", tags: " "))
        #expect(finds("c#", name: "C# in depth"))
    }

    @Test func foldingKnowsUnicode() {
        #expect(finds("übergröße", name: "ÜBERGRÖßE"))
        #expect(finds("жук", tags: "ЖУК"))
        #expect(finds("οδος", name: "ΟΔΟΣ"))
        #expect(finds("οδοσ", name: "οδος"))
        #expect(finds("ａｂ", name: "ＡＢ"))
        #expect(finds("日本", url: "https://日本.jp"))
    }

    @Test func noWordIsFoundAcrossABorder() {
        #expect(!finds("ab", name: "a", url: "b"))
        #expect(!finds("ab", url: "a", tags: "b"))
        #expect(!finds("\u{0}", name: "a", url: "b"))
        #expect(finds("\u{0}", name: "a\u{0}b"))
        #expect(!finds("\u{FF}", name: "a", url: "b"))
    }

    @Test func everyScalarFoldsToItsLowerCase() {
        // No scalar beyond these has a case.
        for value in 0...0x1FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = FoldedText.bytes(of: String(Character(scalar)))
            let expected =
                switch value {
                case 0: "\u{1}"
                case 0x3C2: "σ"
                default: scalar.properties.lowercaseMapping
                }
            if folded != Array(expected.utf8) { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test(arguments: [
        ("a", "ab", true), ("a b", "b a", true), ("ab", "a", false), ("a", "A", true),
        ("A", "a", false), ("A", "Ab", true), ("A", "aB", false), ("", "x", true),
        ("a b", "ab", true), ("ab cd", "xabcdx", true), ("é", "É", true),
        ("#", "#s", true), ("#s", "#sw", true), ("sw", "#swift", true), ("wif", "#swift", true),
        ("#sw", "swift", false), ("#wif", "#swift", false), ("#S", "#Sw", true),
    ])
    func aLongerQueryNarrows(previous: String, query: String, narrows: Bool) {
        #expect(SearchQuery(query).narrows(SearchQuery(previous)) == narrows)
    }
}
