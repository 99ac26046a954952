import RealBrowsers
import ScratchFolder
import TestSupport
import Testing

/// `cloudy browsers watch` with real browsers, whose profiles are in their usual place.
@Suite(.inBrowsers, .endToEnd, .serialized, .timeLimit(.minutes(5)))
struct WatchedBrowserTests {
    /// Starts the watch, and waits until it has looked at the profile of the browser.
    private func watch(_ home: Home, _ browser: Browser, _ options: String = "") throws -> Terminal
    {
        let watch = try home.openShell(
            "trap : INT; \"$0\" browsers watch \(options) '\(browser.bookmarksFile)'")
        try watch.expect(options.isEmpty ? ": watched from now on" : " added")
        return watch
    }

    /// Waits until the list matches the browser, for as long as Docs/Browser.md promises.
    private func expect(
        _ list: borrowing Terminal, _ what: Comment,
        sourceLocation: SourceLocation = #_sourceLocation, _ isShown: (String) -> Bool
    ) throws {
        try list.expect(what, for: .seconds(5), sourceLocation: sourceLocation, isShown)
    }

    @Test(arguments: Browser.Kind.allCases)
    func openListFollowsABrowser(_ kind: Browser.Kind) async throws {
        try await withScratchHomeAsync { home in
            let browser = try await Browser(kind, home: home.folder.path)
            _ = try await browser.addBookmarks(["anchor"])
            let list = try home.openList()
            let inside = try home.open("--filter", "in:Harbour")
            let watch = try watch(home, browser)

            let tides = try #require(try await browser.addBookmarks(["tides"]).first)
            try expect(list, "the new bookmark must appear") { $0.contains("tides.example") }
            try await browser.rename(tides, "Ebb and flow")
            try expect(list, "the new name must appear") { $0.contains("Ebb and flow") }
            let harbour = try await browser.addFolder("Harbour")
            try await browser.move(tides, to: harbour)
            try expect(inside, "the moved bookmark must appear") { $0.contains("tides.example") }
            if kind == .firefox {
                try await browser.tag("https://tides.example/", "boats")
                try expect(list, "the tag must appear") { $0.contains("boats") }
            }
            try await browser.delete(tides)
            try expect(list, "the deleted bookmark must disappear") {
                !$0.contains("tides.example")
            }

            try watch.press("C-c")
            try watch.expect("status 130")
            #expect(try home.list().isEmpty)
            let trash = try home.run("trash", "--json").output
            #expect(trash.contains("Ebb and flow") && !trash.contains("anchor"))
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func manyDeletionsOfABrowserWaitForConfirmation(_ kind: Browser.Kind) async throws {
        try await withScratchHomeAsync { home in
            let browser = try await Browser(kind, home: home.folder.path)
            let harbour = try await browser.addFolder("Harbour")
            _ = try await browser.addBookmarks((1...12).map { "boat\($0)" }, in: harbour)
            let list = try home.open("--filter", "in:Harbour")
            let watch = try watch(home, browser, "--take-all")
            try list.expect("boat1.example", "boat12.example")
            try await browser.delete(harbour)
            try expect(watch, "the deletions must wait for confirmation") {
                $0.contains("deleted 12 bookmarks at once")
            }
            #expect(try home.list("in:Harbour").count == 12)
            let file = browser.bookmarksFile
            let accepted = try home.run("browsers", "watch", "--accept-deletions", file)
            #expect(accepted.status == 0 && accepted.output.hasSuffix(": 12 deleted\n"))
            try list.expectNo("boat1.example", "boat12.example")
        }
    }

    /// An extension with floccus's id, installed so that Firefox itself records it.
    @Test func profileWithFloccusIsNotWatched() async throws {
        try await withScratchHomeAsync { home in
            let browser = try await Browser(.firefox, home: home.folder.path)
            _ = try await browser.addBookmarks(["tides"])
            let file = browser.bookmarksFile
            #expect(try home.run("browsers", "watch", "--once", file).status == 0)
            let path = home.folder.path("extension.xpi")
            let script = """
                import json, sys, zipfile
                manifest = {"manifest_version": 2, "name": "Sync", "version": "1",
                    "browser_specific_settings": {"gecko": {"id": "floccus@handmadeideas.org"}}}
                with zipfile.ZipFile(sys.argv[1], "w") as file:
                    file.writestr("manifest.json", json.dumps(manifest))
                """
            _ = try home.python(script, path)
            try await browser.install(extension: path)
            // Firefox writes its list of extensions a moment later.
            let isListed = try wait {
                try home.run("browsers", "--json").output.contains(#""floccus":true"#)
            }
            #expect(isListed)
            let refused = try home.run("browsers", "watch", "--once", file)
            #expect(refused.status == 77)
            #expect(refused.errors.contains("floccus syncs the profile Firefox/ab.default"))
            #expect(try home.run("browsers", "watch", "--once").status == 1)
            try await browser.uninstall(extension: "floccus@handmadeideas.org")
            let isWatched = try wait {
                try home.run("browsers", "watch", "--once", file).status == 0
            }
            #expect(isWatched)
        }
    }
}
