import Glibc
import ScratchFolder
import TestSupport
import Testing

/// Commands that use the web, with a server on this machine.
@Suite(.endToEnd)
struct WebCommandTests {
    private static func server() throws -> WebServer {
        try WebServer { request, connection in
            switch request.path {
            case "/gone": connection.answer(404)
            case "/moved": connection.answer(301, ["Location": "/here"])
            case "/untitled": connection.answer(200, ["Content-Type": "text/html"], "<p>text")
            case "/slow": connection.waitUntilTheClientLeaves(seconds: 60)
            case "/cyrillic.csv":
                connection.answer(
                    200, ["Content-Type": "text/csv; charset=windows-1251"],
                    Array("url,title\nhttps://c.example/,".utf8) + [0xC6, 0xF3, 0xEA])
            case "/api":
                let isData = request.head.lowercased().contains("accept: application/json")
                connection.answer(
                    200, ["Content-Type": isData ? "application/json" : "text/html"],
                    isData
                        ? "[{\"url\": \"https://j.example/\", \"title\": \"J\"}]"
                        : "<title>An API</title><p>Ask for JSON.")
            case "/links.csv":
                connection.answer(
                    200, ["Content-Type": "application/octet-stream"],
                    "url,title\nhttps://a.example/,A\nhttps://b.example/,B\n")
            default:
                connection.answer(
                    200, ["Content-Type": "text/html; charset=iso-8859-1"],
                    Array("<title>Caf".utf8) + [0xE9]
                        + Array("</title><meta name=description content='Said of it'>".utf8))
            }
        }
    }

