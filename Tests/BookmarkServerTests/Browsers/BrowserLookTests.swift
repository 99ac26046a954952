import Bookmarks
import RealBrowsers
import TestSupport
import Testing

@testable import BookmarkServer

/// The look of the pages, and their use with the keyboard, in real browsers.
@Suite(.inBrowsers, .ownThread, .serialized, .timeLimit(.minutes(5)))
struct BrowserLookTests {
    /// A desk with bookmarks of all kinds, and the pages to be looked at.
    private func desk() async throws -> (desk: ServedDesk, ids: [String]) {
        let desk = try await ServedDesk()
        let long = String(repeating: "Donaudampfschifffahrt", count: 12)
        let drafts = [
            BookmarkDraft(
                name: "<b>Bold</b><img src=x> \u{202E}back\u{2066} \u{7}bell",
                url: "https://hostile.example/?<script>alert(1)</script>", tags: ["\u{202E}tag"],
                notes: "</textarea><script>alert(1)</script>", description: "<i>kind</i>"),
            BookmarkDraft(
                name: long, url: "https://long.example/\(long)", tags: [long, "short"],
                notes: long, description: "\(long) \(long)", folder: "\(long)/\(long)"),
            BookmarkDraft(
                name: "東京の天気 😀", url: "https://weather.example/tokyo", tags: ["weather", "japan"],
                description: "Weather in Tokyo, hour by hour", folder: "daily"),
            BookmarkDraft(
                name: "The Swift Programming Language", url: "https://docs.swift.org/swift-book/",
                tags: ["swift", "lang"], notes: "Read the part on macros again.",
                description: "The book, for Swift 6", folder: "work/read"),
            BookmarkDraft(
                name: "A calculator", url: "javascript:alert(1)", tags: ["tools"]),
        ]
        let ids = try await desk.library.use { opened in
            try drafts.map { try opened.controller.add($0) }
        }
        return (desk, ids)
    }

    /// Opens each page in turn, and passes its name to `look`.
    private func pages(
        _ desk: ServedDesk, _ ids: [String], _ browser: Browser,
        _ look: (String) async throws -> Void
    ) async throws {
        try await browser.go(desk.place + "/")
        try await browser.shows("Log in</h1>")
        try await look("login")
        try await desk.logIn(browser)
        try await look("list")
        for (name, path) in [
            ("search", "/?q=tag:swift+or"), ("nothing", "/?q=zebra"), ("labels", "/labels"),
            ("button", "/button"), ("edit", "/edit/\(ids[3])"), ("hostile", "/edit/\(ids[0])"),
            ("gone", "/edit/none"), ("lost", "/nowhere"),
            ("add", "/add?url=https://swift.org/&name=Swift.org"),
        ] {
            try await browser.go(desk.place + path)
            try await look(name)
        }
        try await browser.go(desk.place + "/add?url=docs.swift.org/swift-book&name=Swift")
        try await browser.click("form.fields button")
        try await browser.shows("You already have")
        try await look("known")
        try await browser.go(desk.place + "/")
        try await browser.click("button[aria-label*='Tokyo'], button[aria-label*='東京']")
        try await browser.shows("Deleted “")
        try await look("deleted")
    }

    @Test(arguments: Browser.Kind.allCases)
    func everyPageIsReadableLightAndDarkNarrowAndWide(_ kind: Browser.Kind) async throws {
        let (desk, ids) = try await desk()
        let browser = try await Browser(kind)
        try await pages(desk, ids, browser) { name in
            for isDark in [false, true] {
                for width in [390, 1280] {
                    try await browser.look(isDark: isDark, width: width)
                    let faults = try await PageAudit.faults(in: browser)
                    #expect(faults.isEmpty, "\(name), \(width), \(isDark ? "dark" : "light")")
                    guard Browser.pictures != nil else { continue }
                    try await browser.look(
                        isDark: isDark, width: min(width, 1000), height: 800)
                    try await browser.picture(
                        "\(name)-\(min(width, 1000))-\(isDark ? "dark" : "light")-\(kind)")
                }
            }
        }
    }

    @Test(arguments: Browser.Kind.allCases, [390, 1280])
    func tabKeyFollowsTheReadingOrder(_ kind: Browser.Kind, _ width: Int) async throws {
        let (desk, ids) = try await desk()
        let browser = try await Browser(kind)
        try await desk.logIn(browser)
        for (index, path) in ["/", "/labels", "/button", "/edit/\(ids[3])", "/add?url=a"]
            .enumerated()
        {
            try await browser.look(isDark: index % 2 == 0, width: width)
            try await browser.go(desk.place + path)
            let faults = try await PageAudit.faultsOfFocus(in: browser)
            #expect(faults.isEmpty, "\(path)")
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func firstFieldOfAFormHasTheFocus(_ kind: Browser.Kind) async throws {
        let desk = try await ServedDesk()
        let browser = try await Browser(kind)
        try await browser.go(desk.place + "/add")
        let focused = "return document.activeElement.name || ''"
        #expect(try await browser.run(focused) == "token")
        try await desk.logIn(browser, to: "/add")
        #expect(try await browser.run(focused) == "url")
    }
}
