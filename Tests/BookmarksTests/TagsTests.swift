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

    @Test(arguments: [
        ("swift", ["swift"]), ("#a,b", ["a", "b"]), (" a , b ", ["a", "b"]), ("", []), (",", []),
    ])
    func argumentsAreReadAsInTheForm(typed: String, tags: [String]) throws {
        #expect(try Tags.parsed(argument: typed) == tags)
        #expect(Tags.parsed(typed) == tags)
    }

    @Test(arguments: ["two words", "a,two words", "two\u{3000}words", "two\twords"])
    func anArgumentWithABlankIsRefused(typed: String) {
        let error = #expect(throws: TagError.self) { try Tags.parsed(argument: typed) }
        #expect(error?.description.contains("two-words") == true)
        #expect(error?.description.contains(": --tag two --tag words") == true)
        // To replace all tags would not be what was meant.
        let added = #expect(throws: TagError.self) {
            try Tags.parsed(argument: typed, of: "--add-tag")
        }
        #expect(added?.description.contains(": --add-tag two --add-tag words") == true)
    }
}