    @Test func addFetchesAMissingTitle() throws {
        let server = try Self.server()
        try withScratchHome { home in
            let added = try home.run("add", server.url("/page"), "--fetch")
            #expect(added.status == 0 && added.output.count == 14)
            #expect(try home.list().map(\.name) == ["Café"])
            let found = try home.run("list", "--format", "{description}|{notes}").output
            #expect(found == "Said of it|")
            try home.run(
                "add", server.url("/other"), "--fetch", "--name", "Own", "--description", "My")
            #expect(try home.run("list", "Own", "--format", "{description}").output == "My")
            #expect(
                !server.requests.contains("/other"), "a page with a given title must not be fetched"
            )
            let failed = try home.run("add", server.url("/gone"), "--fetch")
            #expect(failed.status == 0)
            #expect(failed.errors.contains("The title was not fetched: the server answered 404"))
            #expect(try home.list("gone").map(\.name) == [""])
            let again = try home.run("add", server.url("/page"), "--fetch")
            #expect(again.status == 65 && server.requests.count { $0 == "/page" } == 1)
        }
    }

    @Test func commandsDoNotUseTheWebUnasked() throws {
        let server = try Self.server()
        try withScratchHome { home in
            try home.run("add", server.url("/page"))
            _ = try home.list()
            try home.run("status")
            try home.run("sync")
            #expect(server.requests.isEmpty)
        }
    }

    @Test func checkReportsAndKeepsTheStateOfLinks() throws {
        let server = try Self.server()
        try withScratchHome { home in
            #expect(try home.run("check").status == 1)
            for path in ["/page", "/gone", "/moved"] {
                try home.add(server.url(path), name: path, tags: path == "/gone" ? ["x"] : [])
            }
            try home.add("mailto:ada@a.example", name: "Ada")
            let outcome = try home.run("check")
            #expect(outcome.status == 65)
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.count == 2 && lines[0].contains("\tbroken\t"))
            #expect(lines.first?.hasSuffix("the server answered 404 Not Found") == true)
            #expect(
                lines.last?.hasSuffix("\(server.url("/moved"))\t\(server.url("/here"))") == true)
            #expect(outcome.errors.contains("Checked 3 links: 1 broken, 1 moved, 1 OK."))
            #expect(try home.list("is:broken").map(\.name) == ["/gone"])
            let states = try home.run("list", "--sort", "name", "--format", "{name} {link}\\n")
            #expect(states.output == "/gone broken\n/moved moved\n/page ok\nAda \n")
            let json = try home.run("list", "--json", "is:broken").output
            #expect(
                json.contains(#""detail":"the server answered 404 Not Found","state":"broken"}"#))
            let rest = try home.run("check", "--json", "-t", "--older-than", "1")
            #expect(rest.status == 64, "the unknown option -t must be refused")
            #expect(try home.run("check", "--json", "--older-than", "1").output == "[]\n")
            let one = try home.run("check", "--json", "--query", "#x")
            #expect(one.status == 65 && one.output.contains(#""state":"broken""#))
        }
    }

    @Test func fetchGetsOnlyMissingTitles() throws {
        let server = try Self.server()
        try withScratchHome { home in
            for path in ["/one", "/untitled"] { try home.run("add", server.url(path)) }
            // For bookmarks without a name, some programs use the URL as the name.
            try home.add(server.url("/two"), name: server.url("/two"))
            try home.add(server.url("/named"), name: "Named")
            let outcome = try home.run("fetch")
            #expect(outcome.status == 65)
            #expect(outcome.output.split(separator: "\n").allSatisfy { $0.hasSuffix("\tCafé") })
            #expect(outcome.errors.contains("\(server.url("/untitled")): the page has no title"))
            #expect(outcome.errors.contains("Fetched 2 of 3 titles."))
            #expect(try home.list().map(\.name).sorted() == ["", "Café", "Café", "Named"])
            #expect(try home.run("fetch", "-q", "Named").status == 1)
            #expect(try home.run("fetch", "--replace", "-q", "Named").status == 0)
            #expect(try home.list("Named").isEmpty)
            try home.run("add", "mailto:ada@example.org")
            let mail = try home.run("fetch", "-q", "mailto")
            #expect(mail.status == 1 && mail.errors.contains("an http or https address"))
        }
    }

    @Test func bookmarksAreImportedFromTheWeb() throws {
        let server = try Self.server()
        try withScratchHome { home in
            let outcome = try home.run("import", server.url("/links.csv"))
            #expect(outcome.status == 0 && outcome.errors.contains("2 added"))
            try home.run("import", server.url("/cyrillic.csv"))
            #expect(try home.list("Жук").count == 1)
            let failed = try home.run("import", server.url("/gone"))
            #expect(failed.status == 65)
            #expect(failed.errors.contains("the server answered 404 Not Found"))
            // A server that also has a page for people is asked for the data.
            let data = try home.run("import", server.url("/api"))
            #expect(data.status == 0 && data.errors.contains("1 added"), "\(data.errors)")
            let page = try home.run("add", server.url("/api"), "--fetch")
            #expect(try home.list().first { page.output.hasPrefix($0.id) }?.name == "An API")
            let unreachable = try home.run("import", "http://127.0.0.1:1/links.csv", "--json")
            #expect(unreachable.status == 69)
            #expect(unreachable.output.contains("\"error\":\"the host refuses connections"))
        }
    }

    /// In airplane mode, requests due to a setting are skipped, and those that a person makes are
    /// refused.
    @Test func airplaneModeBlocksTheWeb() throws {
        let server = try Self.server()
        try withScratchHome { home in
            try home.run("settings", "set", "fetch-titles", "on")
            try home.run("add", server.url("/asked"))
            #expect(server.requests == ["/asked"])
            let apart = try home.run("add", server.url("/1"), "--offline")
            try home.run("airplane", "on")
            let quiet = try home.run("add", server.url("/2"))
            for outcome in [apart, quiet] {
                #expect(outcome.status == 0 && !outcome.errors.contains("title"))
            }
            let told = try home.run("add", server.url("/3"), "--fetch")
            #expect(told.status == 0 && told.output.count == 14)
            #expect(told.errors.contains("airplane mode and --offline block the web"))
            for command in [["check"], ["fetch"], ["import", server.url("/links.csv")]] {
                let outcome = try home.run(command)
                #expect(outcome.status == 69 && outcome.output == "")
                #expect(outcome.errors.contains("This device is in airplane mode"))
                #expect(try home.run(command + ["--offline"]).status == 64)
            }
            #expect(server.requests == ["/asked"])
            try home.run("airplane", "off")
            #expect(try home.run("fetch").status == 0 && server.requests.count == 4)
        }
    }

    /// A person presses Ctrl-C while a check waits for one link.
    @Test func controlCKeepsTheResultsOfACheck() throws {
        let server = try Self.server()
        try withScratchHome { home in
            try home.add(server.url("/gone"), name: "Gone")
            try home.add("http://localhost:\(server.port)/slow", name: "Slow")
            let terminal = try home.open("check")
            try terminal.expect("1 of 2: 1 broken")
            try terminal.press("C-c")
            try terminal.expect("Stopped. Checked 1 link: 1 broken, of 2. Results so far are kept.")
            #expect(try terminal.exitStatus() == 130)
            #expect(try home.list("is:broken").map(\.name) == ["Gone"])
        }
    }

    /// With the setting, a title is fetched on leaving the URL, and also when saving at once.
    @Test func settingFetchesTheTitleInTheForm() throws {
        let server = try Self.server()
        try withScratchHome { home in
            try home.run("settings", "set", "fetch-titles", "on")
            let terminal = try home.openList()
            try terminal.press("a")
            try terminal.expect("Add a bookmark")
            try terminal.type(server.url("/page"))
            try terminal.press("Tab")
            try terminal.expect("The title came from the page", "Café", "Said of it")
            try terminal.press("Escape")
            try terminal.expect("[y/N]")
            try terminal.press("y")
            try terminal.expectNo("Add a bookmark")
            try terminal.press("a")
            try terminal.expect("Add a bookmark")
            try terminal.type(server.url("/page"))
            try terminal.press("C-o")
            try terminal.expect("The title came from the page: “Café”")
            #expect(try home.list("name:Café").count == 1)
            try terminal.press("u")
            try terminal.expect("Undone")
            #expect(try home.list().map(\.name) == [""])
            #expect(server.requests == ["/page", "/page"])
        }
    }

    /// The answer is saved as a setting. Without an answer, the next list does not ask again.
    @Test func listOffersToFetchTitlesOnce() throws {
        let server = try Self.server()
        let offer = "F to fetch titles from now on"
        func add(_ path: String, in list: borrowing Terminal) throws {
            try list.press("a")
            try list.expect("Add a bookmark")
            try list.type(server.url(path))
            try list.press("C-o")
            try list.expectNo("Add a bookmark")
            try list.expect("Added “\(server.url(path))”")
        }
        try withScratchHome { home in
            let first = try home.openList()
            try add("/one", in: first)
            try first.expect(offer)
            try first.press("q")
            #expect(try first.exitStatus() == 0)
            let second = try home.openList()
            try second.expect("/one", "q quit")
            try add("/two", in: second)
            #expect(try !second.screen.contains(offer) && server.requests.isEmpty)
            try second.press("F")
            try second.expect("The title came from the page: “Café”")
            #expect(try home.run("settings", "get", "fetch-titles").output == "on\n")
            #expect(try home.list("name:Café").map(\.url) == [server.url("/two")])
        }
    }

    @Test func pastedURLsAreAddedInOneUndoStep() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.openList()
            try list.expect("> Alpha")
            try list.paste(
                "Some links:\nhttps://a.example/\nhttps://b.example/\n- https://c.example/\n")
            try list.expect(
                "You already have 1 of 3 pages: “Alpha”.", "“Some", "bookmarks? [y/N]")
            try list.press("y")
            try list.expect("Added 2 bookmarks", "b.example", "c.example")
            #expect(try home.list().count == 3)
            try list.press("u")
            try list.expect("Undone: Added 2 bookmarks")
            #expect(try home.list().map(\.name) == ["Alpha"])
        }
    }

    @Test func listFetchesTitlesAndChecksLinks() throws {
        let server = try Self.server()
        try withScratchHome { home in
            try home.add(server.url("/gone"), name: "Gone")
            let terminal = try home.openList()
            try terminal.press("L")
            try terminal.expect("The link is broken: the server answered 404 Not Found")
            try terminal.expect("✗", "broken")
            try terminal.press("/")
            try terminal.type("is:broken")
            try terminal.press("Enter")
            try terminal.expect("1 of 1")
            try terminal.press("Escape")
            try terminal.expectNo("/is:broken")
            try terminal.press("a")
            try terminal.expect("Add a bookmark")
            try terminal.type(server.url("/page"))
            try terminal.press("C-t")
            try terminal.expect("The title came from the page", "Café", "About  Said of it")
            try terminal.press("C-o")
            try terminal.expect("Added “Café”")
            let found = try home.run("list", "Café", "--format", "{description}|{notes}").output
            #expect(found == "Said of it|")
            // A check by command shows in an open list.
            try terminal.press("/")
            try terminal.type("-is:broken")
            try terminal.press("Enter")
            try terminal.expect("1 of 2")
            let id = try #require(try home.list("Café").first?.id)
            try home.ok("edit", id, "--url", server.url("/gone"), "--even-if-there")
            #expect(try home.run("check").status == 65)
            try terminal.expect("0 of 2")
            try terminal.press("q")
            #expect(try terminal.exitStatus() == 0)
        }
    }

    @Test func editedURLLosesItsBrokenMark() throws {
        let server = try Self.server()
        try withScratchHome { home in
            try home.add(server.url("/gone"), name: "Gone")
            let list = try home.openList()
            try list.press("L")
            try list.expect("✗")
            try list.edit(.url, server.url("/page"))
            try list.expectNo("✗")
        }
    }
}
