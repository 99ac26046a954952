import Bookmarks
import Replication
import Testing

@Suite struct BookmarkCodingTests {
    let bookmark = Bookmark(
        id: "0", name: "Swift", url: "https://swift.org", tags: ["lang", "apple"], notes: "a\nb",
        folder: "work/swift", added: 1_700_000_000.5)

    @Test func bookmarkSurvivesARoundTripThroughItsFields() {
        #expect(Bookmark(id: "0", fields: bookmark.fields) == bookmark)
        #expect(
            bookmark.fields == [
                "name": .string("Swift"), "url": .string("https://swift.org"),
                "tags": .array([.string("lang"), .string("apple")]), "notes": .string("a\nb"),
                "folder": .string("work/swift"), "added": .date(1_700_000_000.5),
            ])
    }

    @Test func emptyFieldsAreLeftOut() {
        let bare = Bookmark(id: "1", name: "", url: "https://swift.org", added: 5)
        #expect(bare.fields.keys.sorted() == ["added", "url"])
        #expect(Bookmark(id: "1", fields: bare.fields) == bare)
    }

    @Test func fieldsOfWrongTypesCountAsMissing() throws {
        let fields: [String: PropertyListValue] = [
            "url": .string("https://swift.org"), "name": .integer(3), "notes": .array([]),
            "tags": .array([.string("a"), .integer(1), .array([.string("b")]), .string("c")]),
            "folder": .dictionary([:]), "added": .string("yesterday"), "extra": .data([1]),
        ]
        let read = try #require(Bookmark(id: "2", fields: fields))
        #expect(
            read
                == Bookmark(
                    id: "2", name: "", url: "https://swift.org", tags: ["a", "c"], added: 0))
        #expect(
            Bookmark(id: "2", fields: ["tags": .string("a"), "url": .string("x:y")])?.tags == [])
    }

    @Test(
        arguments: [[:], ["url": .integer(1)], ["name": .string("a")]]
            as [[String: PropertyListValue]])
    func fieldsWithoutAURLAreNoBookmark(fields: [String: PropertyListValue]) {
        #expect(Bookmark(id: "3", fields: fields) == nil)
    }
}
