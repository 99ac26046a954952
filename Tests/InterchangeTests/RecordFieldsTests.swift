import Interchange
import Testing

/// Fields of JSON and CSV, recognized by the names that services use.
struct RecordFieldsTests {
    @Test(arguments: [
        "Saved date", "Date Added", "date_added", "dateAdded", "DATE-ADDED", "addedAt",
        "time_added", "created_on", "createdAt", "Created At", "bookmarked_at", "date",
    ])
    func dateAddedIsReadUnderManyNames(_ name: String) throws {
        let csv = try read("URL,\(name)\nhttps://a.example/,2024-01-02 03:04:05+00:00\n")
        #expect(csv.bookmarks.map(\.added) == [1_704_164_645] && csv.unreadFields.isEmpty)
        let json = try read("[{\"url\":\"https://a.example/\",\"\(name)\":1704164645123}]")
        #expect(json.bookmarks.map(\.added) == [1_704_164_645.123] && json.unreadFields.isEmpty)
    }

    @Test(arguments: [
        ("['tools', 'two words']", ["tools", "two-words"]), ("[]", []), ("['it\\'s']", ["it's"]),
        ("[\"a\", 'b c']", ["a", "b-c"]), ("x;two words", ["x", "two-words"]),
        ("x; two words", ["x", "two-words"]), ("x|two words", ["x", "two-words"]),
        ("x, two words", ["x", "two-words"]), ("x y", ["x", "y"]),
        ("x \"two words\" y", ["x", "two-words", "y"]), ("#x #y", ["x", "y"]), ("no_tag", []),
    ])
    func tagsInTextsAreSplitAtManySeparators(_ text: String, _ tags: [String]) throws {
        let field = text.replacing("\"", with: "\"\"")
        for name in ["Document tags", "tags", "Manual Tags", "tag_names", "Labels", "topics"] {
            let found = try read("Url,\(name)\nhttps://a.example/,\"\(field)\"\n")
            #expect(found.bookmarks.map(\.tags) == [tags])
        }
    }

    @Test(arguments: [
        #"{"x":{"name":"x","slug":"x"},"two words":{"slug":"two-words","name":"two words"}}"#,
        #"[{"label":"x"},{"name":"two words"}]"#, #"[{"tag":"x"},{"title":"two words"}]"#,
        #"["x","two words"]"#, #"{"x":true,"two words":1}"#,
    ])
    func tagsInJSONMayBeListsOrObjects(_ tags: String) throws {
        let found = try read("[{\"url\":\"https://a.example/\",\"tags\":\(tags)}]")
        #expect(Set(found.bookmarks[0].tags).isSubset(of: ["x", "two-words", "1"]))
        #expect(found.bookmarks[0].tags.first == "x" && found.bookmarks[0].tags.count == 2)
    }

    /// The date of publication is not the date of addition, and Zotero's notes are HTML.
    @Test func zoteroExportIsRead() throws {
        let found = try read(
            """
            "Key","Item Type","Title","Url","Abstract Note","Date","Date Added","Notes",\
            "Manual Tags","Automatic Tags"
            "K","webpage","A","https://a.example/","About","1999-05-01","2024-01-02 03:04:05",\
            "<p>one &amp; two</p>","x; two words","auto"
            "L","webpage","B","https://b.example/","","1999-05-01","","","",""
            """)
        let first = found.bookmarks[0]
        #expect(first.added == 1_704_164_645 && first.tags == ["x", "two-words", "auto"])
        #expect(first.notes == "one & two" && first.description == "About")
        #expect(found.bookmarks[1].added == nil)
        #expect(found.unreadFields == ["Key", "Item Type"])
    }

    @Test func tableOfMatterHasTagsAndTheDateOfTheLastVisit() throws {
        let found = try read(
            """
            Title,Author,Publisher,URL,Tags,Word Count,In Queue,Read,Last Interaction Date,File Id
            A page,Me,Pub,https://a.example/,"x;two words",100,True,False,2024-01-02,abc
            """)
        #expect(found.bookmarks.map(\.tags) == [["x", "two-words"]])
        #expect(found.bookmarks.map(\.added) == [1_704_153_600])
    }

