import Bookmarks
import RealBrowsers
import TestSupport
import Testing

@testable import BookmarkServer

/// Attacks that a page of another site can make through the browser of a logged-in person.
@Suite(.inBrowsers, .ownThread, .serialized, .timeLimit(.minutes(5)))
struct BrowserAttackTests {
    /// A site that lures a person to it, and a browser that is logged in to the server.
    private struct Scene {
        let desk: ServedDesk
        let site: WebServer
        let browser: Browser
        let id: String
        /// A ticket that leaked to the site.
        let ticket: String

        /// - Parameter page: makes the page of the site from the address of the server, the id of a
        ///   bookmark, and a ticket that leaked.
        init(
            _ kind: Browser.Kind, _ page: @escaping @Sendable (String, String, String) -> String
        ) async throws {
            desk = try await ServedDesk()
            id = try await desk.library.use {
                try $0.controller.add(BookmarkDraft(name: "Mine", url: "https://mine.example/"))
            }
            browser = try await Browser(kind)
            try await desk.logIn(browser, to: "/add")
            let value = try await browser.run(
                "return document.querySelector('form.fields input[name=ticket]').value")
            ticket = value.string ?? ""
            let text = page(desk.place, id, ticket)
            site = try WebServer { _, connection in
                connection.answer(200, ["Content-Type": "text/html; charset=utf-8"], text)
            }
        }

        /// Whether the bookmark is unchanged, and the only one.
        func isUntouched() async throws -> Bool {
            try await desk.library.use { opened in
                try opened.controller.isLive(id: id) && opened.controller.list.total == 1
                    && opened.controller.bookmark(id: id)?.name == "Mine"
            }
        }
    }

    /// Another site, and the same site with another port: a browser sends cookies to any port.
    private static let names = ["localhost", "127.0.0.1"]

    @Test(arguments: Browser.Kind.allCases, names)
    func formOfAnotherSiteChangesNoBookmark(_ kind: Browser.Kind, _ name: String) async throws {
        let scene = try await Scene(kind) { place, id, ticket in
            """
            <form method=post action="\(place)/delete/\(id)">
            <input name=ticket value="\(ticket)"><button>Win</button></form>
            """
        }
        try await scene.browser.go("http://\(name):\(scene.site.port)/")
        try await scene.browser.click("button")
        try await scene.browser.shows("A page of another site may not use this server.")
        #expect(try await scene.isUntouched())
        // The ticket is valid: it works on the server's own page.
        try await scene.browser.go(scene.desk.place + "/")
        try await scene.browser.click("button[aria-label^='Delete']")
        try await scene.browser.shows("Deleted “")
    }

    @Test(arguments: Browser.Kind.allCases, names)
    func scriptOfAnotherSiteCannotReadOrChangeBookmarks(
        _ kind: Browser.Kind, _ name: String
    ) async throws {
        let scene = try await Scene(kind) { _, _, _ in "<title>Lure</title>" }
        let (desk, browser) = (scene.desk, scene.browser)
        try await browser.go("http://\(name):\(scene.site.port)/")
        let outcome = try await browser.wait(
            for: """
                const done = arguments[arguments.length - 1], place = '\(desk.place)', all = [];
                const body = new URLSearchParams({ticket: '\(scene.ticket)', name: 'Theirs',
                  url: 'https://theirs.example/'});
                const ask = (path, options) => fetch(place + path,
                  {credentials: 'include', ...options}).then(
                    answer => answer.type == 'opaque' ? 'opaque' : answer.text(), () => 'refused'
                  ).then(text => all.push(text));
                const json = {'Content-Type': 'application/json'};
                const theirs = '{"url": "https://theirs.example/"}';
                Promise.all([
                  ask('/'), ask('/add'), ask('/linkding/api/bookmarks/'),
                  ask('/', {mode: 'no-cors'}),
                  ask('/add', {method: 'POST', mode: 'no-cors', body}),
                  ask('/delete/\(scene.id)', {method: 'POST', mode: 'no-cors', body}),
                  ask('/linkding/api/bookmarks/1/', {method: 'DELETE'}),
                  ask('/linkding/api/bookmarks/', {method: 'POST', headers: json, body: theirs}),
                  ask('/linkding/api/bookmarks/', {method: 'POST', mode: 'no-cors', body: theirs}),
                ]).then(() => done(all));
                """)
        #expect(outcome.strings.count == 9)
        #expect(Set(outcome.strings).isSubset(of: ["opaque", "refused"]))
        #expect(try await scene.isUntouched())
    }

    /// No frame shows a page, and an image or a style with the address of one does nothing.
    @Test(arguments: Browser.Kind.allCases, names)
    func pagesAreNotShownInFramesOfAnotherSite(_ kind: Browser.Kind, _ name: String) async throws {
        let scene = try await Scene(kind) { place, id, _ in
            """
            <iframe src="\(place)/"></iframe><iframe src="\(place)/edit/\(id)"></iframe>
            <object data="\(place)/add"></object><embed src="\(place)/labels">
            <img src="\(place)/delete/\(id)"><img src="\(place)/undo">
            <link rel=stylesheet href="\(place)/delete/\(id)">
            """
        }
        let browser = scene.browser
        try await browser.go("http://\(name):\(scene.site.port)/")
        #expect(try await scene.isUntouched())
        for index in 0..<2 {
            try await browser.enter(frame: index)
            let inside = try await browser.source
            #expect(!inside.contains("Mine") && !inside.contains("cloudy serve"), "\(inside)")
            try await browser.enter(frame: nil)
        }
    }
}
