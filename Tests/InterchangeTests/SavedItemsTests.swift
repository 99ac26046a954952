import Interchange
import Testing

/// Exports of programs that keep articles of feeds, or notes, besides bookmarks.
struct SavedItemsTests {
    /// Made from the export of FreshRSS (app/views/helpers/export/articles.phtml in
    /// https://github.com/FreshRSS/FreshRSS) and from
    /// https://www.inoreader.com/developers/stream-contents.
    static let starred = """
        {"id":"user/-/state/com.google/starred","title":"Favourites","author":"me","items":[
         {"id":"urn:1","timestampUsec":"1600000000123456",
          "categories":["user/-/state/com.google/read","user/-/state/com.google/starred",
           "user/-/label/two words","theirs"],
          "title":"A","author":"X","published":1500000000,"updated":1500000001,
          "alternate":[{"href":"https://a.example/1","type":"text/html"}],
          "content":{"content":"<p>Long</p>"},
          "origin":{"streamId":"52","title":"F","htmlUrl":"https://a.example/",
           "feedUrl":"https://a.example/rss"}},
         {"id":"urn:2","crawlTimeMsec":"1600000001000","timestampUsec":"1600000001000000",
          "categories":["user/1005/state/com.google/unread"],"title":"B","published":1500000000,
          "canonical":[{"href":"https://a.example/2"}],
          "alternate":[{"href":"https://proxy.example/2","type":"text/html"}],
          "summary":{"direction":"ltr","content":"<p>Long</p>"},"annotations":[],
          "origin":{"streamId":"52","title":"F","htmlUrl":"https://a.example/"}}]}
        """

    @Test func articleOfAFeedReaderLinksToItsPageNotTheFeed() throws {
        let found = try read(Self.starred)
        #expect(found.format == .reader && found.failed.isEmpty)
        #expect(found.urls == ["https://a.example/1", "https://a.example/2"])
        #expect(found.bookmarks.map(\.name) == ["A", "B"])
        #expect(found.bookmarks.map(\.added) == [1_600_000_000.123456, 1_600_000_001])
        #expect(found.bookmarks.map(\.notes) == ["", ""])
        #expect(found.unreadFields.contains("content") && found.unreadFields.contains("summary"))
    }

    /// Feedly's own format (https://developers.feedly.com/reference/get-streams-contents).
    @Test func feedlyArticleKeepsTheTimeItWasSaved() throws {
        let found = try read(
            """
            {"id":"user/x/tag/global.saved","updated":1600000000000,"items":[
             {"id":"e1","title":"A","published":1500000000000,"crawled":1500000001000,
              "actionTimestamp":1600000000000,"origin":{"htmlUrl":"https://a.example/"},
              "alternate":[{"href":"https://a.example/1","type":"text/html"}],
              "categories":[{"id":"user/x/category/1","label":"Tech"}]}]}
            """)
        #expect(found.urls == ["https://a.example/1"])
        #expect(found.bookmarks.map(\.tags) == [["Tech"]])
        #expect(found.bookmarks.map(\.added) == [1_600_000_000])
    }

    @Test func feedReaderLabelsBecomeTagsButStatesDoNot() throws {
        let found = try read(Self.starred)
        #expect(found.bookmarks.map(\.tags) == [["two-words", "theirs"], []])
        #expect(found.bookmarks.map(\.isUnread) == [false, true])
    }

    /// Made from Takeout's exports of Keep, as https://github.com/keithfancher/kept and
    /// https://github.com/erikelisath/keep-to-markdown read them.
    private static func note(
        _ text: String, _ links: String, title: String = "", rest: String = ""
    ) -> String {
        """
        {"color":"DEFAULT","isTrashed":false,"isPinned":true,"isArchived":false,\(links)
         "textContent":"\(text)","title":"\(title)",\(rest)
         "userEditedTimestampUsec":1600000001000000,"createdTimestampUsec":1600000000000000}
        """
    }

    private static func links(_ names: String...) -> String {
        let links = names.map {
            """
            {"description":"About \($0)","source":"WEBLINK","title":"\($0)",
             "url":"https://\($0).example/"}
            """
        }
        return "\"annotations\":[\(links.joined(separator: ","))],"
    }

    static let note = note("see https://a.example/", links("a", "b"), title: "Mine")

