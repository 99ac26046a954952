import Interchange
import Testing

/// Lists of addresses with names, as tab managers and small browsers write them.
struct URLLinesTests {
    @Test func oneTabListIsRead() throws {
        let found = try read(
            "https://a.example/one | First page | Site\nhttps://b.example/ | B\n\nhttps://c.example/\n"
        )
        #expect(found.format == .urls)
        #expect(found.bookmarks.map(\.name) == ["First page | Site", "B", ""])
        #expect(found.bookmarks.map(\.line) == [1, 2, 4])
    }

    @Test(arguments: [
        "first https://a.example/\nduck duck https://b.example/\n",
        "first: https://a.example/\nduck duck: https://b.example/\n",
        "first | https://a.example/\nduck duck | https://b.example/\n",
        "first\thttps://a.example/\nduck duck\thttps://b.example/\n",
        "first - https://a.example/\nduck duck - https://b.example/\n",
        "first\nhttps://a.example/\n\nduck duck\nhttps://b.example/\n",
        "https://a.example/ first\nhttps://b.example/ duck duck\n",
        "https://a.example/\tfirst\nhttps://b.example/\tduck duck\n",
        "https://a.example/ - first\nhttps://b.example/ - duck duck\n",
    ])
    func namesMayStandBeforeAfterOrAboveAddresses(_ text: String) throws {
        let found = try read(text)
        #expect(found.urls == ["https://a.example/", "https://b.example/"], "\(found.format)")
        #expect(found.bookmarks.map(\.name) == ["first", "duck duck"])
        #expect(found.failed.isEmpty)
    }

    @Test func lineWithoutAnAddressIsReported() throws {
        let found = try read(
            "https://a.example/\nhttps://b.example/\nno address here\nhttps://c.example/ C\n")
        #expect(found.urls == ["https://a.example/", "https://b.example/", "https://c.example/"])
        #expect(found.failed == [ImportNote(line: 3, reason: "it has no URL")])
    }

    @Test func eLinksBookmarksFileIsRead() throws {
        let found = try read(
            "Work\t\t0\tFE\nA page\thttps://a.example/\t1\t\n-\t\t1\t\nSub\t\t1\tF\n"
                + "B page\thttps://b.example/\t2\t\nC page\thttps://c.example/\t0\t\n")
        #expect(found.bookmarks.map(\.name) == ["A page", "B page", "C page"])
        #expect(found.bookmarks.map(\.folder) == ["Work", "Work/Sub", ""])
        #expect(found.skipped == [ImportNote(line: 3, reason: "a separator")])
    }
}
