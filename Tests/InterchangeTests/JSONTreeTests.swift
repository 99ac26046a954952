import Interchange
import Testing

/// JSON of programs that nest their bookmarks, or store them by keys, each in its own way.
struct JSONTreeTests {
    /// The folder and name of each bookmark, by its URL.
    private func places(_ found: ParsedImport) -> [String: String] {
        Dictionary(
            found.bookmarks.map { ($0.url, "\($0.folder)|\($0.name)") },
            uniquingKeysWith: { "\($0)+\($1)" })
    }

    @Test func pairsOfNumbersAreNotBookmarks() throws {
        let found = try read(
            """
            {"bookmarks": [{"title": "A", "url": "https://a.example/"}],
             "route": [[52.5, 13.4], [48.1, 11.6]]}
            """)
        #expect(places(found) == ["https://a.example/": "|A"])
        #expect(found.failed.isEmpty)
    }

    @Test func karakeepExportIsRead() throws {
        let found = try read(
            """
            {"bookmarks":[
             {"createdAt":1700000000,"title":"A","tags":["x","y z"],"note":"mine","archived":false,
              "summary":"short",
              "content":{"type":"link","url":"https://a.example/","description":"long"}},
             {"createdAt":1700000100,"title":null,"tags":[],"content":{"type":"text","text":"n"}},
             {"createdAt":1700000150,"title":"pdf","tags":[],"content":null},
             {"createdAt":1700000200,"title":"C","tags":["z"],"archived":true,"lists":["l2","l3"],
              "content":{"type":"link","url":"https://c.example/"}}],
             "lists":[{"id":"l1","name":"Later","parentId":null},
              {"id":"l2","name":"Sub","parentId":"l1"},{"id":"l3","name":"Else","parentId":null}]}
            """)
        #expect(
            places(found) == ["https://a.example/": "|A", "https://c.example/": "Later/Sub|C"])
        #expect(found.bookmarks[0].tags == ["x", "y-z"] && found.bookmarks[0].notes == "mine")
        #expect(found.bookmarks[0].added == 1_700_000_000)
        #expect(found.skipped.map(\.line) == [5, 6] && found.failed.isEmpty)
        // The first of several lists becomes the folder.
        #expect(found.bookmarks[1].tags == ["z", "Else"] && found.warnings.isEmpty)
        #expect(found.bookmarks.map(\.description) == ["short\n\nlong", ""])
        #expect(found.bookmarks.map(\.isArchived) == [false, true])
        #expect(found.unreadFields == [])
    }

    @Test func furtherListsBecomeTags() throws {
        let found = try read(
            """
            {"data":[{"url":"https://a.example/","lists":[{"name":"Read later"},{"name":"Work"}],
              "tags":[{"name":"x"}]},
             {"url":"https://b.example/","folder":"F","collections":["Read later"]},
             {"url":"https://c.example/","lists":{"name":"Read, later"}}]}
            """)
        #expect(found.bookmarks.map(\.folder) == ["Read later", "F", "Read, later"])
        #expect(found.bookmarks.map(\.tags) == [["x", "Work"], ["Read-later"], []])
    }

    @Test func operaFileIsReadWithoutItsTrash() throws {
        func page(_ name: String) -> String {
            #"{"type":"url","name":"\#(name)","url":"https://\#(name).example/"}"#
        }
        func folder(_ name: String, _ children: String) -> String {
            #"{"type":"folder","name":"\#(name)","children":[\#(children)]}"#
        }
        let found = try read(
            """
            {"roots":{"bookmark_bar":\(folder("Bar", page("a"))),"custom_root":{
             "speedDial":\(folder("Speed Dial", page("b"))),
             "trash":\(folder("Trash", folder("F", page("t")))),
             "userRoot":\(folder("Other", folder("Mine", page("d"))))}},"version":1}
            """)
        #expect(
            places(found) == [
                "https://a.example/": "Bar|a", "https://b.example/": "Speed Dial|b",
                "https://d.example/": "Other/Mine|d",
            ])
        #expect(found.skipped.map(\.reason) == ["it is in the browser's trash"])
    }

    @Test func bookmarkTreeOfABrowserExtensionIsRead() throws {
        let found = try read(
            """
            [{"id":"0","title":"","dateAdded":1700000000000,"children":[
              {"id":"1","parentId":"0","index":0,"title":"Bar","children":[
               {"id":"5","parentId":"1","title":"A","url":"https://a.example/",
                "dateAdded":1700000001000},
               {"id":"9","type":"separator","title":""},
               {"id":"6","parentId":"1","title":"Work","children":[
                {"id":"7","title":"B","url":"https://b.example/"}]},
               {"id":"8","title":"Empty","children":[]}]}]}]
            """)
        #expect(
            places(found) == ["https://a.example/": "Bar|A", "https://b.example/": "Bar/Work|B"])
        #expect(found.bookmarks[0].added == 1_700_000_001)
        #expect(found.skipped.map(\.reason) == ["a separator"] && found.failed.isEmpty)
    }

    @Test func parentIDsInAFlatListGiveTheFolders() throws {
        let found = try read(
            """
            [{"id":1,"title":"Work"},{"id":2,"parentId":1,"title":"Sub","type":"folder"},
             {"id":3,"parentId":2,"title":"A","url":"https://a.example/"},
             {"id":4,"title":"B","url":"https://b.example/"},{"id":5,"title":"No address"}]
            """)
        #expect(places(found) == ["https://a.example/": "Work/Sub|A", "https://b.example/": "|B"])
        #expect(found.failed.map(\.line) == [3])
    }

    @Test func recordInSeveralFoldersGetsTheFirst() throws {
        let found = try read(
            """
            [{"id":1,"title":"Work"},{"id":2,"parentId":1,"title":"Sub","type":"folder"},
             {"id":3,"title":"Play","type":"folder"},
             {"url":"https://a.example/","folder":[2,3,2,1]}]
            """)
        #expect(found.bookmarks.map(\.folder) == ["Work/Sub"])
        let reason = "it is in several folders; ignored: Play, Work"
        #expect(found.warnings == [ImportNote(line: 3, reason: reason)])
    }

    @Test func xBrowserSyncBackupIsRead() throws {
        let found = try read(
            """
            {"xbrowsersync":{"date":"2024-01-02","sync":{"id":"1","url":"https://api.example"},
             "data":{"bookmarks":[{"title":"[xbs] Other","id":1,"children":[
              {"title":"A","url":"https://a.example/","tags":["x","y z"],"description":"first"},
              {"url":"xbs:separator"},
              {"title":"Folder","children":[{"title":"B","url":"https://b.example/"}]}]}]}}}
            """)
        #expect(
            places(found) == [
                "https://a.example/": "Other|A", "https://b.example/": "Other/Folder|B",
            ])
        #expect(found.skipped.map(\.reason) == ["a separator"])
    }

    /// Toby, Session Buddy and others: lists of cards, of windows and of tabs.
    @Test(arguments: [
        """
        {"version":3,"lists":[{"title":"Reading","labels":[],"cards":[
         {"title":"A","url":"https://a.example/","customTitle":"","customDescription":"why"},
         {"title":"B","url":"https://b.example/","customTitle":"Bee"}]}]}
        """,
        """
        {"organizations":[{"name":"Reading","groups":[{"name":"","lists":[{"title":"","cards":[
         {"title":"A","url":"https://a.example/"},{"title":"Bee","url":"https://b.example/"}]}]}]}]}
        """,
        """
        {"format":"nxs.json.v2","created":"2024-01-02","collections":[{"title":"Reading",
         "folders":[{"title":"","links":[{"title":"A","url":"https://a.example/"},
         {"title":"Bee","url":"https://b.example/"}]}]}]}
        """,
        """
        [{"name":"Reading","id":"7f0e1b9c-0000-4000-8000-000000000001","windowsNumber":1,
          "windows":{"1":{"10":{"id":10,"title":"A","url":"https://a.example/"},
           "11":{"id":11,"title":"Bee","url":"https://b.example/"}}},
          "windowsInfo":{"1":{"id":1,"focused":true}}}]
        """,
        """
        {"Reading":[{"title":"A","url":"https://a.example/"},
         {"title":"Bee","url":"https://b.example/"}],"Empty":[]}
        """,
        """
        {"folders":{"Reading":{"A":"https://a.example/","Bee":"https://b.example/"}}}
        """,
        """
        {"bookmarks":{"Reading":[["A","https://a.example/"],["Bee","https://b.example/"]],"x":[]}}
        """,
        """
        {"collections":[{"name":"Reading","bookmarks":[{"title":"A","url":"https://a.example/"}],
         "children":[{"name":"","bookmarks":[{"title":"Bee","url":"https://b.example/"}]}]}]}
        """,
    ])
    func namedListsBecomeFolders(_ text: String) throws {
        let found = try read(text)
        #expect(
            places(found) == [
                "https://a.example/": "Reading|A", "https://b.example/": "Reading|Bee",
            ])
        #expect(found.failed.isEmpty)
    }

    @Test func arcSidebarIsRead() throws {
        let found = try read(
            """
            {"version":1,"sidebar":{"containers":[{"global":{}},{"spaces":["S",{"id":"S",
             "title":"Home","containerIDs":["pinned","C"]}],"items":[
             "I0",{"id":"I0","parentID":null,"childrenIds":["I1"],"title":null,"data":{
              "itemContainer":{}}},
             "I1",{"id":"I1","parentID":"I0","childrenIds":["I2"],"title":"Folder",
              "createdAt":726730078.5,"data":{"list":{}}},
             "I2",{"id":"I2","parentID":"I1","childrenIds":[],"title":null,"createdAt":725857445,
              "isUnread":false,"data":{"tab":{"savedURL":"https://a.example/",
              "savedTitle":"A page","timeLastActiveAt":731864447.1}}}]}]}}
            """)
        #expect(places(found) == ["https://a.example/": "Folder|A page"])
        // Apple counts from 2001.
        #expect(found.bookmarks[0].added == 1_704_164_645 && found.failed.isEmpty)
    }

    @Test(arguments: [
        #"{"@context":"https://www.w3.org/ns/x","type":"OrderedCollection","#
            + #""orderedItems":["https://a.example/","https://b.example/"]}"#,
        #"["https://a.example/","https://b.example/"]"#,
        #"{"urls":["https://a.example/","https://b.example/"]}"#,
        #"[["A","https://a.example/"],["B","https://b.example/"]]"#,
        #"[["https://a.example/","A"],["https://b.example/",null]]"#,
        #"[["title","url"],["A","https://a.example/"],["B","https://b.example/"]]"#,
        #"[["https://a.example/"],["https://b.example/"]]"#,
        #"{"A":"https://a.example/","B":"https://b.example/"}"#,
        #"{"https://a.example/":{"title":"A"},"https://b.example/":"B"}"#,
        "[{\"title\":\"raw\nnewline\",\"url\":\"https://a.example/\"},"
            + "{\"url\":\"https://b.example/\"}]",
        #"{"data":{"children":[{"kind":"t3","data":{"title":"A","url":"https://a.example/"}},"#
            + #"{"kind":"t3","data":{"title":"B","url":"https://b.example/"}}]}}"#,
        #"{"version":"https://jsonfeed.org/version/1.1","title":"F","#
            + #""home_page_url":"https://f.example/","items":[{"id":"1","url":"https://a.example/"},"#
            + #"{"id":"2","url":"https://b.example/"}]}"#,
    ])
    func listsOfLinksInManyShapesAreRead(_ text: String) throws {
        let found = try read(text)
        #expect(found.urls == ["https://a.example/", "https://b.example/"], "\(found)")
        #expect(found.failed.isEmpty && found.bookmarks.allSatisfy { $0.folder.isEmpty })
    }

    @Test func everyRecordOfAListIsReadOrReported() throws {
        let found = try read(
            """
            {"links":[{"id":1,"url":"https://a.example/","title":"A","lists":[{"name":"Later"}],
              "tags":[{"name":"x"}],"created_at":"2024-01-02T03:04:05.000000Z"},
             {"id":2,"title":"no address"}],"user":{"avatar":"https://i.example/a.png"}}
            """)
        #expect(places(found) == ["https://a.example/": "Later|A"])
        #expect(found.bookmarks[0].tags == ["x"] && found.bookmarks[0].added == 1_704_164_645)
        #expect(found.failed == [ImportNote(line: 3, reason: "it has no URL")])
    }

    /// JSON contains texts with links, but is not read as a text itself. The first example is from
    /// an export of Slack
    /// (https://slack.com/help/articles/220556107-How-to-read-Slack-data-exports).
    @Test(arguments: [
        """
        [{"type":"message","user":"U1","text":"<https://a.example/|A page>","ts":"1600000000.0001"},
         {"type":"message","user":"U1","text":"see","attachments":[
          {"title":"B","title_link":"https://b.example/",
           "service_icon":"https://i.example/x.ico"}]}]
        """,
        #"[{"said":"read [this](https://a.example/)"},{"said":"and <https://b.example/>"}]"#,
    ])
    func linksInJSONTextsAreNotImported(_ text: String) throws {
        let found = try? read(text)
        #expect(found?.format != .markdown && found?.bookmarks.isEmpty != false)
    }

    /// Nextcloud (https://nextcloud-bookmarks.readthedocs.io) identifies folders by numbers, with
    /// -1 for the top.
    @Test(arguments: ["[-1]", "-1", "[7]", "12"])
    func folderNumbersAreNotFolderNames(_ folder: String) throws {
        let found = try read(
            """
            {"data":[{"id":3,"url":"https://a.example/","title":"A","added":1600000000,
             "folders":\(folder)}],"status":"success"}
            """)
        #expect(places(found) == ["https://a.example/": "|A"])
        #expect(found.bookmarks[0].added == 1_600_000_000)
    }

    /// None of these URLs is that of a bookmark.
    @Test(arguments: [
        #"{"@context":"https://www.w3.org/ns/x","stuff":[{"wo":7}]}"#,
        #"{"sync":{"url":"https://api.example"},"stuff":[{"wo":7}]}"#,
        #"{"avatar":"https://i.example/a.png","stuff":[{"wo":7}]}"#,
        #"{"api":"https://api.example","stuff":[{"wo":7}]}"#,
        #"[{"icon":"https://i.example/a.png"},{"icon":"https://i.example/b.png"}]"#,
        #"[{"wo":"https://a.example/","was":"https://b.example/"}]"#,
        #"[{"wo":"https://a.example/"},{"wo":"https://a.example/"}]"#,
    ])
    func unclearFieldsAreListedWithoutASuggestion(_ text: String) {
        let error = #expect(throws: ImportError.self) { try read(text) }
        #expect(error?.message.contains("--map records=LIST,url=FIELD") == true)
        #expect(error?.message.contains("(https://") == true)
    }
}
