import Bookmarks
import Glibc
import RealBrowsers
import TestSupport
import Testing

@testable import BookmarkServer

extension ServedDesk {
    var place: String { "http://127.0.0.1:\(port)" }

    /// Logs a browser in, as a person does.
    func logIn(_ browser: Browser, to path: String = "/") async throws {
        try await browser.go(place + path)
        try await browser.shows("Log in</h1>")
        try await browser.type("input[name=token]", token)
        try await browser.click("main form button")
        try await browser.shows("Main")
    }
}

/// The pages as a person uses them, in real browsers.
@Suite(.inBrowsers, .ownThread, .serialized, .timeLimit(.minutes(5)))
struct BrowserPagesTests {
    @Test(arguments: Browser.Kind.allCases, [true, false])
    func visitorCanAddFindEditDeleteAndUndo(
        _ kind: Browser.Kind, _ isScripting: Bool
    ) async throws {
        let desk = try await ServedDesk()
        let browser = try await Browser(kind, isScripting: isScripting)
        try await browser.go(desk.place + "/?q=nothing")
        try await browser.shows("Log in</h1>")
        try await browser.type("input[name=token]", "wrong")
        try await browser.click("main form button")
        try await browser.shows("There is no such token")
        try await browser.type("input[name=token]", desk.token)
        try await browser.click("main form button")
        try await browser.shows("Nothing matches")

        try await browser.click("a[href='/add']")
        try await browser.type("input[name=url]", "swift.example/a?x=1&y=2")
        try await browser.type("input[name=name]", "Swift <b> & \"more\"")
        try await browser.type("input[name=tags]", "lang apple")
        try await browser.type("input[name=folder]", "work/read")
        try await browser.type("textarea[name=notes]", "Two\nlines")
        try await browser.click("input[name=unread]")
        try await browser.click("form.fields button")
        try await browser.shows("Added “")
        let row = await desk.library.use { $0.controller.list[0] }
        let added = try await desk.library.use { try $0.controller.bookmark(id: row.id) }
        #expect(added?.name == "Swift <b> & \"more\"" && added?.notes == "Two\nlines")
        #expect(added?.tags == ["lang", "apple"] && added?.folder == "work/read")
        #expect(added?.isUnread == true)

        try await browser.type("input[name=q]", "tag:lang is:unread")
        try await browser.click(".search button")
        try await browser.shows("1 bookmark<")
        try await browser.click("a[href='/labels']")
        try await browser.shows("Folders</h2>")
        try await browser.click("main a[href*='work']")
        try await browser.shows("1 bookmark<")

        try await browser.click("a[aria-label^='Edit']")
        try await browser.fill("input[name=name]", "Taylor")
        try await browser.click("form.fields button")
        try await browser.shows("“Taylor”")
        let edited = try await desk.library.use { try $0.controller.bookmark(id: row.id) }
        #expect(edited?.name == "Taylor" && edited?.notes == "Two\nlines")

        try await browser.click("button[aria-label^='Delete']")
        try await browser.shows("Deleted “")
        #expect(await desk.library.use { $0.controller.list.total } == 0)
        try await browser.click(".message button")
        try await browser.shows("Undone")
        #expect(await desk.library.use { $0.controller.list.total } == 1)

        try await browser.click("a[href='/button']")
        try await browser.click("form[action='/logout'] button")
        try await browser.shows("Log in</h1>")
        try await browser.go(desk.place + "/labels")
        try await browser.shows("Log in</h1>")
    }

    /// A page moves when its style sheet arrives, and a person clicks on what they see.
    @Test(arguments: Browser.Kind.allCases)
    func clickWaitsUntilThePageIsLoaded(_ kind: Browser.Kind) async throws {
        let site = try WebServer { request, connection in
            guard request.path.hasPrefix("/style") else {
                let style = "<link rel=stylesheet href=\"/style\(request.path)\">"
                return connection.answer(
                    200, ["Content-Type": "text/html"],
                    request.path == "/end"
                        ? "Arrived" : "<!doctype html>\(style)<h1>Here</h1><a href=/end>Go</a>")
            }
            usleep((UInt32(request.path.suffix(3)) ?? 0) * 1000)
            connection.answer(200, ["Content-Type": "text/css"], "h1 { padding: 9em }")
        }
        let browser = try await Browser(kind)
        for delay in stride(from: 100, to: 400, by: 100) {
            try await browser.go("about:blank")
            try await browser.run("window.location = '\(site.url("/\(delay)"))'")
            try await browser.shows("Here</h1>")
            try await browser.click("a")
            try await browser.shows("Arrived")
        }
    }

    /// A click on the button in the bookmarks bar, on a page of another site.
    @Test(arguments: Browser.Kind.allCases)
    func browserButtonAddsTheCurrentPage(_ kind: Browser.Kind) async throws {
        let desk = try await ServedDesk()
        let site = try WebServer { _, connection in
            let words = String(repeating: "Ein langer Text über Ebbe & Flut. ", count: 2_000)
            connection.answer(
                200, ["Content-Type": "text/html; charset=utf-8"],
                "<title>Tides — “now” &amp; 100 %</title>"
                    + "<meta name=description content=\"\(words)\">")
        }
        let browser = try await Browser(kind)
        try await desk.logIn(browser, to: "/button")
        let link = try await browser.run(
            "return document.querySelector('main a[href^=\"javascript:\"]').href")
        // A browser decodes the address, and runs the text after the colon.
        let script = try #require(link.string?.dropFirst("javascript:".count).removingPercents)
        let address = "http://localhost:\(site.port)/harbour?a=1&b=%20c#d"
        try await browser.go(address)
        let former = Set(try await browser.windows)
        try await browser.run(script)
        var opened: String?
        while opened == nil { opened = try await browser.windows.first { !former.contains($0) } }
        try await browser.enter(window: try #require(opened))
        try await browser.shows("Add a bookmark</h1>")
        try await browser.click("form.fields button")
        try await browser.shows("Added “")
        let row = await desk.library.use { $0.controller.list[0] }
        let added = try await desk.library.use { try $0.controller.bookmark(id: row.id) }
        #expect(added?.url == address)
        #expect(added?.name == "Tides — “now” & 100 %")
        #expect(added?.description.hasPrefix("Ein langer Text über Ebbe & Flut.") == true)
    }

    @Test(arguments: Browser.Kind.allCases)
    func formWorksAfterTheBackButton(_ kind: Browser.Kind) async throws {
        let desk = try await ServedDesk()
        let browser = try await Browser(kind)
        try await desk.logIn(browser, to: "/add")
        for number in 1...2 {
            try await browser.fill("input[name=url]", "https://n\(number).example/")
            try await browser.fill("input[name=name]", "N\(number)")
            try await browser.click("form.fields button")
            // A browser that kept the page sends the same form again. The server then asks before
            // it adds.
            if try await browser.shows("Added “N\(number)", or: "To send it again") {
                try await browser.click("form.fields button")
                try await browser.shows("Added “N\(number)")
            }
            if number == 2 { break }
            try await browser.back()
            try await browser.shows("Add a bookmark</h1>")
        }
        #expect(await desk.library.use { $0.controller.list.total } == 2)
    }
}

extension Substring {
    /// The text with its percent-encoding decoded, as a browser does it.
    fileprivate var removingPercents: String {
        let kept = replacing("+", with: "%2B").replacing("&", with: "%26")
        return FormFields(urlEncoded: ("x=" + kept).utf8).value("x") ?? ""
    }
}
