import TestSupport
import Testing

/// What is said most often is read without the parser, and is what the parser would read.
@Suite(.endToEnd)
struct PlainArgumentsTests {
    @Test func theParserReadsTheSame() throws {
        try withScratchHome { home in
            try home.add("https://example.com/swift", name: "Swift", tags: ["lang"])
            try home.add("https://example.com/linux", name: "Linux")
            for arguments in [
                ["list"], ["list", "swift"], ["list", "example", "linux"], ["list", ""],
                ["list", "swift", "--json"], ["list", "--json", "example"], ["list", "--json"],
                ["list", "help"], ["list", "nothing", "has", "this"], ["list", "in:"],
                ["list", "--json", "--json"], ["list", "-", "swift"], ["list", "-swift"],
                ["add", "https://example.com/swift"], ["add", "help"], ["add", ""], ["add"],
                ["add", "-"], ["add", "a", "b"], ["add", "", "--name", "Name"],
                ["add", "https://example.com/swift", "--name", "Name"],
                ["add", "https://example.com/swift", "--name"],
            ] {
                let plain = try home.run(arguments)
                let parsed = try home.run(arguments + ["--offline"])
                #expect(plain.status == parsed.status, "\(arguments)")
                #expect(plain.output == parsed.output, "\(arguments)")
                #expect(plain.errors == parsed.errors, "\(arguments)")
            }
        }
    }

    /// A bookmark is the same, whichever way its URL was read.
    @Test func whatIsAddedIsTheSame() throws {
        try withScratchHome { home in
            try #require(home.run("add", "plain.example").status == 0)
            let plain = try home.list()
            try #require(home.run("add", "--", "parsed.example").status == 0)
            let parsed = try home.list("parsed")
            #expect(plain.map(\.url) == ["https://plain.example"])
            #expect(parsed.map(\.url) == ["https://parsed.example"])
            #expect(plain.map(\.tags) == parsed.map(\.tags))
            #expect(plain.map(\.notes) == parsed.map(\.notes))
            try #require(home.run("add", "named.example", "--name", "A name").status == 0)
            #expect(try home.list("named").map(\.name) == ["A name"])
        }
    }
}
