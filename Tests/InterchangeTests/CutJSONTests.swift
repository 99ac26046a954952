import Interchange
import Testing

/// JSON that was cut off: complete entries are still imported.
struct CutJSONTests {
    private static let list = """
        [{"url":"https://a.example/","title":"A","tags":["x"]},
         {"url":"https://b.example/","title":"B"},
         {"url":"https://c.example/","title":"C","tags":["one","two"]}]
        """

    @Test(arguments: [
        "\"tw", "\"two\"", "]}]", "\"C\"", "\"C", "https://c", "{\"url\":\"https://c",
        ",\"title\":\"C\"",
    ])
    func completeEntriesBeforeTheCutAreImported(_ rest: String) throws {
        let end = try #require(Self.list.ranges(of: rest).last?.lowerBound)
        let found = try read(String(Self.list[..<end]))
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.bookmarks.map(\.tags) == [["x"], []])
        #expect(found.failed.map(\.line) == [3])
        #expect(found.failed[0].reason.contains("the file ends in the middle"))
    }

    @Test func missingClosingBracketLosesNoEntry() throws {
        let found = try read(String(Self.list.dropLast()))
        #expect(found.urls.count == 3 && found.failed.count == 1)
        #expect(try read(Self.list).failed.isEmpty)
    }

    @Test func cutTreesKeepTheirFolders() throws {
        for (text, format) in [
            (Fixture.chrome, ImportFormat.chrome), (Fixture.firefox, .firefox),
        ] {
            let whole = try read(text)
            let last = try #require(whole.bookmarks.last)
            let start = try #require(text.firstRange(of: last.url)?.upperBound)
            let cut = try read(String(text[..<start]), as: format)
            #expect(cut.format == format)
            #expect(cut.bookmarks.map(\.url) == Array(whole.urls.dropLast()))
            #expect(cut.bookmarks.map(\.folder) == whole.bookmarks.dropLast().map(\.folder))
            #expect(cut.failed.contains { $0.reason.contains("ends in the middle") })
        }
    }

    @Test(arguments: [
        (#"["https://a.example/","https://b.exam"#, 1),
        (#"{"A":"https://a.example/","B":"https://b."#, 1),
        (#"{"folders":{"Work":{"A":"https://a.example/","B":"https:"#, 1),
        (#"{"bookmarks":{"1":{"url":"https://a.example/"},"2":{"url":"https://b.example/""#, 1),
        (#"[["A","https://a.example/"],["B","https://b."#, 1),
        (#"{"folders":[{"name":"W","links":[{"url":"https://a.example/"},{"url":"#, 1),
    ])
    func otherShapesKeepTheirCompleteEntries(_ text: String, _ count: Int) throws {
        let found = try read(text)
        #expect(found.urls == ["https://a.example/"])
        #expect(found.failed.count == 1)
    }

    @Test(arguments: ["[", "[{\"url\":\"https://a.example/\"", "{\"bookmarks\":[", "[{}, {\"url\""])
    func cutFileWithoutACompleteEntryIsRefused(_ text: String) {
        let error = #expect(throws: ImportError.self) { try read(text, as: .json) }
        #expect(error?.message.contains("the file ends in the middle") == true)
    }

    /// Damage in the middle does not count as a missing end.
    @Test func damageInTheMiddleIsRefused() {
        #expect(throws: ImportError.self) {
            try read("[{\"url\":\"https://a.example/\"}, {\"url\" \"x\"}, {\"url\":\"x:y\"}]")
        }
    }
}
