import Bookmarks
import Testing

@testable import BookmarkServer

/// Bookmarks as linkding's clients add, change and delete them.
struct LinkdingBookmarkTests {
    @Test func newBookmarkHasAllFields() async throws {
        let desk = try await ServedDesk()
        let answer = try await desk.send(
            "POST", "/linkding/api/bookmarks/",
            """
            {"url": "https://tides.example/a?x=1", "title": " Tides ", "description": "Water",
             "notes": "*pilot*", "tag_names": ["tide tables", "boats,charts"], "unread": true,
             "shared": true, "date_added": "2026-03-05T08:00:00Z", "unknown": 1}
            """)
        #expect(answer.status == 201)
        let bookmark = try answer.json
        let archive = "https://web.archive.org/web/20260305080000/https://tides.example/a?x=1"
        guard case .object(var members) = bookmark else {
            Issue.record("the answer must be a JSON object")
            return
        }
        members["date_modified"] = nil
        #expect(
            members == [
                "id": 1, "url": "https://tides.example/a?x=1", "title": "Tides",
                "description": "Water", "notes": "*pilot*",
                "web_archive_snapshot_url": .string(archive), "favicon_url": nil,
                "preview_image_url": nil, "is_archived": false, "unread": true, "shared": false,
                "tag_names": ["boats", "charts", "tide-tables"],
                "date_added": "2026-03-05T08:00:00Z", "website_title": nil,
                "website_description": "",
            ])
    }

    @Test func knownURLIsUpdatedAndKeepsItsOtherFields() async throws {
        let desk = try await ServedDesk()
        _ = try await desk.call(
            "POST", "bookmarks/",
            #"{"url": "https://Tides.example/a/?b=2&a=1", "notes": "keep", "is_archived": true}"#)
        let answer = try await desk.send(
            "POST", "/linkding/api/bookmarks",
            #"{"url": "HTTPS://tides.example/a?a=1&b=2", "title": "New"}"#)
        #expect(answer.status == 201)
        let bookmark = try answer.json
        #expect(bookmark["id"] == 1)
        #expect(bookmark["url"] == "https://Tides.example/a/?b=2&a=1")
        #expect(bookmark["notes"] == "keep")
        #expect(bookmark["title"] == "New")
        #expect(bookmark["is_archived"] == true)
    }

    @Test(arguments: [
        "https://tides.example/a#part", "http://tides.example/a", "https://tides.example:8443/a",
        "https://tides.example/a?utm_source=x",
    ])
    func similarURLsAreSeparateBookmarksAsInLinkding(_ url: String) async throws {
        let desk = try await ServedDesk()
        _ = try await desk.call("POST", "bookmarks/", #"{"url": "https://tides.example/a"}"#)
        let second = try await desk.call("POST", "bookmarks/", #"{"url": "\#(url)"}"#)
        #expect(second["id"] == 2)
    }

    @Test func patchChangesOnlyTheNamedFields() async throws {
        let desk = try await ServedDesk()
        _ = try await desk.call(
            "POST", "bookmarks/",
            #"{"url": "https://a.example/", "title": "A", "tag_names": ["one"], "unread": true}"#)
        let patched = try await desk.call(
            "PATCH", "bookmarks/1/", #"{"tag_names": ["Two", "ONE"], "is_archived": true}"#)
        #expect(patched["title"] == "A")
        #expect(patched["unread"] == true)
        #expect(
            patched["tag_names"] == ["Two", "one"], "the library's spelling of a tag must stay")
        #expect(patched["is_archived"] == true)
        let put = try await desk.send("PUT", "/linkding/api/bookmarks/1/", #"{"title": "B"}"#)
        #expect(put.status == 400)
        #expect(try put.json == ["url": ["This field is required."]])
        let later = try await desk.call(
            "PATCH", "bookmarks/1/", #"{"date_added": "2020-02-29T10:00:00.5+01:00"}"#)
        #expect(later["date_added"] == "2020-02-29T09:00:00.500000Z")
    }

    @Test func deletedBookmarkKeepsItsNumber() async throws {
        let desk = try await ServedDesk()
        _ = try await desk.call("POST", "bookmarks/", #"{"url": "https://a.example/"}"#)
        let first = try await desk.send("DELETE", "/linkding/api/bookmarks/1/")
        #expect(first.status == 204 && first.body.isEmpty)
        let second = try await desk.send("DELETE", "/linkding/api/bookmarks/1/")
        #expect(second.status == 404)
        #expect(try second.json == ["detail": "No Bookmark matches the given query."])
        try await desk.library.use { _ = try $0.controller.undo() }
        let back = try await desk.call("GET", "bookmarks/1/")
        #expect(back["url"] == "https://a.example/")
        let other = try await desk.call("POST", "bookmarks/", #"{"url": "https://b.example/"}"#)
        #expect(other["id"] == 2)
    }

    @Test func patchIsOneUndoStep() async throws {
        let desk = try await ServedDesk()
        _ = try await desk.call("POST", "bookmarks/", #"{"url": "https://a.example/"}"#)
        _ = try await desk.call("PATCH", "bookmarks/1/", #"{"title": "A", "notes": "n"}"#)
        let title = try await desk.library.use { try $0.controller.undo()?.title }
        #expect(title == "Changed “A”")
        let back = try await desk.call("GET", "bookmarks/1/")
        #expect(back["title"] == "" && back["notes"] == "")
    }

    @Test func archivedBookmarksAreListedSeparately() async throws {
        let desk = try await ServedDesk()
        for name in ["a", "b"] {
            _ = try await desk.call("POST", "bookmarks/", #"{"url": "https://\#(name).example/"}"#)
        }
        for _ in 0..<2 {
            let answer = try await desk.send("POST", "/linkding/api/bookmarks/1/archive/")
            #expect(answer.status == 204)
        }
        #expect(try await desk.call("GET", "bookmarks/").results("id") == [2])
        #expect(try await desk.call("GET", "bookmarks/archived/").results("id") == [1])
        _ = try await desk.send("POST", "/linkding/api/bookmarks/1/unarchive/")
        #expect(try await desk.call("GET", "bookmarks/archived/")["count"] == 0)
    }

    @Test func checkFindsTheBookmarkThatPostWouldChange() async throws {
        let desk = try await ServedDesk()
        _ = try await desk.call("POST", "bookmarks/", #"{"url": "https://a.example/x/"}"#)
        let url = "https://A.example/x"
        let known = try await desk.call("GET", "bookmarks/check/?url=https%3A%2F%2FA.example%2Fx")
        #expect(known["bookmark"]?["id"] == 1)
        #expect(
            known["metadata"]?["url"] == .string(url), "the URL must come back letter for letter")
        #expect(known["auto_tags"] == [])
        let unknown = try await desk.call("GET", "bookmarks/check/?url=https://b.example/")
        #expect(unknown["bookmark"] == .null)
        #expect(unknown["metadata"]?["title"] == .null)
    }

    @Test(arguments: [
        ("https%3A%2F%2Fa.example%2Fx%2F%3Fa%3D1%26b%3D2", true),
        ("https%3A%2F%2Fa.example%2Fx%3Fb%3D2%26a%3D1", true),
        ("https%3A%2F%2Fa.example%2Fx%5C%3Fa%3D1%26b%3D2", false),
        (
            "https%3A%2F%2Fa.example%2F" + String(repeating: "x", count: 5000) + "%3Fa%3D1%26b",
            false
        ),
    ])
    func checkFindsURLsWithSeveralParameters(_ url: String, _ isThere: Bool) async throws {
        let desk = try await ServedDesk()
        _ = try await desk.call("POST", "bookmarks/", #"{"url": "https://a.example/x?a=1&b=2"}"#)
        let answer = try await desk.send("GET", "/linkding/api/bookmarks/check/?url=\(url)")
        #expect(answer.status == 200)
        #expect(try (answer.json["bookmark"] != .null) == isThere)
    }

    @Test(arguments: [
        (#"{}"#, #"{"url":["This field is required."]}"#),
        (#"{"url": ""}"#, #"{"url":["This field may not be blank."]}"#),
        (#"{"url": null}"#, #"{"url":["This field may not be null."]}"#),
        (#"{"url": "javascript:alert(1)"}"#, #"{"url":["Enter a valid URL."]}"#),
        (#"{"url": "https://"}"#, #"{"url":["Enter a valid URL."]}"#),
        (#"{"url": "https://nodots/"}"#, #"{"url":["Enter a valid URL."]}"#),
        (
            #"{"url": "http://a.b/", "unread": null}"#,
            #"{"unread":["This field may not be null."]}"#
        ),
        (#"{"url": "http://a.b/", "unread": "x"}"#, #"{"unread":["Must be a valid boolean."]}"#),
        (
            #"{"url": "http://a.b/", "tag_names": "x"}"#,
            #"{"tag_names":["Expected a list of items but got type \"str\"."]}"#
        ),
        (
            #"{"url": "http://a.b/", "tag_names": [""]}"#,
            #"{"tag_names":{"0":["This field may not be blank."]}}"#
        ),
        (
            #"[1]"#,
            #"{"non_field_errors":["Invalid data. Expected a dictionary, but got list."]}"#
        ),
        (#"{"#, #"{"detail":"JSON parse error - the body is not JSON."}"#),
    ])
    func invalidFieldsGetTheErrorsOfLinkding(_ sent: String, _ said: String) async throws {
        let desk = try await ServedDesk()
        let answer = try await desk.send("POST", "/linkding/api/bookmarks/", sent)
        #expect(answer.status == 400)
        #expect(answer.text == said)
    }

    @Test func tooLongFieldsAreRefused() async throws {
        let desk = try await ServedDesk()
        let long = String(repeating: "x", count: 2049)
        let answer = try await desk.send(
            "POST", "/linkding/api/bookmarks/",
            #"{"url": "https://a.example/\#(long)", "title": "\#(long)"}"#)
        #expect(
            try answer.json == [
                "url": ["Ensure this field has no more than 2048 characters."],
                "title": ["Ensure this field has no more than 512 characters."],
            ])
    }

    @Test(arguments: [
        ("http://localhost:3000/", true), ("ftp://files.example/", true),
        ("https://[::1]:80/", true), ("https://user@a.example/", true),
        ("mailto:a@b.example", false), ("about:blank", false), ("//a.example/", false),
        ("https://a b.example/", false), ("https://:80/", false),
    ])
    func addressesAreCheckedAsLinkdingDoes(_ url: String, _ isValid: Bool) {
        #expect(LinkdingAddress.isValid(url) == isValid)
    }

    @Test func formEncodedBookmarkIsAccepted() async throws {
        let desk = try await ServedDesk()
        let answer = try await desk.send(
            "POST", "/linkding/api/bookmarks/",
            headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Array("url=https%3A%2F%2Fa.example%2F&title=A+b&tag_names=x&tag_names=y".utf8))
        #expect(answer.status == 201)
        #expect(try answer.json["title"] == "A b")
        #expect(try answer.json["tag_names"] == ["x", "y"])
        let text = try await desk.send(
            "POST", "/linkding/api/bookmarks/", headers: [("Content-Type", "text/plain")],
            body: Array("x".utf8))
        #expect(text.status == 415)
        #expect(
            try text.json == ["detail": "Unsupported media type \"text/plain\" in request."])
    }
}
