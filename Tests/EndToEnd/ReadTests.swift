import TestSupport
import Testing

/// The text of a page, from the web and from a file.
@Suite(.endToEnd)
struct ReadTests {
    private static let article = """
        <html><head><title>How databases shard</title></head><body>
        <nav><a href="/">Home</a> <a href="/about">About us</a></nav>
        <article><h1>How databases shard</h1><p>Sharding splits one logical table into several, \
        which live on different machines, as <a href="more">other pages</a> tell, with commas, \
        and with enough words to be an article.</p>
        <p>A second paragraph says more of the matter, and it is long enough to count, too.</p>
        <pre>select *\nfrom t;</pre></article><footer>Copyright of somebody</footer></body></html>
        """

    private static func server() throws -> WebServer {
        try WebServer { request, connection in
            switch request.path {
            case "/gone": connection.answer(404)
            case "/script":
                connection.answer(
                    200, ["Content-Type": "text/html"], "<script>document.write('x')</script>")
            default: connection.answer(200, ["Content-Type": "text/html"], article)
            }
        }
    }

    @Test func readPrintsTheArticleWithoutTheRestOfThePage() throws {
        let server = try Self.server()
        try withScratchHome { home in
            let added = try home.run("add", server.url("/a/page"))
            let id = added.output.filter { !$0.isNewline }
            let read = try home.run("read", id)
            #expect(read.status == 0, "\(read.errors)")
            #expect(read.output.hasPrefix("How databases shard\n\nSharding splits"))
            #expect(read.output.contains("\nselect *\nfrom t;\n"))
            #expect(!read.output.contains("About us") && !read.output.contains("Copyright"))
            #expect(read.output.hasSuffix("\n\n\(server.url("/a/more"))\n"), "\(read.output)")
            let json = try home.run("read", server.url("/a/other"), "--json")
            #expect(json.output.contains("\"links\":[\"\(server.url("/a/more"))\"]"))
        }
    }

    @Test func readOfAFileWorksInAirplaneMode() throws {
        try withScratchHome { home in
            try home.run("airplane", "on")
            let read = try home.run("read", "--file", "-", input: Self.article)
            #expect(read.status == 0, "\(read.errors)")
            #expect(read.output.contains("A second paragraph"))
            #expect(try home.run("read", "-", input: Self.article).output == read.output)
            let blocked = try home.run("read", "https://example.org/")
            #expect(blocked.status == 69 && blocked.errors.contains("airplane mode"))
        }
    }

    @Test func readExplainsAPageWithoutText() throws {
        let server = try Self.server()
        try withScratchHome { home in
            try home.run("add", "https://example.org/")
            let gone = try home.run("read", server.url("/gone"))
            #expect(gone.status == 65 && gone.errors.contains("404 Not Found"))
            let script = try home.run("read", server.url("/script"))
            #expect(script.status == 65 && script.errors.contains("There is no text to read"))
            let unknown = try home.run("read", "nosuch")
            #expect(unknown.status == 1)
            #expect(unknown.errors.contains("There is no bookmark or document “nosuch”."))
            #expect(try home.run("read").status == 64)
        }
    }
}