    @Test func keepNoteBecomesABookmarkForEachLink() throws {
        let found = try read(
            Self.note(
                "see https://a.example/ and\\nhttps://c.example/", Self.links("a", "b"),
                title: "Mine", rest: #""labels":[{"name":"one"},{"name":"two words"}],"#))
        #expect(found.format == .keep && found.failed.isEmpty)
        #expect(found.urls == (["a", "b", "c"].map { "https://\($0).example/" }))
        #expect(found.bookmarks.map(\.name) == ["a", "b", ""])
        #expect(found.bookmarks.map(\.description) == ["About a", "About b", ""])
        #expect(found.bookmarks.allSatisfy { $0.tags == ["one", "two-words"] })
        #expect(found.bookmarks.allSatisfy { $0.added == 1_600_000_000 && !$0.isArchived })
        #expect(found.bookmarks[1].notes == "Mine\nsee https://a.example/ and\nhttps://c.example/")
        #expect(found.unreadFields == ["color", "isPinned"])
    }

    @Test func keepNoteThatIsOnlyALinkHasNoNotes() throws {
        let archived = Self.note("https://a.example/", Self.links("a"))
            .replacing("\"isArchived\":false", with: "\"isArchived\":true")
        let found = try read(archived)
        #expect(found.urls == ["https://a.example/"] && found.bookmarks[0].notes.isEmpty)
        #expect(found.bookmarks[0].isArchived)
    }

    @Test func linksInKeepListsAreBookmarks() throws {
        let list = #""listContent":[{"text":"https://a.example/ x","isChecked":false}],"#
        let found = try read(Self.note("", list))
        #expect(found.urls == ["https://a.example/"])
        #expect(found.bookmarks[0].notes == "https://a.example/ x")
    }

    @Test func keepNotesWithoutLinksOrInTheTrashAreSkipped() throws {
        let plain = try read(Self.note("buy milk", ""))
        #expect(plain.skipped.map(\.reason) == ["a note, not a page"] && plain.urls.isEmpty)
        let deleted = Self.note("https://a.example/", Self.links("a"))
            .replacing("\"isTrashed\":false", with: "\"isTrashed\":true")
        #expect(try read(deleted).skipped.map(\.reason) == ["it is in the trash"])
    }

    /// Made from https://core.telegram.org/import-export.
    private static let messages = """
        [{"id":1,"type":"message","date":"2020-09-13T12:26:40","date_unixtime":"1600000000",
          "from":"Me","text":[{"type":"link","text":"https://a.example/"}],
          "text_entities":[{"type":"link","text":"https://a.example/"}]},
         {"id":2,"type":"message","date":"2020-09-13T12:26:41","date_unixtime":"1600000001",
          "from":"Me","text":["See ",{"type":"text_link","text":"B","href":"https://b.example/"},
           " ",{"type":"hashtag","text":"#one"}],
          "text_entities":[{"type":"plain","text":"See "},
           {"type":"text_link","text":"B","href":"https://b.example/"},
           {"type":"plain","text":" "},{"type":"hashtag","text":"#one"}]},
         {"id":3,"type":"message","date":"2020-09-13T12:26:42","text":"words"},
         {"id":4,"type":"service","date":"2020-09-13T12:26:42","text":"","action":"pin_message"},
         {"id":5,"type":"message","date":"2020-09-13T12:26:42Z",
          "text":["old: ",{"type":"link","text":"https://c.example/"}]}]
        """

    static let chat = """
        {"name":"Me","type":"personal_chat","messages":\(messages)}
        """

    @Test func linksInTelegramMessagesAreBookmarks() throws {
        let found = try read(Self.chat)
        #expect(found.format == .telegram && found.failed.isEmpty)
        #expect(found.urls == ["a", "b", "c"].map { "https://\($0).example/" })
        #expect(found.bookmarks.map(\.name) == ["", "B", ""])
        #expect(found.bookmarks.map(\.notes) == ["", "See B #one", "old: https://c.example/"])
        #expect(found.bookmarks.map(\.tags) == [[], ["one"], []])
        #expect(found.bookmarks.map(\.added) == [1_600_000_000, 1_600_000_001, 1_600_000_002])
    }

    @Test func telegramChatsBecomeFolders() throws {
        let found = try read(
            """
            {"about":"x","chats":{"about":"y","list":[
              {"name":"Links","type":"private_group","id":7,"messages":\(Self.messages)},
              {"type":"saved_messages","id":1,"messages":[
               {"id":9,"type":"message","date_unixtime":"1600000000","date":"2020-09-13T12:26:40",
                "text":[{"type":"link","text":"https://d.example/"}]}]}]}}
            """)
        #expect(found.bookmarks.map(\.folder) == ["Links", "Links", "Links", ""])
    }

    /// The first example is as in exports of Omnivore (packages/api/src/jobs/export.ts in
    /// https://github.com/omnivore-app/omnivore), the others as in its API.
    @Test(arguments: [
        (#""state":"Active","labels":null"#, true, false),
        (#""state":"Unknown","labels":[]"#, true, false),
        (#""state":"Archived","labels":[]"#, false, true),
        (#""state":"ARCHIVED","labels":[]"#, false, true),
        (#""state":"SUCCEEDED","isArchived":false"#, true, false),
        (#""state":"SUCCEEDED","isArchived":true"#, false, true), (#""x":1"#, false, false),
    ])
    func omnivoreStateDecidesUnreadAndArchived(
        _ state: String, _ isUnread: Bool, _ isArchived: Bool
    ) throws {
        let found = try read(
            """
            [{"id":"1","slug":"a","title":"A","description":null,"url":"https://a.example/",
              "savedAt":"2020-09-13T12:26:40.000Z",\(state)}]
            """)
        #expect(found.format == .omnivore)
        #expect(found.bookmarks.map(\.isUnread) == [isUnread])
        #expect(found.bookmarks.map(\.isArchived) == [isArchived])
        #expect(found.bookmarks.map(\.added) == [1_600_000_000])
    }
}
