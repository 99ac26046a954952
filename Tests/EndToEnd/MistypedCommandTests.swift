import TestSupport
import Testing

/// For a command that does not exist, the message names the commands that may be meant.
@Suite(.endToEnd)
struct MistypedCommandTests {
    @Test(arguments: [
        (["hist"], "Did you mean: cloudy history"), (["back"], "Did you mean: cloudy backup"),
        (["imp"], "Did you mean: cloudy import"),
        (["st"], "Did you mean: cloudy status or cloudy store"),
        (["docs", "rm", "x"], "Did you mean: cloudy docs delete"),
        (["docs", "version", "x"], "Did you mean: cloudy docs versions"),
        (["docs", "dif", "x", "1"], "Did you mean: cloudy docs diff"),
        (["docs", "--json", "restor", "x", "1"], "Did you mean: cloudy docs restore"),
        (["searches", "rename2", "x", "y"], "Did you mean: cloudy searches rename"),
        (["searches", "add", "x"], "Did you mean: cloudy searches save"),
        (
            ["www.example.org"],
            "There is no command www.example.org. To add this page: cloudy add www.example.org"
        ),
    ])
    func similarCommandsAreSuggested(_ arguments: [String], _ hint: String) throws {
        try withScratchHome { home in
            let outcome = try home.run(arguments)
            #expect(outcome.status == 64 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("\ncloudy: \(hint)\nUsage: "), "\(outcome.errors)")
        }
    }

    @Test func formerNameOfACommandLeadsToTheOptionsThatReplacedIt() throws {
        try withScratchHome { home in
            let hint = "Did you mean: cloudy delete --forever or cloudy trash --empty\n"
            for arguments in [
                ["purge", "7k3q"], ["purge", "--all"], ["purge"],
                ["--device", "here", "purge", "--all", "--yes"],
            ] {
                let outcome = try home.run(arguments)
                #expect(outcome.status == 64 && outcome.output.isEmpty)
                #expect(outcome.errors.contains("\ncloudy: \(hint)Usage: "), "\(outcome.errors)")
            }
            let help = try home.run("help", "purge")
            #expect(help.status == 64 && help.errors.hasSuffix(hint), "\(help.errors)")
        }
    }

    /// The argument of a default command is first looked up as an id.
    @Test(arguments: [
        ("ls", "list"), ("lst", "list"), ("rm", "delete"), ("version", "versions"),
        ("transfer", nil), ("7k3q", nil),
    ])
    func commandIsSuggestedForAWordInPlaceOfAnID(_ word: String, _ meant: String?) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let outcome = try home.run("docs", word)
            #expect(outcome.status == 1 && outcome.output.isEmpty)
            let hint = meant.map { "cloudy: Did you mean: cloudy docs \($0)\n" } ?? ""
            #expect(
                outcome.errors
                    == "cloudy: There is no bookmark or document “\(word)”. To see them: cloudy "
                    + "list, or cloudy docs\n" + hint)
        }
    }
}
