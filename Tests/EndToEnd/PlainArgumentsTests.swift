import FoundationEssentials
import TestSupport
import Testing

/// Arguments that are not options, and options among them.
@Suite(.endToEnd)
struct PlainArgumentsTests {
    @Test func optionsMayComeAnywhereAmongTheWords() throws {
        try withScratchHome { home in
            try home.add("https://example.com/swift", name: "Swift", tags: ["lang"])
            try home.add("https://example.com/linux", name: "Linux")
            let searches: [([String], [String])] = [
                ([], ["Linux", "Swift"]), (["swift"], ["Swift"]),
                (["example", "linux"], ["Linux"]),
                ([""], ["Linux", "Swift"]), (["in:"], []), (["help"], []),
            ]
            for (words, names) in searches {
                for place in 0...words.count {
                    var arguments = ["list"] + words
                    arguments.insert("--json", at: 1 + place)
                    let found = try home.run(arguments)
                    #expect(found.status == (names.isEmpty ? 1 : 0), "\(arguments)")
                    let rows = try JSONDecoder().decode(
                        [ListedBookmark].self, from: Data(found.output.utf8))
                    #expect(rows.map(\.name) == names, "\(arguments)")
                    let twice = try home.run(arguments + ["--json"])
                    #expect(twice.output == found.output, "\(arguments)")
                }
            }
        }
    }

    private static let refused: [([String], Int32)] = [
        (["list", "-"], 1), (["list", "-swift"], 64), (["add", "help"], 65),
        (["add", ""], 65), (["add"], 64), (["add", "-"], 64), (["add", "a", "b"], 65),
        (["add", "", "--name", "Name"], 65),
        (["add", "https://example.com/swift", "--name"], 64),
    ]

    @Test(arguments: refused)
    func unusualArgumentsAreRefusedOrFindNothing(_ arguments: [String], _ status: Int32) throws {
        try withScratchHome { home in
            let outcome = try home.run(arguments)
            #expect(outcome.status == status, "\(outcome.output)\(outcome.errors)")
            #expect(try home.list().isEmpty)
        }
    }

    /// The bookmark is the same, with or without `--` before the URL.
    @Test func addWorksWithAndWithoutTwoDashes() throws {
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
