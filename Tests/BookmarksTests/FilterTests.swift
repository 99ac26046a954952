import Testing

@testable import Bookmarks

@Suite struct FilterTests {
    private func finds(
        _ query: String, name: String = "", url: String = "", tags: String = ""
    ) throws -> Bool {
        let row = BookmarkRow(id: "a", name: name, url: url, tags: tags, added: 0, modified: 0)
        var list = BookmarkList(rows: [row], sortedBy: .standard)
        list.filter(try Query(query))
        return list.count == 1
    }

    @Test func everyWordMustBeFoundInSomeField() throws {
        #expect(
            try finds("lang swift.org news", name: "News", url: "https://swift.org", tags: "lang"))
        #expect(try !finds("lang rust", name: "News", url: "https://swift.org", tags: "lang"))
        #expect(try finds("  \t ", name: "a"))
        #expect(try finds("a\u{3000}b", name: "ab"))
    }

    @Test func capitalLetterMakesAWordCaseSensitive() throws {
        #expect(try finds("swift", name: "SWIFT"))
        #expect(try finds("Swift", name: "The Swift Book"))
        #expect(try !finds("Swift", name: "swift SWIFT"))
        #expect(try finds("Swift book", name: "The Swift Book"))
        #expect(try !finds("É", name: "été"))
        #expect(try finds("É", name: "Été"))
        #expect(try finds("E\u{301}te", name: "Été"))
    }

    @Test func wordWithAHashMatchesTheBeginningOfATag() throws {
        #expect(try finds("#swift", tags: "lang swift"))
        #expect(try finds("#sw", tags: "Swift"))
        #expect(try !finds("#wift", tags: "swift"))
        #expect(try !finds("#swift", name: "swift", url: "https://a#swift", tags: "a-swift"))
        #expect(try finds("#Sw", tags: "lang Swift"))
        #expect(try !finds("#Sw", tags: "swift unSwift SWIFT"))
        #expect(try finds("#lang #sw book", name: "Book", tags: "swift lang"))
        #expect(try !finds("#langswift", tags: "lang swift"))
        #expect(try finds("##swift", tags: "swift"))
    }

    @Test func hashAloneFindsBookmarksWithTags() throws {
        #expect(try finds("#", tags: "a"))
        #expect(try !finds("#", name: "C#", url: "https://a#b", tags: " "))
        #expect(try finds("c#", name: "C# in depth"))
    }

    @Test func filterIgnoresCaseAndAccentsInAnyScript() throws {
        #expect(try finds("übergröße", name: "ÜBERGRÖßE"))
        #expect(try finds("жук", tags: "ЖУК"))
        #expect(try finds("οδος", name: "ΟΔΟΣ"))
        #expect(try finds("οδοσ", name: "οδος"))
        #expect(try finds("ａｂ", name: "ＡＢ"))
        #expect(try finds("日本", url: "https://日本.jp"))
    }

    @Test func wordIsNotFoundAcrossFields() throws {
        #expect(try !finds("ab", name: "a", url: "b"))
        #expect(try !finds("ab", url: "a", tags: "b"))
        #expect(try !finds("\u{0}", name: "a", url: "b"))
        #expect(try finds("\u{0}", name: "a\u{0}b"))
        #expect(try !finds("\u{FF}", name: "a", url: "b"))
    }

    @Test(arguments: [
        ("a", "ab", true), ("a b", "b a", true), ("ab", "a", false), ("a", "A", true),
        ("A", "a", false), ("A", "Ab", true), ("A", "aB", false), ("", "x", true),
        ("a b", "ab", true), ("ab cd", "xabcdx", true), ("é", "É", true),
        ("#", "#s", true), ("name:sw", "name:swi", true),
        ("sw", "name:swi", true), ("name:sw", "swi", false), ("sw", "note:sw", false),
        ("name:", "name:a", false), ("a or b", "ab", false), ("-a", "-a b", true),
        ("-a", "-ab", false), ("/a/", "/a/ b", true), ("is:conflict", "is:conflict b", true),
        ("#s", "#sw", true), ("sw", "#swift", true), ("wif", "#swift", true),
        ("#sw", "swift", false), ("#wif", "#swift", false), ("#S", "#Sw", true),
    ])
    func narrowingQueriesAreRecognized(previous: String, query: String, narrows: Bool) throws {
        #expect(BookmarkList.narrows(try Query(query), try Query(previous)) == narrows)
    }
}
