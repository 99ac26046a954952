import BookmarkLibrary
import Bookmarks
import NIOHTTP1
import Testing

@testable import BookmarkServer

/// The pages for a person with a browser.
struct PageTests {
    private func visitor(
        _ desk: ServedDesk, scope: AccessToken.Scope = .write
    ) throws -> PageVisitor { try PageVisitor(desk, scope: scope) }

    @Test func visitorWithoutALoginIsAskedForAToken() async throws {
        let desk = try await ServedDesk()
        let first = try await desk.send("GET", "/?q=swift", token: "")
        #expect(first.status == 303)
        #expect(first.headers["Location"] == ["/login?to=%2F%3Fq%3Dswift"])
        let stranger = PageVisitor(desk: desk, cookie: "x=y")
        let wrong = try await stranger.submit("/login", to: "/login", "token=wrong&to=/")
        #expect(wrong.status == 403 && wrong.headers["Set-Cookie"].isEmpty)
        let right = try await stranger.submit(
            "/login", to: "/login", "token=+\(desk.token)%0A&to=%2F%3Fq%3Dswift")
        #expect(right.status == 303 && right.headers["Location"] == ["/?q=swift"])
        let cookie = try #require(right.headers["Set-Cookie"].first)
        #expect(cookie.hasPrefix("cloudy_token=\(desk.token); Path=/; HttpOnly; SameSite=Lax"))
        #expect(!cookie.contains("Secure"), "the cookie must work over plain HTTP")
    }

    /// A token that only adds may not see the list.
    @Test func addOnlyTokenLeadsToTheAddForm() async throws {
        let desk = try await ServedDesk()
        let token = try desk.tokens.add(name: "button", scope: .add).text
        let stranger = PageVisitor(desk: desk, cookie: "x=y")
        let answer = try await stranger.submit("/login", to: "/login", "token=\(token)&to=/")
        #expect(answer.headers["Location"] == ["/add"])
    }

    @Test func deletedBookmarksHaveNoButtons() async throws {
        let desk = try await ServedDesk()
        _ = try await desk.library.use { opened in
            let id = try opened.controller.add(
                BookmarkDraft(name: "Gone", url: "https://a.example/"))
            return try opened.controller.delete(ids: [id]).ids
        }
        let text = try await visitor(desk).get("/?q=is:deleted").text
        #expect(text.contains("Gone") && !text.contains("/delete/"))
    }

    @Test(arguments: ["//evil.example/", "https://evil.example/", "/\\evil.example", "/a b"])
    func loginNeverRedirectsToAnotherSite(_ target: String) async throws {
        let desk = try await ServedDesk()
        let stranger = PageVisitor(desk: desk, cookie: "x=y")
        let answer = try await stranger.submit(
            "/login", to: "/login", "token=\(desk.token)&to=\(BookmarkPages.encoded(target))")
        #expect(answer.headers["Location"] == ["/"])
    }

