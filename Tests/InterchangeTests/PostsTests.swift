import Interchange
import Testing

/// Messages, saved posts and annotations, which have more than the name of a page.
struct PostsTests {
    /// Made from https://github.com/Tyrrrz/DiscordChatExporter
    /// (DiscordChatExporter.Core/Exporting/JsonMessageWriter.cs).
    private func channel(_ messages: String) -> String {
        """
        {"guild":{"id":"1","name":"G","iconUrl":"https://cdn.example/i.png"},
         "channel":{"id":"2","type":"GuildTextChat","category":"Text","name":"general"},
         "exportedAt":"2024-01-02T03:04:05+00:00","messages":[
        \(messages)],"messageCount":1}
        """
    }

    private func message(_ content: String, _ embeds: String = "") -> String {
        """
        {"id":"10","type":"Default","timestamp":"2020-09-13T12:26:40.500+00:00",
         "timestampEdited":null,"isPinned":false,"content":"\(content)","author":{"id":"5",
         "name":"ann","avatarUrl":"https://cdn.example/a.png"},"attachments":[],
         "embeds":[\(embeds)],"reactions":[]}
        """
    }

    @Test func discordMessageGivesItsDateAndText() throws {
        let embed = """
            {"title":"A page","url":"https://a.example/","timestamp":"2001-01-01T00:00:00+00:00",
             "description":"About","author":{"name":"Bob","url":"https://b.example/"},"fields":[]}
            """
        let found = try read(channel(message("Look at https://a.example/ now", embed)))
        #expect(found.urls == ["https://a.example/"] && found.failed.isEmpty)
        let page = found.bookmarks[0]
        #expect(page.name == "A page" && page.description == "About" && page.folder.isEmpty)
        #expect(page.notes == "Look at https://a.example/ now")
        #expect(page.added == 1_600_000_000.5)
    }

    @Test func discordLinkWithoutAPreviewIsRead() throws {
        let messages = [
            message("<https://a.example/>"), message("[B](https://b.example/) and text"),
            message("no link"),
        ]
        let found = try read(channel(messages.joined(separator: ",")))
        #expect(found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.bookmarks.map(\.name) == ["", "B"])
        #expect(found.bookmarks.map(\.notes) == ["", "[B](https://b.example/) and text"])
        #expect(found.bookmarks.allSatisfy { $0.added == 1_600_000_000.5 })
    }

    /// Exports differ in which of the two is the complete address.
    @Test(arguments: [
        (#""source":"a.example","url":"https://a.example/page""#),
        (#""source":"https://a.example/page","url":"a.example""#),
    ])
    func facebookSaveKeepsItsDateAndTitle(_ addresses: String) throws {
        let found = try read(
            """
            {"saves_v2":[
             {"timestamp":1600000000,"title":"Ann saved a link from B's post.","attachments":[
              {"data":[{"external_context":{"name":"A page",\(addresses)}}]}]},
             {"timestamp":1600000001,"title":"Ann saved a reel."}]}
            """)
        #expect(found.urls == ["https://a.example/page"] && found.failed.isEmpty)
        let page = found.bookmarks[0]
        #expect(page.added == 1_600_000_000 && page.folder.isEmpty && page.name == "A page")
        #expect(page.notes == "Ann saved a link from B's post.")
        #expect(found.skipped == [ImportNote(line: 4, reason: "a post without a link")])
    }

    /// Made from https://github.com/hypothesis/client,
    /// src/sidebar/services/annotations-exporter.ts, and
    /// https://h.readthedocs.io/en/latest/api-reference/v1.
    private static let annotation = """
        {"id":"a1","created":"2020-09-13T12:26:40.500000+00:00",
         "updated":"2020-09-14T12:26:40.500000+00:00","user":"acct:ann@hypothes.is",
         "uri":"https://a.example/","text":"why","tags":["x","two words"],"group":"__world__",
         "permissions":{"read":["group:__world__"]},"target":[{"source":"https://a.example/",
          "selector":[{"type":"RangeSelector"},
           {"type":"TextQuoteSelector","exact":"marked words","prefix":"p","suffix":"s"}]}],
         "document":{"title":["A page"]},"links":{"html":"https://hypothes.is/a/a1"}}
        """

    @Test(arguments: [
        #"{"export_date":"2024-01-02T03:04:05Z","annotations":[\#(annotation)]}"#,
        #"{"total":1,"rows":[\#(annotation)]}"#, "[\(annotation)]",
    ])
    func hypothesisAnnotationBecomesABookmarkOfItsPage(_ text: String) throws {
        let found = try read(text)
        #expect(found.urls == ["https://a.example/"] && found.failed.isEmpty)
        let page = found.bookmarks[0]
        #expect(page.name == "A page" && page.notes == "marked words\n\nwhy")
        // The file has only the group's id, which is not used as a folder.
        #expect(page.folder.isEmpty && page.tags == ["x", "two-words"])
        #expect(page.added == 1_600_000_000.5)
    }

    @Test func quoteInAnAnnotationTableIsKept() throws {
        let found = try read(
            """
            Created at,Author,Page,URL,Group,Annotation/Reply Type,Quote,Comment,Tags
            2020-09-13 12:26,ann,,https://a.example/,Club,Annotation,marked words,why,"x,y z"
            """)
        #expect(found.bookmarks[0].notes == "why\n\nmarked words")
        #expect(found.bookmarks[0].folder == "Club" && found.bookmarks[0].tags == ["x", "y-z"])
    }
}
