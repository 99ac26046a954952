import BookmarkLibrary
import Bookmarks
import NIOHTTP1
import Testing

@testable import BookmarkServer

/// Forms of the pages: typed text is not lost, and no other edit is overwritten unseen.
struct PageFormTests {
    private func add(_ desk: ServedDesk, _ draft: BookmarkDraft) async throws -> String {
        try await desk.library.use { try $0.controller.add(draft) }
    }

    private func bookmark(_ desk: ServedDesk, _ id: String) async throws -> Bookmark {
        try #require(try await desk.library.use { try $0.controller.bookmark(id: id) })
    }

    private func fields(name: String, was: String, notes: String = "", wasNotes: String = "")
        -> String
    {
        "was-url=https://a.example/&url=https://a.example/&was-name=\(was)&name=\(name)"
            + "&was-notes=\(wasNotes)&notes=\(notes)"
    }

    /// A page cannot show control characters, so they come back missing.
    @Test func fieldWithAControlCharacterCanBeChanged() async throws {
        let desk = try await ServedDesk()
        let visitor = try PageVisitor(desk)
        let id = try await add(
            desk, BookmarkDraft(name: "A", url: "https://a.example/", notes: "a\u{0B}b"))
        let path = "/edit/\(id)"
        let unchanged = try await visitor.submit(
            path, to: path, fields(name: "B", was: "A", notes: "ab", wasNotes: "ab"))
        #expect(unchanged.headers["Location"] == ["/?done=changed"])
        #expect(try await bookmark(desk, id).notes == "a\u{0B}b")
        _ = try await visitor.submit(
            path, to: path, fields(name: "B", was: "B", notes: "abc", wasNotes: "ab"))
        #expect(try await bookmark(desk, id).notes == "abc")
    }

    // MARK: Two edits of the same field

