import ScratchFolder
import Synchronization
import TestSupport
import Testing

/// The text of saved pages: warnings about pages without any, and comparisons of versions.
@Suite(.endToEnd)
struct SavedTextTests {
    /// Serves an article with a word that a test can change, a page that scripts build, and one
    /// that only some people may see.
    private final class Site: Sendable {
        final class Word: Sendable { let value = Mutex("database") }

        let word = Word()
        private let server: WebServer

        init() throws {
            server = try WebServer { [word] request, connection in
                switch request.path {
                case "/closed": connection.answer(403)
                case "/shell":
                    connection.answer(
                        200, ["Content-Type": "text/html"],
                        "<title>App</title><div id=app></div><script>start()</script>")
                default:
                    connection.answer(
                        200, ["Content-Type": "text/html"],
                        SaveTests.article(word.value.withLock { $0 }))
                }
            }
        }

        func url(_ path: String) -> String { server.url(path) }
    }

    private func add(_ url: String, _ home: Home) throws -> String {
        try home.add(url, name: "Sharding")
    }

    @Test func pageWithoutTextIsSavedWithAWarning() throws {
        let site = try Site()
        try withScratchHome { home in
            let url = site.url("/shell")
            let id = try add(url, home)
            let warning = "\(url): the saved page has no text of its own; perhaps scripts write it"
            let saved = try home.ok("save", id)
            #expect(saved.errors.contains(warning), "\(saved.errors)")
            #expect(saved.errors.contains("cloudy save \(id) --file FILE"))
            let fine = try home.ok("save", add(site.url("/page"), home))
            #expect(fine.errors == "")
            try home.ok("delete", id)
            let added = try home.ok("add", url, "--save")
            #expect(added.errors.contains(warning), "\(added.errors)")
        }
    }

    /// The host was reached, so another network does not help.
    @Test func refusedPageIsNoMatterOfTheNetwork() throws {
        let site = try Site()
        try withScratchHome { home in
            let saved = try home.run("save", add(site.url("/closed"), home))
            #expect(saved.status == 65 && saved.errors.contains("403"), "\(saved)")
        }
    }

    @Test func versionsOfAPageAreComparedAsText() throws {
        let site = try Site()
        try withScratchHome { home in
            let id = try add(site.url("/page"), home)
            try home.ok("save", id)
            site.word.value.withLock { $0 = "octopus" }
            try home.ok("save", id)
            let diff = try home.ok("docs", "diff", id).output
            let second = "A second paragraph says more of the"
            #expect(diff.contains("\n-\(second) database, and"), "\(diff)")
            #expect(diff.contains("\n+\(second) octopus, and"), "\(diff)")
            #expect(!diff.contains("<"))
            let source = try home.ok("docs", "diff", id, "--source").output
            #expect(source.contains("\n+<p>\(second) octopus, and"), "\(source)")
        }
    }
}
