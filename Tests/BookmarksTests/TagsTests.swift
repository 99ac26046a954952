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
    func tagsAreRead(typed: String, tags: [String]) {
        #expect(Tags.parsed(typed) == tags)
        #expect(Tags.parsed(Tags.text(tags)) == tags)
    }
}