    @Test func secondEditOfTheSameFieldAsksWhichValueToKeep() async throws {
        let desk = try await ServedDesk()
        let visitor = try PageVisitor(desk)
        let id = try await add(desk, BookmarkDraft(name: "A", url: "https://a.example/"))
        let path = "/edit/\(id)"
        let ticket = try await visitor.ticket(of: path)
        _ = try await visitor.submit(path, to: path, fields(name: "First+%3Cb%3E", was: "A"))
        let second = try await visitor.post(
            path, "ticket=\(ticket)&" + fields(name: "Second", was: "A", notes: "mine"))
        #expect(second.status == 409)
        #expect(
            try await bookmark(desk, id).name == "First <b>",
            "the first edit must not be overwritten unseen")
        // The page shows both values, and the typed text is still in its field.
        #expect(second.text.contains("First &lt;b&gt;") && second.text.contains("Yours"))
        #expect(second.text.contains("name=\"name\" value=\"Second\""))
        #expect(second.text.contains("name=\"was-name\" value=\"First &lt;b&gt;\""))
        #expect(second.text.contains(">\nmine</textarea>"))
        #expect(second.text.contains("<legend>Name: which one?</legend>"))
        #expect(!second.text.contains("take-notes"), "other fields must not be asked about")
    }

    @Test(arguments: [("typed", "Second"), ("now", "First")])
    func chosenValueOfAConflictIsSaved(_ choice: String, _ name: String) async throws {
        let desk = try await ServedDesk()
        let visitor = try PageVisitor(desk)
        let id = try await add(desk, BookmarkDraft(name: "A", url: "https://a.example/"))
        let path = "/edit/\(id)"
        _ = try await desk.call("PATCH", "bookmarks/1/", #"{"title": "First"}"#)
        let chosen = try await visitor.submit(
            path, to: path,
            fields(name: "Second", was: "First", notes: "mine") + "&take-name=\(choice)")
        #expect(chosen.headers["Location"] == ["/?done=changed"])
        let after = try await bookmark(desk, id)
        #expect(after.name == name && after.notes == "mine")
    }

    /// Tags of both edits are merged without a question.
    @Test func tagsOfBothEditsAreMerged() async throws {
        let desk = try await ServedDesk()
        let visitor = try PageVisitor(desk)
        let id = try await add(
            desk, BookmarkDraft(name: "A", url: "https://a.example/", tags: ["old"]))
        let path = "/edit/\(id)"
        _ = try await desk.call("PATCH", "bookmarks/1/", #"{"tag_names": ["old", "theirs"]}"#)
        let saved = try await visitor.submit(
            path, to: path, fields(name: "A", was: "A") + "&was-tags=old&tags=mine")
        #expect(saved.status == 303)
        #expect(Set(try await bookmark(desk, id).tags) == ["mine", "theirs"])
    }

    @Test func typedTextSurvivesTheDeletionOfItsBookmark() async throws {
        let desk = try await ServedDesk()
        let visitor = try PageVisitor(desk)
        let id = try await add(desk, BookmarkDraft(name: "A", url: "https://a.example/"))
        let ticket = try await visitor.ticket(of: "/edit/\(id)")
        _ = try await desk.call("DELETE", "bookmarks/1/")
        let answer = try await visitor.post(
            "/edit/\(id)", "ticket=\(ticket)&" + fields(name: "A", was: "A", notes: "typed+words"))
        #expect(answer.status == 404 && answer.text.contains("typed words"))
        #expect(!answer.text.contains("was-"))
    }

    /// Linkding's clients send no versions: the last edit wins, and the other value is kept.
    @Test func undoRestoresAValueThatAProgramOverwrote() async throws {
        let desk = try await ServedDesk()
        let id = try await add(desk, BookmarkDraft(name: "A", url: "https://a.example/"))
        _ = try await desk.call("PATCH", "bookmarks/1/", #"{"notes": "first"}"#)
        _ = try await desk.call("PATCH", "bookmarks/1/", #"{"notes": "second"}"#)
        let history = try await desk.library.use { try $0.controller.history(id: id) }
        let fields = history.changes.flatMap(\.fields)
        #expect(fields.map(\.textBefore) == ["first", ""])
        #expect(fields.map(\.textAfter) == ["second", "first"])
        _ = try await desk.library.use { try $0.controller.undo() != nil }
        #expect(try await bookmark(desk, id).notes == "first")
    }

    // MARK: Logging in again

    @Test func formWithARevokedTokenReturnsAfterLogin() async throws {
        let desk = try await ServedDesk()
        let visitor = try PageVisitor(desk, name: "old")
        let id = try await add(desk, BookmarkDraft(name: "A", url: "https://a.example/"))
        let path = "/edit/\(id)"
        let ticket = try await visitor.ticket(of: path)
        let old = try #require(try desk.tokens.all().first { $0.name == "old" })
        try desk.tokens.revoke(id: old.id)
        let login = try await visitor.post(
            path,
            "ticket=\(ticket)&q=tag%3Ax&"
                + fields(name: "B", was: "A", notes: "typed%0D%0A%3Ci%3E%22words"))
        #expect(login.status == 403 && login.text.contains("<h1>Log in</h1>"))
        #expect(
            login.text.contains(
                "name=\"kept-notes\" value=\"typed\n&lt;i&gt;&quot;words\""))
        #expect(login.text.contains("name=\"to\" value=\"\(path)\""))

        let stranger = PageVisitor(desk: desk, cookie: "x=y")
        let carried =
            "&to=\(path)&kept-url=https://a.example/&kept-was-url=https://a.example/"
            + "&kept-name=B&kept-was-name=A&kept-notes=typed%0D%0Awords&kept-was-notes="
            + "&kept-q=tag%3Ax"
        let wrong = try await stranger.submit("/login", to: "/login", "token=no" + carried)
        #expect(wrong.status == 403 && wrong.text.contains("name=\"kept-notes\""))
        let shown = try await stranger.submit(
            "/login", to: "/login", "token=\(desk.token)" + carried)
        #expect(shown.status == 200)
        #expect(shown.headers["Set-Cookie"].first?.contains(desk.token) == true)
        #expect(shown.text.contains(">\ntyped\nwords</textarea>"))
        #expect(shown.text.contains("name=\"was-name\" value=\"A\""))
        #expect(shown.text.contains("name=\"q\" value=\"tag:x\""))
        #expect(try await bookmark(desk, id).name == "A", "logging in must not save the form")
    }

    @Test func addFormReturnsAfterLogin() async throws {
        let desk = try await ServedDesk()
        let stranger = PageVisitor(desk: desk, cookie: "x=y")
        let login = try await stranger.post("/add", "ticket=x&url=https://b.example/&notes=words")
        #expect(login.text.contains("name=\"kept-url\" value=\"https://b.example/\""))
        let shown = try await stranger.submit(
            "/login", to: "/login",
            "token=\(desk.token)&to=/add&kept-url=https://b.example/&kept-notes=words")
        #expect(shown.text.contains("value=\"https://b.example/\""))
        #expect(shown.text.contains("Nothing was added yet"))
        #expect(await desk.library.use { $0.controller.list.total } == 0)
    }

    /// After a login, a form is shown only at its own address.
    @Test(arguments: ["https://evil.example/add", "//evil.example/add", "/delete/x", "/undo"])
    func carriedFormWithAnotherTargetLeadsToTheList(_ target: String) async throws {
        let desk = try await ServedDesk()
        let stranger = PageVisitor(desk: desk, cookie: "x=y")
        let answer = try await stranger.submit(
            "/login", to: "/login",
            "token=\(desk.token)&to=\(BookmarkPages.encoded(target))&kept-url=https://b.example/")
        #expect(answer.status == 303 && answer.headers["Location"] == ["/"])
    }

    @Test func readOnlyTokenDoesNotLoseTypedText() async throws {
        let desk = try await ServedDesk()
        let visitor = try PageVisitor(desk, scope: .read)
        let answer = try await visitor.post("/add", "ticket=x&notes=typed+words")
        #expect(answer.status == 403 && answer.text.contains("typed words"))
    }

    @Test func deletionWithoutALoginAsksForOneAndKeepsTheSearch() async throws {
        let desk = try await ServedDesk()
        let stranger = PageVisitor(desk: desk, cookie: "x=y")
        let answer = try await stranger.post("/delete/x", "ticket=x&q=swift&offset=50")
        #expect(answer.headers["Location"] == ["/login?to=%2F%3Fq%3Dswift%26offset%3D50"])
    }

    // MARK: Back to the search

    @Test func formsReturnToTheirSearch() async throws {
        let desk = try await ServedDesk()
        _ = try await desk.library.use { opened in
            try opened.controller.add(
                all: (1...51).map { BookmarkDraft(name: "N\($0)", url: "https://n\($0).example/") }
            )
        }
        let visitor = try PageVisitor(desk)
        let page = try await visitor.get("/?q=N&offset=50").text
        let id = try #require(page.split(separator: "/delete/").last?.prefix { $0 != "\"" })
        #expect(page.contains("href=\"/edit/\(id)?q=N&amp;offset=50\""))
        let form = try await visitor.get("/edit/\(id)?q=N&offset=50").text
        #expect(form.contains("<a href=\"/?q=N&amp;offset=50\">Cancel</a>"))
        let url = try await bookmark(desk, String(id)).url
        let edited = try await visitor.submit(
            "/edit/\(id)", to: "/edit/\(id)",
            "q=N&offset=50&was-url=\(url)&url=\(url)&was-name=N1&name=N1&was-notes=&notes=x")
        #expect(edited.headers["Location"] == ["/?q=N&offset=50&done=changed"])
        let deleted = try await visitor.submit("/", to: "/delete/\(id)", "q=N&offset=50")
        #expect(deleted.headers["Location"] == ["/?q=N&offset=50&done=deleted"])
        // The bookmark was the only one on its page, so the previous page shows.
        let after = try await visitor.get("/?q=N&offset=50&done=deleted").text
        #expect(after.contains("Deleted “") && after.contains("/delete/"))
        let step = try #require(await desk.library.use { $0.controller.nextUndoStep?.number })
        let undone = try await visitor.submit("/", to: "/undo", "step=\(step)&q=N")
        #expect(undone.headers["Location"] == ["/?q=N&done=undone"])
    }

    // MARK: A page that is already there, tags and folders

    @Test func buttonOnAKnownPageShowsItsBookmark() async throws {
        let desk = try await ServedDesk()
        let id = try await add(
            desk,
            BookmarkDraft(
                name: "Tides", url: "https://a.example/", tags: ["sea", "moon"], folder: "work"))
        let path = "/add?url=http%3A%2F%2Fa.example%2F%23top&name=Tides"
        let shown = try await PageVisitor(desk).get(path)
        #expect(shown.status == 200 && shown.text.contains("You already have this page"))
        #expect(shown.text.contains("<a href=\"/edit/\(id)\">Edit</a>"))
        for fact in ["in work/", "#sea #moon", "added 20"] {
            #expect(shown.text.contains(fact), "\(fact)")
        }
        let adder = try await PageVisitor(desk, scope: .add).get(path)
        #expect(adder.text.contains("You already have this page"))
        for secret in ["/edit/", "“Tides”", "in work/", "#sea", "added 20"] {
            #expect(!adder.text.contains(secret), "a token that only adds must not see \(secret)")
        }
        let other = try await PageVisitor(desk).get("/add?url=https://b.example/")
        #expect(!other.text.contains("already have"))
    }

    @Test func formsOfferTagsAndFolders() async throws {
        let desk = try await ServedDesk()
        let id = try await add(
            desk,
            BookmarkDraft(name: "A", url: "https://a.example/", tags: ["sea"], folder: "work/\"x"))
        _ = try await add(
            desk, BookmarkDraft(name: "B", url: "https://b.example/", tags: ["moon"]))
        let edit = try await PageVisitor(desk).get("/edit/\(id)").text
        #expect(edit.contains("<datalist id=\"tags\"><option value=\"sea moon\"></datalist>"))
        #expect(edit.contains("<option value=\"work/&quot;x\">"))
        #expect(edit.contains("list=\"tags\"") && edit.contains("list=\"folders\""))
        let adder = try await PageVisitor(desk, scope: .add).get("/add").text
        #expect(!adder.contains("moon"), "a token that only adds must not see tags")
    }
}
