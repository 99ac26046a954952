import Interchange
import Testing

/// Sessions of open windows and tabs that extensions save. The shapes are those in
/// https://github.com/sienori/Tab-Session-Manager (src/background/save.js) and
/// https://github.com/mbnuqw/sidebery (src/types/snapshots.ts).
struct SessionsTests {
    /// A session with these windows, each with its tabs by their numbers.
    private func session(_ date: String, _ windows: String) -> String {
        """
        {"windows":{\(windows)},"windowsNumber":1,"tabsNumber":2,
         "windowsInfo":{"12":{"id":12,"type":"normal","title":"A - Mozilla Firefox"}},
         "name":"Research","date":\(date),"lastEditedTime":1600000500000,"tag":["user","work"],
         "sessionStartTime":1599990000000,"id":"4b1a1f5e-3f0b-4d60-8d3a-0d9a1d2b3c4d"}
        """
    }

    private static func tab(_ name: String) -> String {
        """
        {"id":34,"index":0,"windowId":12,"lastAccessed":1609459200000,"title":"\(name)",
         "url":"https://\(name).example/"}
        """
    }

    @Test(arguments: ["1600000000000", "\"2020-09-13T12:26:40.000Z\""])
    func tabsGetTheDateOfTheirSession(_ date: String) throws {
        let two = #""12":{"34":\#(Self.tab("a")),"35":\#(Self.tab("b"))}"#
        let found = try read("[\(session(date, two)),\n\(session("null", two))]")
        #expect(found.bookmarks.map(\.name) == ["a", "b", "a", "b"])
        #expect(found.bookmarks.map(\.added) == [1_600_000_000, 1_600_000_000, nil, nil])
        #expect(found.bookmarks.allSatisfy { $0.folder == "Research" })
    }

    @Test(arguments: [
        #""12":{"34":\#(tab("a"))}"#, #""12":{"34":\#(tab("a"))},"13":{"40":\#(tab("b"))}"#,
    ])
    func singleTabOfAWindowIsNotTakenForTheSession(_ windows: String) throws {
        let found = try read("[\(session("1600000000000", windows))]")
        #expect(found.bookmarks.map(\.name) == Array(["a", "b"].prefix(found.bookmarks.count)))
        #expect(!found.bookmarks.isEmpty)
        #expect(found.bookmarks.allSatisfy { $0.folder == "Research" && $0.tags.isEmpty })
        #expect(found.bookmarks.allSatisfy { $0.added == 1_600_000_000 })
    }

    @Test func sideberySnapshotDatesItsTabs() throws {
        let found = try read(
            """
            {"id":"s1","time":1600000000000,"containers":{},
             "sidebar":{"nav":["p1"],"panels":{"p1":{"id":"p1","name":"Work"}}},
             "tabs":[[[{"url":"https://p.example/","title":"p","pinned":true}],
              [{"url":"https://a.example/","title":"a","panelId":"p1"}]]]}
            """)
        #expect(found.bookmarks.map(\.name) == ["p", "a"])
        #expect(found.bookmarks.map(\.added) == [1_600_000_000, 1_600_000_000])
    }

    /// An export of Session Buddy. Its collections are named sessions.
    @Test func sessionBuddyCollectionDatesItsTabs() throws {
        let found = try read(
            """
            {"format":"nxs.json.v2","created":"2024-01-02T03:04:05.000Z","collections":[
             {"id":"c","title":"Reading","created":1600000000000,"updated":1600000001000,
              "folders":[{"title":"","links":[{"title":"a","url":"https://a.example/"},
               {"title":"b","url":"https://b.example/","created":1500000000000}]}]},
             {"title":"Undated","folders":[{"links":[
              {"title":"c","url":"https://c.example/"}]}]}]}
            """)
        #expect(found.bookmarks.map(\.added) == [1_600_000_000, 1_500_000_000, nil])
        #expect(found.bookmarks.map(\.folder) == ["Reading", "Reading", "Undated"])
    }

    /// A group of tabs that an extension put aside, here of better-onetab
    /// (https://github.com/cnwangjie/better-onetab, src/common/list.js).
    @Test func listOfTabsDatesItsTabs() throws {
        let found = try read(
            """
            [{"title":"Reading","time":1600000000000,"pinned":false,"tabs":[
              {"title":"a","url":"https://a.example/"}]}]
            """)
        #expect(found.bookmarks.map(\.added) == [1_600_000_000])
    }

    @Test func tabAndFolderDatesApplyOnlyToThemselves() throws {
        let found = try read(
            """
            [{"name":"S","date":1600000000000,"windows":[{"tabs":[
              {"url":"https://a.example/","title":"a","dateAdded":1500000000000}]}]},
             {"title":"Folder","dateAdded":1600000000000,"children":[
              {"title":"b","url":"https://b.example/"}]}]
            """)
        #expect(found.bookmarks.map(\.added) == [1_500_000_000, nil])
    }

    /// Firefox also keeps what each tab showed before, and tabs that were closed
    /// (https://wiki.mozilla.org/Firefox/session_restore).
    @Test func firefoxTabGivesOnlyThePageItShows() throws {
        let session = """
            {"version":["sessionrestore",1],"windows":[{"tabs":[
              {"entries":[{"url":"https://no.example/","title":"no","ID":1},
               {"url":"https://a.example/","title":"a","ID":2}],"index":2,
               "lastAccessed":1600000000000,"image":"https://a.example/icon.png"},
              {"entries":[{"url":"https://b.example/","title":"b"}],"index":1}],"selected":1,
             "_closedTabs":[{"state":{"entries":[{"url":"https://no.example/"}],"index":1},
              "title":"no","closedAt":1600000000000}]}],
             "_closedWindows":[],"session":{"lastUpdate":1600000000000}}
            """
        for bytes in [Array(session.utf8), PackedFiles.mozillaLZ4(Array(session.utf8))] {
            let found = try Importer.read(bytes)
            #expect(found.bookmarks.map(\.name) == ["a", "b"] && found.failed.isEmpty)
            #expect(
                found.skipped.map(\.reason) == ["a page that a tab showed before", "a closed tab"])
        }
    }
}
