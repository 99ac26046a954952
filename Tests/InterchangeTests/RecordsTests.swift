import Interchange
import Testing

/// JSON and CSV of nobody in particular.
struct RecordsTests {
    @Test func commonNamesAreKnown() throws {
        let found = try read(Fixture.csv)
        #expect(found.format == .csv)
        #expect(found.bookmarks.map(\.name) == ["A"])
        #expect(found.bookmarks.first?.tags == ["one", "two"])
    }

    @Test func aFileWithoutNamesIsGuessed() throws {
        let found = try read("A,https://a.example/\nB,https://b.example/\n")
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.bookmarks.map(\.name) == ["A", "B"])
    }

    @Test func linesOfJSONAreReadEachForItself() throws {
        let found = try read(Fixture.jsonLines)
        #expect(found.format == .jsonl)
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.failed.map(\.line) == [2])
    }

    @Test(arguments: [
        "{\"url\": \"https://a.example/\", \"title\": \"A\", \"tags\": [{\"name\": \"one\"}]}",
        """
        {"url": "https://a.example/", "title": "A", "tags": ["one"],
         "links": [{"rel": "self", "href": "https://api.example/1"}], "data": [1]}
        """,
    ])
    func oneRecordMayStandAlone(_ text: String) throws {
        let found = try read(text)
        #expect(found.urls == ["https://a.example/"] && found.failed.isEmpty)
        #expect(found.bookmarks.first?.tags == ["one"])
    }

    @Test func aPageOfRecordsIsNoneItself() throws {
        let found = try read(
            """
            {"url": "https://api.example/?page=1",
             "results": [{"url": "https://a.example/"}, {"url": "https://b.example/"}]}
            """)
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
    }

    @Test func aMappingNamesFields() throws {
        let text = """
            {"page": {"items": [
              {"head": {"t": "A"}, "where": ["x", "https://a.example/"], "k": "one|two"},
              {"head": {"t": "B"}, "where": []}
            ]}}
            """
        let mapping = try RecordMapping("records=page.items,name=head.t,url=where.1,tags=k")
        let found = try read(text, mapping: mapping)
        #expect(found.urls == ["https://a.example/"])
        #expect(found.bookmarks.first?.name == "A")
        #expect(found.failed == [ImportNote(line: 3, reason: "it has no URL")])
    }

    @Test func aMappingNamesColumns() throws {
        let found = try read(
            "Was,Wohin\nA,https://a.example/\n", mapping: RecordMapping("url=Wohin,name=was"))
        #expect(found.urls == ["https://a.example/"] && found.bookmarks[0].name == "A")
    }

    @Test(arguments: [
        ("Title,Link\nA,https://a.example/\n", "name=titel,url=link", "titel", "Title, Link"),
        ("Title,Link\nA,https://a.example/\n", "url=uri", "uri", "Title, Link"),
        ("[{\"t\":\"A\",\"at\":{\"url\":\"x:y\"}}]", "url=at.uri", "at.uri", "t, at.url"),
        ("{\"t\":\"A\"}\n{\"u\":\"https://a.example/\"}\n", "name=x,url=u", "x", "t, u"),
    ])
    func aNameThatIsNowhereIsRefused(
        _ text: String, _ map: String, _ name: String, _ there: String
    ) throws {
        let mapping = try RecordMapping(map)
        let error = #expect(throws: ImportError.self) { try read(text, mapping: mapping) }
        #expect(error?.message.contains("“\(name)”") == true)
        #expect(error?.message.hasSuffix("There are: \(there)") == true)
    }

    @Test(arguments: [Fixture.xbel, Fixture.opml, Fixture.markdown, Fixture.org, Fixture.urls])
    func aMappingOfWhatHasNoFieldsIsRefused(_ text: String) throws {
        let mapping = try RecordMapping("name=title")
        let error = #expect(throws: ImportError.self) { try read(text, mapping: mapping) }
        #expect(error?.message.hasPrefix("--map is about JSON and CSV") == true)
    }

    /// Whoever read it: a file, or the driver of a database.
    @Test func moreThanIsTakenIsSaid() throws {
        let note = ImportNote(line: 1, reason: "a separator")
        var found = ParsedImport(
            format: .buku, skipped: [ImportNote](repeating: note, count: 999_999))
        found.add(ImportedBookmark(url: "https://a.example/", line: 2))
        #expect(try found.checked(nil).urls == ["https://a.example/"])
        found.add(ImportedBookmark(url: "https://b.example/", line: 3))
        let error = #expect(throws: ImportError.self) { try found.checked(nil) }
        #expect(error?.message.contains("more than 1000000 entries") == true)
    }

    @Test func caseMakesNoDifferenceToNames() throws {
        let json = "[{\"Title\": \"A\", \"URL\": \"https://a.example/\", \"Tags\": [\"one\"]}]"
        let mapped = """
            {"Page": {"Title": "A", "Where": "https://a.example/"}, "TAGS": "one"}
            """
        for found in [
            try read(json),
            try read(mapped, mapping: RecordMapping("name=page.title,url=page.where")),
            try read("TITLE,Url,Tags\nA,https://a.example/,one\n"),
        ] {
            #expect(found.bookmarks.map(\.name) == ["A"])
            #expect(found.urls == ["https://a.example/"])
            #expect(found.bookmarks.first?.tags == ["one"])
        }
        // What is spelled as it was said comes first.
        let both = try read("{\"URL\": \"https://b.example/\", \"url\": \"https://a.example/\"}")
        #expect(both.urls == ["https://a.example/"])
    }

    @Test(arguments: ["name", "colour=x", "url=", "=", "name=a,url"])
    func aMappingThatMapsNothingIsRefused(_ text: String) {
        #expect(throws: ImportError.self) { try RecordMapping(text) }
    }

    @Test func errorsNameTheirLine() throws {
        let json = #expect(throws: ImportError.self) {
            try read("[\n{\"url\": \"https://a.example/\"\n\"name\": 1}]")
        }
        #expect(json?.line == 3)
        let csv = try read("url,name\nhttps://a.example/,A\nhttps://b.example/,\"open\nand on\n")
        #expect(csv.urls == ["https://a.example/"])
        #expect(csv.failed.map(\.line) == [3])
        let xml = #expect(throws: ImportError.self) { try read("<xbel>\n<folder>\n</xbel>") }
        #expect(xml?.line == 3)
    }

    @Test(arguments: ["", "  \n", "hello", "{}", "[]", "[1,2]", "\"x\"", "<svg></svg>", "null"])
    func whatHasNoBookmarksGivesNone(_ text: String) {
        let found = try? read(text)
        #expect(found?.bookmarks.isEmpty ?? true)
    }

    @Test(arguments: [
        ("1600000000", 1_600_000_000.0), ("1600000000123", 1_600_000_000.123),
        ("1600000000000000", 1_600_000_000), ("13244473600000000", 1_600_000_000),
        ("2020-09-13", 1_599_955_200), ("2020-09-13 14:26:40+0200", 1_600_000_000),
        ("2020-09-13T12:26:40.5Z", 1_600_000_000.5),
        ("Sun, 13 Sep 2020 12:26:40 +0000", 1_600_000_000), ("13 Sep 20", 1_599_955_200),
        ("yesterday", nil), ("0", nil), ("-5", nil), ("2020-13-01", nil), ("nan", nil), ("", nil),
    ])
    func datesOfAllKinds(_ text: String, _ seconds: Double?) throws {
        let found = try read("url,added\nhttps://a.example/,\"\(text)\"\n")
        #expect(found.bookmarks.first?.added == seconds)
    }
}
