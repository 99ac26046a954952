import Bookmarks
import Interchange
import Testing

/// Fields that files keep apart: whether a bookmark is unread or archived, and the page's own
/// description as opposed to the person's notes.
struct KeptApartTests {
    private typealias Marks = (isUnread: Bool, isArchived: Bool)

    private func marks(
        _ text: String, _ format: ImportFormat, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [Marks] {
        let found = try read(text)
        #expect(found.format == format, sourceLocation: sourceLocation)
        return found.bookmarks.map { ($0.isUnread, $0.isArchived) }
    }

    @Test func unreadAndArchivedMarksOfServicesAreRead() throws {
        let states = [
            try marks(
                """
                title,url,time_added,tags,status
                A,x:a,1600000000,,unread
                B,x:b,1600000000,,archive
                """, .pocket),
            try marks(
                """
                URL,Title,Selection,Folder,Timestamp,Tags
                x:a,A,,Unread,1600000000,[]
                x:b,B,,Archive,1600000000,[]
                """, .instapaper),
            try marks(
                """
                [{"slug":"a","title":"A","url":"x:a","savedAt":"2020-09-13","state":"Active"},
                 {"slug":"b","title":"B","url":"x:b","savedAt":"2020-09-13","state":"Archived"}]
                """, .omnivore),
            try marks(
                """
                [{"is_archived":0,"is_starred":0,"url":"x:a","title":"A"},
                 {"is_archived":1,"is_starred":0,"url":"x:b","title":"B"}]
                """, .wallabag),
            try marks(
                """
                [{"url":"x:a","title":"A","description":"","tag_names":[],"unread":true,
                  "is_archived":false},
                 {"url":"x:b","title":"B","description":"","tag_names":[],"unread":false,
                  "is_archived":true}]
                """, .linkding),
            try marks(
                """
                <!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>
                <DT><A HREF="x:a" TOREAD="1" TAGS="t">A</A>
                <DT><A HREF="x:b" TOREAD="0" TAGS="t,linkding:bookmarks.archived">B</A></DL><p>
                """, .netscape),
            try marks("url,location\nx:a,later\nx:b,archive\n", .csv),
            try marks("url,Is Archived,unread\nx:a,false,true\nx:b,true,false\n", .csv),
        ]
        for state in states {
            #expect(state.map(\.isUnread) == [true, false])
            #expect(state.map(\.isArchived) == [false, true])
        }
    }

    @Test func linkdingsArchiveMarkIsNotATag() throws {
        let found = try read(
            "<DL><DT><A HREF=\"x:a\" TAGS=\"t,linkding:bookmarks.archived\">A</A></DL>")
        #expect(found.bookmarks.map(\.tags) == [["t"]])
    }

    /// The service keeps a copy of the page, which does not mean that the person archived the
    /// bookmark.
    @Test func bookmarkWithASavedCopyIsNotArchived() throws {
        let found = try read(
            """
            [{"url":"https://a.example/","title":"A","is_archived":true,
              "archive_path":"archive/1600000000"}]
            """)
        #expect(found.bookmarks.map(\.isArchived) == [false])
    }

    @Test(arguments: [
        // A single text may be from the page or from the person.
        (#"{"url":"x:a","description":"one"}"#, "", "one"),
        (#"{"url":"x:a","summary":"one","tags":["t"]}"#, "", "one"),
        (#"{"url":"x:a","description":"one","comments":["two"]}"#, "", "one\n\ntwo"),
        // Of two texts, the one that is called a note is the person's.
        (#"{"url":"x:a","description":"one","note":"two"}"#, "one", "two"),
        (#"{"url":"x:a","Notes":null,"desc":"one"}"#, "one", ""),
        (#"{"url":"x:a","summary":"one","description":"two","comment":"c"}"#, "two\n\none", "c"),
        // Some names identify the page's own description.
        (#"{"url":"x:a","excerpt":"one"}"#, "one", ""),
        (#"{"url":"x:a","meta_description":"one","description":"two"}"#, "one", "two"),
    ])
    func descriptionBelongsToThePageIfARecordHasNotes(
        _ record: String, _ description: String, _ notes: String
    ) throws {
        let found = try read("[\(record)]")
        #expect(found.bookmarks.map(\.description) == [description])
        #expect(found.bookmarks.map(\.notes) == [notes])
        #expect(found.unreadFields == [])
    }

    @Test(arguments: [
        ("description=d", "page", "old", "n"), ("notes=n", "old", "mine", "d"),
        ("notes=d", "old", "page", "n"), ("description=d,notes=n", "page", "mine", "description"),
        ("description=description,notes=n", "old", "mine", "d"),
    ])
    func mappingChoosesDescriptionAndNotes(
        _ map: String, _ description: String, _ notes: String, _ unread: String
    ) throws {
        let mapping = try RecordMapping("url=u,archived=gone,unread=new," + map)
        let text = """
            [{"u":"x:a","d":"page","n":"mine","description":"old","gone":true,"new":true}]
            """
        let found = try read(text, mapping: mapping)
        let first = try #require(found.bookmarks.first)
        #expect(first.isArchived && first.isUnread)
        #expect(first.description == description && first.notes == notes)
        #expect(found.unreadFields == [unread])
    }

    @Test func descriptionOfAFeedInOPMLIsNotANote() throws {
        let found = try read(
            """
            <opml version="2.0"><body>
            <outline type="rss" text="A" xmlUrl="x:a" description="of the feed"/>
            <outline type="link" text="B" url="x:b" description="mine"/>
            </body></opml>
            """)
        #expect(found.bookmarks.map(\.description) == ["of the feed", ""])
        #expect(found.bookmarks.map(\.notes) == ["", "mine"])
    }

    @Test(arguments: [
        (#"[A](x:a "Its words")"#, "Its words"), (#"[A](<x:a> 'Its words')"#, "Its words"),
        (#"[A](x:a "A")"#, ""), (#"[A](x:a)"#, ""), (#"[A](x:a "\(\"q\" \) b\)")"#, #"("q" ) b)"#),
    ])
    func titleOfAMarkdownLinkBecomesItsDescription(
        _ link: String, _ description: String
    ) throws {
        let found = try read("- \(link) #t\n  mine\n", as: .markdown)
        #expect(found.urls == ["x:a"] && found.bookmarks.map(\.description) == [description])
        #expect(found.bookmarks.map(\.notes) == ["mine"] && found.bookmarks.map(\.tags) == [["t"]])
    }

    @Test func marksInMarkdownBelongToTheLinkBeforeThem() throws {
        let found = try read(
            """
            - [A](x:a) <!-- UNREAD --> <!-- TAGS: t -->
            - [B](x:b) #u <!-- ARCHIVED --> said
            - <!-- UNREAD --> [C](x:c)
              <!-- UNREAD -->
            """, as: .markdown)
        #expect(found.bookmarks.map(\.isUnread) == [true, false, false])
        #expect(found.bookmarks.map(\.isArchived) == [false, true, false])
        #expect(found.bookmarks.map(\.tags) == [["t"], ["u"], []])
        #expect(found.bookmarks[1].notes == "said")
        #expect(found.bookmarks[2].notes == "<!-- UNREAD -->\n<!-- UNREAD -->")
    }

    /// Some browsers read line by line, and show `<DD>` as the person's text.
    @Test func htmlExportKeepsDescriptionsOutOfNotes() throws {
        var bookmark = Bookmark(
            id: "", name: "A", url: "x:a", notes: "mine", added: 1_600_000_000)
        bookmark.description = "It says\n\"so\" > twice"
        bookmark.isUnread = true
        bookmark.isArchived = true
        let text = String(decoding: ExportFormat.html.bytes([bookmark]), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.contains("<A ") })
        #expect(line.hasSuffix(">A</A>") && line.contains(#" TOREAD="1" ARCHIVED="1" "#))
        #expect(line.contains("=\"It says&#10;&quot;so&quot; &gt; twice\""))
        #expect(text.contains("<DD>mine\n") && !text.contains("<DD>It"))
    }
}