    @Test func visitorCanAddFindEditDeleteAndUndo() async throws {
        let desk = try await ServedDesk()
        let visitor = try visitor(desk)
        let added = try await visitor.submit(
            "/add", to: "/add",
            "url=swift.org&name=Swift+%3Cb%3E&tags=lang+apple&folder=work/&notes=a%0D%0Ab&unread=1")
        #expect(added.headers["Location"] == ["/?done=added"])
        let list = try await visitor.get("/?q=tag:lang+is:unread")
        #expect(list.text.contains("href=\"https://swift.org\""))
        #expect(list.text.contains("Swift &lt;b&gt;") && !list.text.contains("<b>"))
        let row = await desk.library.use { $0.controller.list[0] }
        let bookmark = try await desk.library.use { try $0.controller.bookmark(id: row.id) }
        #expect(bookmark?.notes == "a\nb" && bookmark?.folder == "work")

        let edited = try await visitor.submit(
            "/edit/\(row.id)", to: "/edit/\(row.id)",
            "was-url=https://swift.org&url=https://swift.org&was-name=Swift+%3Cb%3E&name=Taylor"
                + "&was-unread=1")
        #expect(edited.headers["Location"] == ["/?done=changed"])
        let after = try await desk.library.use { try $0.controller.bookmark(id: row.id) }
        #expect(after?.name == "Taylor" && after?.notes == "a\nb" && after?.isUnread == false)

        let deleted = try await visitor.submit("/", to: "/delete/\(row.id)", "")
        #expect(deleted.headers["Location"] == ["/?done=deleted"])
        let told = try await visitor.get("/?done=deleted")
        #expect(told.text.contains("Deleted “Taylor”."))
        let step = try #require(
            await desk.library.use { $0.controller.nextUndoStep?.number })
        let undone = try await visitor.submit("/?done=deleted", to: "/undo", "step=\(step)")
        #expect(undone.headers["Location"] == ["/?done=undone"])
        #expect(try await desk.library.use { try $0.controller.isLive(id: row.id) })
        let again = try await visitor.submit("/", to: "/undo", "step=\(step)")
        #expect(again.headers["Location"] == ["/?done=overtaken"])
    }

    @Test func editKeepsChangesMadeElsewhereMeanwhile() async throws {
        let desk = try await ServedDesk()
        let visitor = try visitor(desk)
        let id = try await desk.library.use {
            try $0.controller.add(BookmarkDraft(name: "A", url: "https://a.example/"))
        }
        let ticket = try await visitor.ticket(of: "/edit/\(id)")
        _ = try await desk.call("PATCH", "bookmarks/1/", #"{"notes": "from a phone"}"#)
        _ = try await visitor.post(
            "/edit/\(id)",
            "ticket=\(ticket)&was-name=A&name=B&was-notes=&notes=&was-url=https://a.example/"
                + "&url=https://a.example/")
        let after = try await desk.library.use { try $0.controller.bookmark(id: id) }
        #expect(after?.name == "B" && after?.notes == "from a phone")
    }

    @Test func knownPageIsAddedAgainOnlyOnRequest() async throws {
        let desk = try await ServedDesk()
        let visitor = try visitor(desk)
        let fields = "url=https://a.example/&name=A"
        _ = try await visitor.submit("/add", to: "/add", fields)
        let second = try await visitor.submit("/add", to: "/add", fields)
        #expect(second.status == 400 && second.text.contains("You already have this page"))
        let third = try await visitor.submit("/add", to: "/add", fields + "&again=1")
        #expect(third.status == 303)
        #expect(await desk.library.use { $0.controller.list.total } == 2)
    }

    @Test(arguments: ["", "ticket=", "ticket=made-up"])
    func formWithoutAValidTicketChangesNothingAndKeepsItsText(_ ticket: String) async throws {
        let desk = try await ServedDesk()
        let visitor = try visitor(desk)
        let answer = try await visitor.post(
            "/add", "\(ticket)&url=https://a.example/&notes=typed+words")
        #expect(answer.status == 403)
        #expect(answer.text.contains("typed words"))
        #expect(await desk.library.use { $0.controller.list.total } == 0)
    }

    @Test func ticketWorksOnceAndOnlyForItsOwnBrowser() async throws {
        let desk = try await ServedDesk()
        let (one, other) = (try visitor(desk), try visitor(desk))
        let ticket = try await one.ticket(of: "/add")
        let body = "ticket=\(ticket)&url=https://a.example/"
        #expect(try await other.post("/add", body).status == 403)
        let next = try await one.ticket(of: "/add")
        #expect(try await one.post("/add", "ticket=\(next)&url=https://a.example/").status == 303)
        #expect(try await one.post("/add", "ticket=\(next)&url=https://b.example/").status == 403)
    }

    @Test func formFromAnotherSiteIsRefused() async throws {
        let desk = try await ServedDesk()
        let visitor = try visitor(desk)
        let answer = try await visitor.submit(
            "/add", to: "/add", "url=https://a.example/", origin: "https://evil.example")
        #expect(answer.status == 403)
        #expect(await desk.library.use { $0.controller.list.total } == 0)
    }

    @Test func tokenScopesLimitThePages() async throws {
        let desk = try await ServedDesk()
        let visitor = try visitor(desk, scope: .add)
        let added = try await visitor.submit("/add", to: "/add", "url=https://a.example/&name=A")
        #expect(added.status == 200 && added.text.contains("<h1>Added</h1>"))
        for path in ["/", "/labels"] { #expect(try await visitor.get(path).status == 403) }
        let reader = try self.visitor(desk, scope: .read)
        let list = try await reader.get("/")
        #expect(list.status == 200 && !list.text.contains("/delete/"))
        let ticket = try await reader.ticket(of: "/button")
        let id = await desk.library.use { $0.controller.list[0].id }
        #expect(try await reader.post("/delete/\(id)", "ticket=\(ticket)").status == 403)
    }

    @Test(arguments: ["/", "/add", "/login", "/labels", "/button", "/style.css"])
    func pagesHaveProtectiveHeaders(_ path: String) async throws {
        let answer = try await visitor(try await ServedDesk()).get(path)
        let policy = try #require(answer.headers["Content-Security-Policy"].first)
        for part in ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'"] {
            #expect(policy.contains(part))
        }
        #expect(answer.headers["X-Frame-Options"] == ["DENY"])
        #expect(!answer.text.contains("<script"))
    }

    @Test func javascriptAddressIsNotALink() async throws {
        let desk = try await ServedDesk()
        _ = try await desk.library.use {
            try $0.controller.add(
                BookmarkDraft(name: "Bad", url: "javascript:alert(document.cookie)"))
        }
        let list = try await visitor(desk).get("/")
        #expect(list.text.contains("Bad") && !list.text.contains("href=\"javascript:"))
    }

    @Test func invalidQueryShowsAnError() async throws {
        let desk = try await ServedDesk()
        let answer = try await visitor(desk).get("/?q=a+or")
        #expect(answer.status == 200 && answer.text.contains("role=\"alert\""))
        #expect(answer.text.contains("value=\"a or\""))
    }

    @Test func longListsHavePages() async throws {
        let desk = try await ServedDesk()
        _ = try await desk.library.use { opened in
            try opened.controller.add(
                all: (1...120).map { BookmarkDraft(name: "N\($0)", url: "https://n\($0).example/") }
            )
        }
        let visitor = try visitor(desk)
        let first = try await visitor.get("/?q=N")
        #expect(first.text.contains("offset=50\">Older") && !first.text.contains("Newer"))
        let last = try await visitor.get("/?q=N&offset=100")
        #expect(last.text.contains("offset=50\">Newer") && !last.text.contains("Older"))
        #expect(last.text.components(separatedBy: "<li>").count == 21)
    }
}

extension String {
    fileprivate func components(separatedBy mark: String) -> [Substring] {
        split(separator: mark, omittingEmptySubsequences: false)
    }
}
