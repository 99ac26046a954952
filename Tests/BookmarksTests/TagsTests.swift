import Bookmarks
import Testing

@Suite struct TagsTests {
    @Test(arguments: [
        ("swift, #lang foo", ["swift", "lang", "foo"]),
        ("", []), (" , #,## ,\n", []),
        ("Swift swift SWIFT", ["Swift"]),
        ("#a#b", ["a#b"]), ("c++ c#", ["c++", "c#"]),
        ("日本 straße\u{3000}Жук жук", ["日本", "straße", "Жук"]),
        ("a\u{0}b\u{1B}c", ["a", "b", "c"]),
    ])
    func typedTagsAreParsed(typed: String, tags: [String]) {
        #expect(Tags.parsed(typed) == tags)
        #expect(Tags.parsed(Tags.text(tags)) == tags)
    }

    @Test(arguments: [
        ("swift", ["swift"]), ("#a,b", ["a", "b"]), (" a , b ", ["a", "b"]), ("", []), (",", []),
    ])
    func argumentsAreParsedLikeTheForm(typed: String, tags: [String]) throws {
        #expect(try Tags.parsed(argument: typed) == tags)
        #expect(Tags.parsed(typed) == tags)
    }

    @Test(arguments: ["two words", "a,two words", "two\u{3000}words", "two\twords"])
    func anArgumentWithABlankIsRefused(typed: String) {
        let error = #expect(throws: TagError.self) { try Tags.parsed(argument: typed) }
        #expect(error?.description.contains("two-words") == true)
        #expect(error?.description.hasSuffix(": two,words") == true)
    }

    /// Terminals on macOS may send accents decomposed, most others composed.
    @Test(arguments: [
        ("café", "cafe\u{301}"), ("ÉTÉ", "e\u{301}te\u{301}"), ("việt", "vie\u{323}\u{302}t"),
        ("вой", "вои\u{306}"),
    ])
    func composedAndDecomposedTagsAreTheSame(_ one: String, _ other: String) throws {
        #expect(Tags.isSame(one, other))
        #expect(Tags.unique([one, other, "x"]) == [one, "x"])
        var tally = TagTally()
        tally.add(one)
        tally.add(other)
        #expect(tally.counts.map(\.count) == [2])
        for (typed, stored) in [(one, other), (other, one)] {
            let row = BookmarkRow(
                id: "1", name: "n", url: "u", tags: "a \(stored)", added: 0, modified: 0)
            let query = try Query(QueryText.tag(typed))
            #expect(try query.matches(QuerySubject(row)))
            var list = BookmarkList(rows: [row], sortedBy: .standard)
            list.filter(query)
            #expect(list.count == 1)
        }
        #expect(!Tags.isSame("resume", "résumé"))
    }
}
