import BookmarkLibrary
import Bookmarks
import Testing

/// Reading all bookmarks with all their fields.
struct WholeBookmarksTests {
    @Test func allBookmarksAreReadCompletelyAndInOrder() throws {
        let desk = try Desk()
        let drafts = (0..<30).map { number in
            BookmarkDraft(
                name: "Name \(number)", url: "https://example.com/\(number)",
                tags: number % 2 == 0 ? ["even", "t\(number)"] : [],
                notes: number % 3 == 0 ? "A note\nof two lines" : "",
                folder: number % 5 == 0 ? "work/\(number)" : "")
        }
        _ = try desk.controller.importBookmarks(
            drafts.enumerated().map {
                BookmarkImport(draft: $1, added: Double($0 % 7), position: $0 == 4 ? "a" : "")
            }, title: "Imported")
        var read: [Bookmark] = []
        try desk.home.catalog.forEachBookmark { read.append($0) }
        let ids = try desk.home.catalog.rows(sortedBy: .standard, limit: nil).map(\.id)
        #expect(read.map(\.id) == ids)
        let expected = try ids.map { try #require(try desk.controller.bookmark(id: $0)) }
        #expect(read == expected)
        #expect(Set(read.map(\.draft)) == Set(drafts))
    }

    @Test func readingStopsWhenTheCallerThrows() throws {
        struct Enough: Error {}
        let desk = try Desk()
        for number in 0..<3 { try desk.add("N", "https://example.com/\(number)") }
        var count = 0
        #expect(throws: Enough.self) {
            try desk.home.catalog.forEachBookmark { _ in
                count += 1
                if count == 2 { throw Enough() }
            }
        }
        #expect(count == 2)
    }
}
