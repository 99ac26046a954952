import BookmarkLibrary
import Bookmarks
import NIOHTTP1
import TestSupport
import Testing

@testable import BookmarkServer

/// Lists, pages and searches of linkding's clients.
@Suite(.ownThread) struct LinkdingListTests {
    /// A desk with some bookmarks, added a day after each other.
    private func desk(_ bookmarks: [String]) async throws -> ServedDesk {
        let desk = try await ServedDesk()
        for (index, fields) in bookmarks.enumerated() {
            _ = try await desk.call(
                "POST", "bookmarks/",
                #"{"url": "https://n\#(index + 1).example/", "#
                    + #""date_added": "2026-01-0\#(index + 1)T00:00:00Z", \#(fields)}"#)
        }
        return desk
    }

    @Test func pagesLinkToTheNextAndPreviousPage() async throws {
        let desk = try await desk((1...5).map { #""title": "T\#($0)""# })
        let base = "http://127.0.0.1:\(desk.port)/linkding/api/bookmarks/?limit=2"
        let first = try await desk.call("GET", "bookmarks/?limit=2")
        #expect(first["count"] == 5)
        #expect(first.results("id") == [5, 4])
        #expect(first["next"] == .string(base + "&offset=2"))
        #expect(first["previous"] == .null)
        let second = try await desk.call("GET", "bookmarks/?limit=2&offset=2")
        #expect(second["previous"] == .string(base))
        let last = try await desk.call("GET", "bookmarks/?limit=2&offset=4&q=T")
        #expect(last.results("id") == [1])
        #expect(last["next"] == .null)
        #expect(last["previous"] == .string(base + "&q=T&offset=2"))
        let beyond = try await desk.call("GET", "bookmarks/?limit=2&offset=99")
        #expect(beyond["count"] == 5 && beyond["results"] == [])
        #expect(beyond["previous"] == .string(base + "&offset=97"))
    }

    @Test(arguments: ["0", "-1", "x", ""])
    func invalidListParametersAreIgnored(_ number: String) async throws {
        let desk = try await desk([#""title": "A""#, #""title": "B""#])
        let list = try await desk.call("GET", "bookmarks/?limit=\(number)&offset=\(number)&sort=x")
        #expect(list.results("id") == [2, 1])
    }

    @Test func bookmarksAreSortedInEveryOrder() async throws {
        let desk = try await desk([#""title": "b""#, #""title": "C""#, #""title": "a""#])
        _ = try await desk.call("PATCH", "bookmarks/1/", #"{"notes": "later"}"#)
        let orders: [(String, [JSONValue?])] = [
            ("added_desc", [3, 2, 1]), ("added_asc", [1, 2, 3]), ("title_asc", [3, 1, 2]),
            ("title_desc", [2, 1, 3]), ("modified_desc", [1, 3, 2]), ("modified_asc", [2, 3, 1]),
        ]
        for (order, ids) in orders {
            let list = try await desk.call("GET", "bookmarks/?sort=\(order)")
            #expect(list.results("id") == ids, "\(order)")
        }
    }

    /// A bookmark without a title is sorted by its URL.
    @Test func bookmarkWithoutATitleIsSortedByItsURL() async throws {
        let desk = try await desk([
            #""title": "a""#, #""title": """#, #""title": "zebra""#, #""title": """#,
        ])
        let up = try await desk.call("GET", "bookmarks/?sort=title_asc")
        #expect(up.results("id") == [1, 2, 4, 3])
        let down = try await desk.call("GET", "bookmarks/?sort=title_desc&limit=3")
        #expect(down.results("id") == [3, 4, 2] && down["count"] == 4)
        let since = try await desk.call(
            "GET", "bookmarks/?sort=title_asc&added_since=2026-01-01T00:00:00Z")
        #expect(since.results("id") == [2, 4, 3])
    }

    @Test func bookmarksAreNeverShared() async throws {
        let desk = try await desk([#""title": "A", "shared": true"#])
        #expect(try await desk.call("GET", "bookmarks/?shared=yes")["count"] == 0)
        #expect(try await desk.call("GET", "bookmarks/?shared=no")["count"] == 1)
    }

    @Test func headRequestIsAnsweredWithoutABody() async throws {
        let desk = try await desk([#""title": "A""#])
        for path in ["/linkding/health", "/linkding/api/bookmarks/", "/linkding/api/tags/"] {
            let answer = try await desk.send("HEAD", path)
            #expect(answer.status == 200 && answer.body.isEmpty, "\(path)")
            #expect(answer.headers.first(name: "Content-Type") == "application/json", "\(path)")
        }
        #expect(try await desk.send("HEAD", "/linkding/api/bookmarks/9/").status == 404)
        #expect(try await desk.send("HEAD", "/linkding/api/bookmarks/", token: "").status == 401)
    }

    /// A tag has one number, however its accents and Korean syllables are spelled.
    @Test func spellingsOfATagAreOneTag() async throws {
        let one = "\u{1112}\u{1161}\u{11AB}"
        let typed = "%E1%84%92%E1%85%A1%E1%86%AB"
        let desk = try await desk([#""tag_names": ["\#(one)"]"#])
        #expect(try await desk.call("GET", "tags/").results("id") == [1])
        _ = try await desk.call("PATCH", "bookmarks/1/", #"{"tag_names": []}"#)
        _ = try await desk.call("PATCH", "bookmarks/1/", #"{"tag_names": ["한"]}"#)
        #expect(try await desk.call("GET", "tags/").results("id") == [1])
        #expect(try await desk.call("GET", "bookmarks/?q=%23\(typed)").results("id") == [1])
    }

    @Test func tagOfArchivedBookmarksKeepsItsSpelling() async throws {
        let desk = try await desk([#""tag_names": ["Boats"], "is_archived": true"#])
        #expect(try await desk.call("GET", "tags/").results("name") == ["Boats"])
        #expect(try await desk.send("DELETE", "/linkding/api/tags/1/").status == 204)
        #expect(try await desk.call("GET", "tags/")["count"] == 0)
        #expect(try await desk.call("GET", "bookmarks/archived/").results("tag_names") == [[]])
    }

    @Test func addedSinceFindsOnlyLaterBookmarks() async throws {
        let desk = try await desk([#""title": "A""#, #""title": "B""#])
        let later = try await desk.call("GET", "bookmarks/?added_since=2026-01-01T00:00:00Z")
        #expect(later.results("id") == [2])
        let wrong = try await desk.call("GET", "bookmarks/?added_since=yesterday")
        #expect(wrong["count"] == 2)
        let future = try await desk.call("GET", "bookmarks/?modified_since=2999-01-01")
        #expect(future["count"] == 0)
    }

    /// The searches of a person in a client, and which of three bookmarks they find.
    @Test(arguments: [
        ("rome", [1]), ("ROME", [1]), ("%23food", [3, 1]), ("%23foo", []), ("%23FOOD", [3, 1]),
        ("pilot", [2]), ("water", [2]), ("n3.example", [3]), ("rome%20or%20water", [2, 1]),
        ("rome+or+water", [2, 1]),
        ("%23food%20not%20rome", [3]), ("%23food%20and%20rome", [1]),
        ("(rome%20or%20water)%20!unread", [2]), ("!untagged", [2]), ("!nonsense", [3, 2, 1]),
        ("%22old%20rome%22", [1]), ("'old%20rome", [1]), ("%22rome%20old%22", []), ("", [3, 2, 1]),
        ("(rome", []), ("rome)", []), ("and", []), ("not", []), ("%23", [3, 2, 1]),
        ("-rome", []), ("tag:food", []), ("not%20not%20rome", [1]), ("rome%23food", [1]),
    ])
    func searchFindsTheSameBookmarksAsLinkding(_ query: String, _ ids: [Int]) async throws {
        let desk = try await desk([
            #""title": "Old Rome", "tag_names": ["food"]"#,
            #""title": "Tides", "description": "High water", "notes": "the Pilot", "unread": true"#,
            #""title": "C", "tag_names": ["Food", "c"]"#,
        ])
        let list = try await desk.call("GET", "bookmarks/?q=\(query)")
        #expect(list.results("id") == ids.map { .integer($0) })
    }

    @Test func unreadParameterFiltersTheList() async throws {
        let desk = try await desk([#""unread": true"#, #""unread": false"#])
        #expect(try await desk.call("GET", "bookmarks/?unread=yes").results("id") == [1])
        #expect(try await desk.call("GET", "bookmarks/?unread=no").results("id") == [2])
        #expect(try await desk.call("GET", "bookmarks/?unread=off")["count"] == 2)
    }

    @Test func tagsKeepTheirNumbers() async throws {
        let desk = try await desk([#""tag_names": ["one"]"#, #""tag_names": ["two", "one"]"#])
        let tags = try await desk.call("GET", "tags/?limit=5000")
        #expect(tags.results("name") == ["one", "two"])
        #expect(tags.results("date_added").first == .string("2026-01-01T00:00:00Z"))
        let made = try await desk.send("POST", "/linkding/api/tags/", #"{"name": "Three"}"#)
        #expect(made.status == 201)
        #expect(try made.json["id"] == 3)
        let date = try #require(try made.json["date_added"])
        #expect(
            date != "1970-01-01T00:00:00Z", "a tag without bookmarks must have the current date")
        let listed = try await desk.call("GET", "tags/")
        #expect(listed.results("date_added").last == date, "the date of a tag must stay")
        let again = try await desk.call("POST", "tags/", #"{"name": "THREE"}"#)
        #expect(again["id"] == 3 && again["name"] == "Three")
        let gone = try await desk.send("DELETE", "/linkding/api/tags/1/")
        #expect(gone.status == 204)
        #expect(try await desk.call("GET", "tags/").results("id") == [2, 3])
        #expect(try await desk.call("GET", "bookmarks/").results("tag_names") == [["two"], []])
        #expect(try await desk.send("GET", "/linkding/api/tags/1/").status == 404)
        let renewed = try await desk.call("POST", "tags/", #"{"name": "one"}"#)
        #expect(renewed["id"] == 4, "a tag's number must not be used again")
    }

    @Test func bundlesAreSavedSearches() async throws {
        let desk = try await desk([
            #""title": "Boats", "tag_names": ["sea"], "unread": true"#,
            #""title": "Charts", "tag_names": ["sea", "old"]"#,
            #""title": "Boats", "tag_names": ["lake"]"#,
        ])
        let made = try await desk.send(
            "POST", "/linkding/api/bundles/",
            #"{"name": "To read", "search": "boats", "any_tags": "sea lake", "#
                + #""filter_unread": "yes"}"#
        )
        #expect(made.status == 201)
        let bundle = try made.json
        #expect(bundle["name"] == "To-read")
        #expect(bundle["any_tags"] == "sea lake")
        #expect(try await desk.call("GET", "bookmarks/?bundle=1").results("id") == [1])
        let query = try await desk.library.use {
            try $0.home.preferences.current().searches.texts["To-read"]
        }
        #expect(query == #""boats" (tag:"sea" or tag:"lake") is:unread"#)
        let patched = try await desk.call(
            "PATCH", "bundles/1/", #"{"filter_unread": "off", "excluded_tags": "old"}"#)
        #expect(patched["id"] == 1 && patched["search"] == "boats")
        #expect(try await desk.call("GET", "bookmarks/?bundle=1").results("id") == [3, 1])
        #expect(try await desk.send("DELETE", "/linkding/api/bundles/1/").status == 204)
        #expect(try await desk.call("GET", "bundles/")["count"] == 0)
    }

    /// A search is stored as it can be read again, or refused.
    @Test(arguments: [
        ("https://a.example", true), ("rock or roll", true), ("\\\"", true), ("C:\\\\", true),
        ("#food", false),
    ])
    func storedBundleIsReadAgain(_ search: String, _ isKept: Bool) async throws {
        let desk = try await desk([#""title": "A""#])
        let made = try await desk.send(
            "POST", "/linkding/api/bundles/",
            #"{"name": "b", "search": "\#(search)", "any_tags": "c(1) d"}"#)
        #expect(made.status == 201, "\(made.text)")
        let listed = try await desk.call("GET", "bundles/")
        #expect(listed["count"] == 1)
        #expect(try listed.results("search") == [isKept ? made.json["search"] : ""])
        #expect(listed.results("any_tags") == ["c(1) d"])
        let text = try await desk.library.use {
            try $0.home.preferences.current().searches.texts["b"] ?? ""
        }
        #expect(throws: Never.self) { try Query(text) }
    }

    @Test(arguments: [
        ("swift", true), ("swift tag:lang -tag:old", true), ("(tag:a or tag:b) is:unread", true),
        ("site:a.example", false), ("swift or rust", false), ("/re/", false), ("-swift", false),
        ("#lang", false), ("@other", false), ("(swift)", false), ("", true),
        ("\"or\" \"a:b\" \"a\\\\\"", true), ("(tag:\"a)\" or tag:b)", true), ("\"a", false),
    ])
    func onlySimpleSearchesBecomeBundles(_ query: String, _ isBundle: Bool) {
        #expect((LinkdingBundle(name: "x", query: query) != nil) == isBundle)
    }
}
