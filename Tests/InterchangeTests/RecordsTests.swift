import Interchange
import SeededRandom
import Testing

/// JSON and CSV from unknown programs.
struct RecordsTests {
    @Test func commonColumnNamesAreKnown() throws {
        let found = try read(Fixture.csv)
        #expect(found.format == .csv)
        #expect(found.bookmarks.map(\.name) == ["A"])
        #expect(found.bookmarks.first?.tags == ["one", "two"])
    }

    @Test func columnsOfATableWithoutNamesAreGuessed() throws {
        let found = try read("A,https://a.example/\nB,https://b.example/\n")
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.bookmarks.map(\.name) == ["A", "B"])
    }

    @Test func jsonLinesAreReadOneByOne() throws {
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
    func singleJSONRecordIsRead(_ text: String) throws {
        let found = try read(text)
        #expect(found.urls == ["https://a.example/"] && found.failed.isEmpty)
        #expect(found.bookmarks.first?.tags == ["one"])
    }

    @Test func pageOfResultsIsNotABookmarkItself() throws {
        let found = try read(
            """
            {"url": "https://api.example/?page=1",
             "results": [{"url": "https://a.example/"}, {"url": "https://b.example/"}]}
            """)
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
    }

    @Test func mappingNamesFieldsOfJSON() throws {
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

    /// With the suggested fields, the bookmarks are imported.
    @Test(arguments: [
        ("{\"a\": {\"b\": [{\"wo\": \"https://a.example/\"}]}}", "records=a.b,url=wo"),
        ("[{\"n\": \"A\", \"at\": {\"wo\": \"https://a.example/\"}}]", "url=at.wo"),
        ("{\"x\": [{\"wo\": [\"https://a.example/\"]}]}", "records=x,url=wo.0"),
        ("{\"x\": {\"wo\": \"https://a.example/\"}}", "url=x.wo"),
        ("{\"n\": 1}\n{\"wo\": \"https://a.example/\"}\n", "url=wo"),
        ("Titel;Fundort;Notiz\nA;https://a.example/;x\n", "url=Fundort"),
        ("Titel,Adresse der Seite\nA,https://a.example/\n", "'url=Adresse der Seite'"),
    ])
    func errorSuggestsTheMappingForAnUnknownURLField(_ text: String, _ map: String) throws {
        let format: ImportFormat? = text.hasPrefix("Titel") ? .csv : nil
        let error = #expect(throws: ImportError.self) { try read(text, as: format) }
        #expect(error?.message.hasSuffix("--map \(map)") == true, "\(error?.message ?? "")")
        let typed = map.filter { $0 != "'" }
        let found = try read(text, as: format, mapping: RecordMapping(typed))
        #expect(found.urls == ["https://a.example/"])
    }

    @Test func errorSuggestsNoColumnIfNoneHasURLs() {
        let error = #expect(throws: ImportError.self) { try read("a,b\n1,2\n", as: .csv) }
        #expect(error?.message.contains("no column of this table has URLs") == true)
        #expect(error?.message.hasSuffix("--map url=COLUMN. Columns: a, b") == true)
    }

    /// A text for people may have commas in its lines.
    @Test(arguments: [
        "Dear Ann, this is a letter, and no table.\nIt has two lines, or three.\n\nYours, Bob\n",
        "One sentence, with a comma.\n",
    ])
    func errorForProseDoesNotAskForAColumn(_ text: String) {
        let error = #expect(throws: ImportError.self) { try read(text) }
        #expect(error?.message.contains("--map") == false, "\(error?.message ?? "")")
        #expect(error?.message.contains("no link") == true, "\(error?.message ?? "")")
    }

    @Test func errorForATooLargeFileStatesTheLimit() {
        let bytes = [UInt8](repeating: 0x20, count: Importer.maximumBytes + 1)
        let error = #expect(throws: ImportError.self) { try Importer.read(bytes) }
        #expect(error?.message.contains("the limit is 256 MiB") == true)
    }

    @Test func mappingNamesColumnsOfATable() throws {
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
    func mappingWithAnUnknownFieldIsRefused(
        _ text: String, _ map: String, _ name: String, _ there: String
    ) throws {
        let mapping = try RecordMapping(map)
        let error = #expect(throws: ImportError.self) { try read(text, mapping: mapping) }
        #expect(error?.message.contains("“\(name)”") == true)
        #expect(error?.message.hasSuffix("Its fields: \(there)") == true)
    }

    @Test(arguments: [Fixture.xbel, Fixture.opml, Fixture.markdown, Fixture.org, Fixture.urls])
    func mappingOfAFormatWithoutFieldsIsRefused(_ text: String) throws {
        let mapping = try RecordMapping("name=title")
        let error = #expect(throws: ImportError.self) { try read(text, mapping: mapping) }
        #expect(error?.message.hasPrefix("--map works with JSON and CSV") == true)
    }

    /// Both files and database readers report this.
    @Test func tooManyEntriesAreRefused() throws {
        let note = ImportNote(line: 1, reason: "a separator")
        var found = ParsedImport(
            format: .buku, skipped: [ImportNote](repeating: note, count: 999_999))
        found.add(ImportedBookmark(url: "https://a.example/", line: 2))
        #expect(try found.checked(nil).urls == ["https://a.example/"])
        found.add(ImportedBookmark(url: "https://b.example/", line: 3))
        let error = #expect(throws: ImportError.self) { try found.checked(nil) }
        #expect(error?.message.contains("more than 1000000 entries") == true)
    }

    @Test func caseOfFieldNamesDoesNotMatter() throws {
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
        // A field that is spelled exactly as given comes first.
        let both = try read("{\"URL\": \"https://b.example/\", \"url\": \"https://a.example/\"}")
        #expect(both.urls == ["https://a.example/"])
    }

    @Test(arguments: ["name", "colour=x", "url=", "=", "name=a,url"])
    func invalidMappingIsRefused(_ text: String) {
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
    func filesWithoutBookmarksGiveNoBookmarks(_ text: String) {
        let found = try? read(text)
        #expect(found?.bookmarks.isEmpty ?? true)
    }

    /// Unreadable dates are not failures, but they are reported.
    @Test(arguments: [
        "url,added\nx:1,soon\nx:2,0\nx:3,\nx:4,2020-09-13\nx:5,2020-13-01\n",
        """
        [{"url":"x:1","added":"soon"},{"url":"x:2","added":0},{"url":"x:3","added":null},
         {"url":"x:4","added":"2020-09-13"},{"url":"x:5","added":-7}]
        """,
        """
        <DL><DT><A HREF="x:1" ADD_DATE="invaliddate">1</A><DT><A HREF="x:2" ADD_DATE="0">2</A>
        <DT><A HREF="x:3">3</A><DT><A HREF="x:4" ADD_DATE="13/Sep/2020:00:00:00 +0000">4</A>
        <DT><A HREF="x:5" ADD_DATE="?5?">5</A></DL>
        """,
        """
        <xbel><bookmark href="x:1" added="soon"/><bookmark href="x:2" added=""/>
        <bookmark href="x:3"/><bookmark href="x:4" added="2020-09-13"/>
        <bookmark href="x:5" added="20.20.20"/></xbel>
        """,
        """
        {"typeCode":2,"children":[{"uri":"x:1","dateAdded":"soon"},{"uri":"x:2","dateAdded":0},
         {"uri":"x:3"},{"uri":"x:4","dateAdded":1599955200000000},{"uri":"x:5","dateAdded":-1}]}
        """,
    ])
    func unreadableDatesAreCounted(_ text: String) throws {
        let found = try read(text)
        #expect(found.urls == ["x:1", "x:2", "x:3", "x:4", "x:5"] && found.failed.isEmpty)
        #expect(found.bookmarks.map(\.added) == [nil, nil, nil, 1_599_955_200, nil])
        #expect(found.datesLeftOut.count == 2)
        #expect(ImportReport(source: "x", found, outcomes: []).datesLeftOut.count == 2)
    }

    @Test(arguments: ["url=at.0.u,name=t,tags=labels.name", "url=AT.0.U,name=T,tags=Labels.Name"])
    func mappingPathCollectsFromEachElement(_ mapping: String) throws {
        let found = try read(
            """
            [{"t": "A", "at": [{"u": "x:1"}], "labels": [{"name": "one"}, {}, {"name": "two b"}]},
             {"t": "B", "at": [{"u": "x:2"}], "labels": []}]
            """, mapping: RecordMapping(mapping))
        #expect(found.urls == ["x:1", "x:2"])
        #expect(found.bookmarks.map(\.tags) == [["one", "two-b"], []])
    }

    /// Pinboard writes `false` for a page without a title.
    @Test func falseIsNotReadAsText() throws {
        let found = try read(
            """
            [{"href":"https://a.example/","description":false,"extended":false,"toread":true,
              "time":"2020-09-13T12:26:40Z","tags":"one"}]
            """)
        #expect(found.format == .pinboard)
        let first = try #require(found.bookmarks.first)
        #expect(first.name == "" && first.notes == "" && first.isUnread)
    }

    @Test(arguments: [ImportFormat?.none, .csv, .urls, .markdown])
    func randomBytesAreRefused(_ format: ImportFormat?) {
        var random = SplitMix(seed: 7)
        for length in [200, 5000, 200_000] {
            var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            bytes[0] = UInt8(ascii: "x")
            bytes.insert(contentsOf: Array("a,b,c\n".utf8), at: 40)
            let error = #expect(throws: ImportError.self) { try Importer.read(bytes, as: format) }
            #expect(error?.message.contains("Is it the right file?") == true)
            #expect(error?.message.contains("column") == false)
        }
    }

    @Test func linesMayEndWithCarriageReturns() throws {
        let csv = try read("url,notes\rhttps://a.example/,\"one\rtwo\"\rb0\rhttps://c.example/,x\r")
        #expect(csv.bookmarks.map(\.line) == [2, 4, 5] && csv.bookmarks[0].notes == "one\ntwo")
        let text = try read(
            "# A\r- [A](https://a.example/)\r  one\r  two\r- <https://b.example/>\r")
        #expect(text.bookmarks.map(\.line) == [2, 5] && text.bookmarks[0].notes == "one\ntwo")
        let page = try read("<DL>\r<DT><A HREF=x:a>A</A>\r<DD>one\rtwo\r<DT><A HREF=/b>B</A>\r")
        #expect(page.bookmarks[0].notes == "one\ntwo" && page.failed.map(\.line) == [5])
    }

    @Test(arguments: [
        ("1600000000", 1_600_000_000.0), ("1600000000123", 1_600_000_000.123),
        ("1600000000000000", 1_600_000_000), ("13244473600000000", 1_600_000_000),
        ("2020-09-13", 1_599_955_200), ("2020-09-13 14:26:40+0200", 1_600_000_000),
        ("2020-09-13T12:26:40.5Z", 1_600_000_000.5),
        ("Sun, 13 Sep 2020 12:26:40 +0000", 1_600_000_000), ("13 Sep 20", 1_599_955_200),
        ("13/Sep/2020:14:26:40 +0200", 1_600_000_000), ("13/Sep/2020:12", nil),
        ("yesterday", nil), ("0", nil), ("-5", nil), ("2020-13-01", nil), ("nan", nil), ("", nil),
    ])
    func datesOfManyFormatsAreRead(_ text: String, _ seconds: Double?) throws {
        let found = try read("url,added\nhttps://a.example/,\"\(text)\"\n")
        #expect(found.bookmarks.first?.added == seconds)
    }
}