    @Test func tableOfDiigoHasCommentsAndAnnotations() throws {
        let found = try read(
            """
            "title","url","tags","description","comments","annotations","created_at"
            "A page","https://a.example/","x ""two words"" y","desc","a comment","a highlight",\
            "2012-03-05 12:34:56 UTC"
            """)
        #expect(found.bookmarks.map(\.tags) == [["x", "two-words", "y"]])
        #expect(found.bookmarks.map(\.notes) == ["desc\n\na comment\n\na highlight"])
        #expect(found.unreadFields == [])
    }

    @Test func notesCommentsAndHighlightsAreJoined() throws {
        let found = try read(
            """
            [{"url":"https://a.example/","summary":"short","note":"mine",
              "highlights":[{"content":"marked","note":"why"},{"quote":"more"}],
              "comments":["one","two"],"starred":true,"favorite":false,"wordCount":0}]
            """)
        #expect(found.bookmarks[0].notes == "mine\n\none\n\ntwo\n\nmarked\n\nwhy\n\nmore")
        #expect(found.bookmarks[0].description == "short")
        #expect(found.unreadFields == ["starred"])
    }

    @Test(arguments: [
        #"{"html_url":"https://p.example/","url":"https://api.example/1"}"#,
        #"{"url":"https://api.example/1","html_url":"https://p.example/"}"#,
        #"{"web_url":"https://p.example/","url":"/projects/1"}"#,
        #"{"url":"7","link":"https://p.example/"}"#,
        #"{"URL":"https://p.example/"}"#, #"{"page-url":"https://p.example/"}"#,
        #"{"starred_at":"2024-01-02T03:04:05Z","repo":{"html_url":"https://p.example/","#
            + #""url":"https://api.example/1","name":"tool","created_at":"2020-01-01T00:00:00Z"}}"#,
    ])
    func pageAddressComesBeforeTheAPIAddress(_ record: String) throws {
        #expect(try read("[\(record)]").urls == ["https://p.example/"])
        #expect(try read("[\(record),\(record)]").urls.count == 2)
    }

    @Test(arguments: [
        ("\"unread\":true", true), ("\"read\":false", true), ("\"read\":true", false),
        ("\"toRead\":\"yes\"", true), ("\"location\":\"later\"", true),
        ("\"location\":\"archive\"", false), ("\"Status\":\"unread\"", true),
        ("\"isRead\":0", true), ("\"In Queue\":\"True\"", true), ("\"archived\":false", false),
    ])
    func unreadMarksHaveManyNames(_ member: String, _ isUnread: Bool) throws {
        let found = try read("[{\"url\":\"https://a.example/\",\(member)}]")
        #expect(found.bookmarks.map(\.isUnread) == [isUnread])
    }

    @Test func columnsThatAreNotReadAreReported() throws {
        let found = try read(
            "Title,Author,URL,Word Count,Empty\nA,Me,https://a.example/,100,\nB,,x:b,,\n")
        #expect(found.unreadFields == ["Author", "Word Count"])
        #expect(ImportReport(source: "x", found, outcomes: []).unreadFields.count == 2)
        let known = try read(
            "id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n"
                + "1,A,,,https://a.example/,,,2020-09-13T12:26:40Z,https://c.example/x.png,,true\n")
        #expect(known.format == .raindrop && known.unreadFields == ["cover", "favorite"])
    }

    @Test func fieldsBeyondTheColumnsAreReported() throws {
        let found = try read("url,title\nhttps://a.example/,A,more,\nhttps://b.example/,B,,\n")
        #expect(found.bookmarks.count == 2 && found.warnings.map(\.line) == [2])
        #expect(found.warnings.first?.reason.contains("“more”") == true)
    }

    @Test(arguments: ["12345678901234567890", "9007199254740993", "7", "0", "1234567890"])
    func numberAsTitleKeepsItsDigits(_ digits: String) throws {
        let found = try read("[{\"url\":\"https://a.example/\",\"title\":\(digits)}]")
        #expect(found.bookmarks.map(\.name) == [digits])
    }

    @Test func dateInNanosecondsIsRead() throws {
        let found = try read("[{\"url\":\"https://a.example/\",\"added\":1704164645123456789}]")
        #expect(found.bookmarks.map { Int($0.added ?? 0) } == [1_704_164_645])
    }
}
