import ScratchFolder
import TestSupport
import Testing

/// The message names an unknown option, whatever else is missing or wrong.
@Suite(.endToEnd)
struct UnknownOptionTests {
    @Test(arguments: [
        (["edit", "7k3q", "--bogus"], "'--bogus'.", "cloudy edit"),
        (
            ["edit", "7k3q", "--tagz", "a"], "'--tagz'. Did you mean '--tag' or '--tags'?",
            "cloudy edit"
        ),
        (["delete", "--yess"], "'--yess'. Did you mean '--yes'?", "cloudy delete"),
        (["move", "7k3q", "--botom"], "'--botom'. Did you mean '--bottom'?", "cloudy move"),
        (["show", "--jso"], "'--jso'. Did you mean '--json'?", "cloudy show"),
        (["note", "--prin"], "'--prin'. Did you mean '--print'?", "cloudy note"),
        (["settle", "7k3q", "--bogus=1"], "'--bogus'.", "cloudy settle"),
        (["add", "--nam", "x"], "'--nam'. Did you mean '--name'?", "cloudy add"),
        (["docs", "drop", "--jsn"], "'--jsn'. Did you mean '--json'?", "cloudy docs drop"),
        (["tags", "rename", "--bogus"], "'--bogus'.", "cloudy tags rename"),
        (["edit", "7k3q", "-z"], "'-z'.", "cloudy edit"),
    ])
    func unknownOptionIsNamed(_ arguments: [String], _ words: String, _ usage: String) throws {
        try withScratchHome { home in
            let outcome = try home.run(arguments)
            #expect(outcome.status == 64)
            let lines = outcome.errors.split(separator: "\n")
            #expect(lines.first == "cloudy: Unknown option \(words)", "\(outcome.errors)")
            #expect(lines.contains { $0.hasPrefix("Usage: \(usage) ") }, "\(outcome.errors)")
        }
    }

    /// A value may look like an option, and so may anything after `--`.
    @Test(arguments: [
        (
            ["edit", "--name=--bogus", "7k3q", "--url", "https://a.example/"], 1,
            "cloudy: No bookmark has the id 7k3q. To see the ids: cloudy list\n"
        ),
        (["edit", "--", "--bogus"], 64, "cloudy: Nothing to change"),
        (
            ["move", "7k3q", "--before", "x", "--up"], 64,
            "cloudy: Say where to move them: --up, --down, --top, --bottom, --before ID or --after "
                + "ID.\n"
        ),
        (
            ["delete", "--query", "-server", "-0"], 64,
            "cloudy: -0 changes how standard input is read: add - too.\n"
        ),
    ])
    func valueThatLooksLikeAnOptionIsAccepted(
        _ arguments: [String], _ status: Int32, _ words: String
    ) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let outcome = try home.run(arguments)
            #expect(outcome.status == status)
            #expect(outcome.errors.hasPrefix(words), "\(outcome.errors)")
            #expect(!outcome.errors.contains("Unknown option"), "\(outcome.errors)")
        }
    }

    /// A single dash with several letters may be a value without a space, or a word that a query
    /// excludes.
    @Test(arguments: [
        (["list", "-n1"], "'-n1'.", "Put a space between an option and its value: -n 1"),
        (
            ["add", "https://a.example/", "-ttodo"], "'-ttodo'.",
            "Put a space between an option and its value: -t todo"
        ),
        (
            ["docs", "get", "x", "-oa file"], "'-oa file'.",
            "Put a space between an option and its value: -o 'a file'"
        ),
        (
            ["list", "-tag:x"], "'-tag:x'.",
            "Put -- before an argument that begins with a minus: cloudy list -- -tag:x"
        ),
        (
            ["list", "-tag:x", "foo", "--json"], "'-tag:x'.",
            "Put -- before an argument that begins with a minus: cloudy list --json -- -tag:x foo"
        ),
        (
            ["list", "foo", "-name:two words"], "'-name:two words'.",
            "Put -- before an argument that begins with a minus: cloudy list foo -- "
                + "'-name:two words'"
        ),
        (
            ["docs", "diff", "26wy", "-1"], "'-1'.",
            "Put -- before an argument that begins with a minus: cloudy docs diff 26wy -- -1"
        ),
        (["list", "-q", "x"], "'-q'.", "The query is an argument of list: cloudy list x"),
        (
            ["list", "--query", "a b"], "'--query'.",
            "The query is an argument of list: cloudy list 'a b'"
        ),
        (["pick", "--query=x"], "'--query'.", "The query is an argument of pick: cloudy pick x"),
    ])
    func hintNamesTheLikelyMeaning(_ arguments: [String], _ words: String, _ hint: String) throws {
        try withScratchHome { home in
            let outcome = try home.run(arguments)
            #expect(outcome.status == 64 && outcome.output.isEmpty)
            let lines = outcome.errors.split(separator: "\n")
            #expect(lines.first == "cloudy: Unknown option \(words)", "\(outcome.errors)")
            #expect(lines.dropFirst().first == "cloudy: \(hint)", "\(outcome.errors)")
            #expect(lines.dropFirst(2).first?.hasPrefix("Usage: cloudy ") == true)
        }
    }

    @Test(arguments: [
        (["list", "--limit", "x"], "--limit takes a number such as 20, not “x”."),
        (["list", "--sort", "it's"], "There is no order “it's”."),
    ])
    func invalidValueIsNamedOnce(_ arguments: [String], _ words: String) throws {
        try withScratchHome { home in
            let outcome = try home.run(arguments)
            #expect(outcome.status == 64)
            #expect(outcome.errors.hasPrefix("cloudy: \(words)"), "\(outcome.errors)")
        }
    }

    /// Several options without values can be combined behind one dash.
    @Test func shortOptionsCanBeCombined() throws {
        try withScratchHome { home in
            let outcome = try home.run(["delete", "-0y", "--query", "x"])
            #expect(outcome.status == 64)
            #expect(outcome.errors.hasPrefix("cloudy: -0 changes how"), "\(outcome.errors)")
        }
    }
}
