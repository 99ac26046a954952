import ScratchFolder
import TestSupport
import Testing

/// The list as a picker, in the places where people use one.
@Suite(.endToEnd)
struct PickTests {
    private func home(_ home: Home) throws {
        for name in ["Alpha", "Beta", "Gamma"] {
            try home.add("https://\(name.lowercased()).example/", name: name)
        }
    }

    /// Runs a shell line in a terminal; `$0` is the program.
    private func shell(_ home: Home, _ line: String, columns: Int = 80) throws -> Terminal {
        try home.open(
            ["-c", line + "; read line", Places.program], columns: columns, program: "sh")
    }

    @Test func pickPrintsTheChosenURLInASubstitution() throws {
        try withScratchHome { home in
            try self.home(home)
            let terminal = try shell(home, "url=$(\"$0\" pick); echo \"[$url] status $?\"")
            try terminal.expect("Alpha", "Gamma", "choose")
            try terminal.type("bet")
            try terminal.expect("only Beta must show") {
                $0.contains("Beta") && !$0.contains("Gamma")
            }
            try terminal.press("Enter")
            try terminal.expect("[https://beta.example/] status 0")
        }
    }

    @Test func bestMatchIsOfferedFirst() throws {
        try withScratchHome { home in
            try self.home(home)
            let terminal = try shell(home, "url=$(\"$0\" pick a); echo \"[$url]\"")
            // All three names contain an a, and the newest does not begin with it.
            try terminal.expect("Alpha", "Beta", "Gamma", "choose")
            try terminal.press("Enter")
            try terminal.expect("[https://alpha.example/]")
        }
    }

    @Test func wideTerminalShowsThePreviewOfTheChoice() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let id = try home.add("https://b.example/", name: "Beta")
            try home.run("edit", id, "--notes", "words about b")
            let terminal = try shell(home, "\"$0\" pick", columns: 120)
            try terminal.expect("Preview", "words about b")
            try terminal.type("alph")
            try terminal.expectNo("words about b")
            try terminal.press("Enter")
            try terminal.expect("https://a.example/")
        }
    }

    @Test func pickWorksInPipes() throws {
        try withScratchHome { home in
            try self.home(home)
            let terminal = try shell(
                home, "echo x | \"$0\" pick alpha --format '{title}|{url}' | sed 's/^/picked /'")
            try terminal.expect("Alpha", "1 of 3")
            try terminal.press("Enter")
            try terminal.expect("picked Alpha|https://alpha.example/")
        }
    }

    @Test(arguments: ["", " -0"])
    func pickOffersOnlyThePipedBookmarks(_ ending: String) throws {
        try withScratchHome { home in
            try self.home(home)
            let line = "\"$0\" list 'alpha or beta'\(ending) | \"$0\" pick -"
            let terminal = try shell(home, "url=$(\(line)); echo \"[$url]\"")
            try terminal.expect("only the piped bookmarks must show") {
                $0.contains("Alpha") && $0.contains("Beta") && !$0.contains("Gamma")
            }
            // Bookmarks that are added meanwhile are not shown, either.
            try home.add("https://alpha.example/new", name: "Alpha the second")
            try terminal.type("alp")
            try terminal.expect("only Alpha must show") {
                $0.contains("1 of 2") && $0.contains("Alpha") && !$0.contains("Beta")
            }
            try terminal.press("Enter")
            try terminal.expect("[https://alpha.example/]")
        }
    }

    @Test func unknownIdsAndEmptyInputAreRefused() throws {
        try withScratchHome { home in
            try self.home(home)
            #expect(try home.run(["pick", "-"], input: "zzzz\n").status == 1)
            let nothing = try home.run(["pick", "-"], input: "\n")
            #expect(nothing.status == 1 && nothing.errors.contains("Standard input is empty"))
        }
    }

    @Test func listWithoutATerminalMakesNoDevice() throws {
        try withScratchHome { home in
            let outcome = try home.run()
            #expect(outcome.status == 64 && outcome.errors.contains("needs a terminal"))
            #expect(try home.shell("ls '\(home.path)/devices'").status != 0)
        }
    }

    /// The recipe of the cookbook that needs a terminal, word for word.
    @Test func recipeForPipesWorks() throws {
        try withScratchHome { home in
            try self.home(home)
            let text = try Command("cat", ["\(Places.repository)/Docs/Cookbook.md"]).run().output
            let section = text.split(separator: "## Choose among what a command finds\n").last
            let block = section?.split(separator: "```sh\n").dropFirst().first
            let line = try #require(block?.split(separator: "```").first)
            #expect(line.contains("| cloudy pick -"))
            let terminal = try shell(
                home,
                "cloudy() { \(Places.program) \"$@\"; }; BROWSER='echo opened'; export BROWSER; "
                    + line.replacing("tag:food", with: "beta").replacing("\n", with: ""))
            try terminal.expect("Beta", "choose")
            try terminal.press("Enter")
            try terminal.expect("the picker must close") { !$0.contains("choose") }
            try terminal.expect("Beta must be opened") { _ in
                try home.run("list", "--format", "{name} {opens} ").output
                    == "Gamma 0 Beta 1 Alpha 0 "
            }
        }
    }

    @Test func pickPrintsTheSameJSONAsList() throws {
        try withScratchHome { home in
            try self.home(home)
            let chosen = home.folder.path("chosen")
            let terminal = try shell(
                home, "\"$0\" pick beta --json > '\(chosen)'; echo \"status $?\"")
            try terminal.expect("Beta", "1 of 3")
            try terminal.press("Enter")
            try terminal.expect("status 0")
            let printed = try home.shell("cat '\(chosen)'").output
            #expect(try printed == home.run("list", "beta", "--json").output)
            #expect(try home.run("pick", "--json", "-0").status == 64)
        }
    }

    @Test(arguments: ["Escape", "C-c"])
    func cancelPrintsNothing(_ key: String) throws {
        try withScratchHome { home in
            try self.home(home)
            let terminal = try shell(home, "url=$(\"$0\" pick); echo \"[$url] status $?\"")
            try terminal.expect("Gamma")
            try terminal.press(key)
            try terminal.expect("[] status 130")
        }
    }

    @Test func multiOptionChoosesMarkedBookmarks() throws {
        try withScratchHome { home in
            try self.home(home)
            let line = "\"$0\" pick beta or alpha --multi | sort"
            let terminal = try shell(home, line)
            try terminal.expect("Beta", "Alpha")
            // Leaves the filter, in which keys are text and Enter chooses.
            try terminal.press("C-u", "BSpace")
            try terminal.expect("Gamma")
            try terminal.press("g", "Space", "Space")
            try terminal.press("Enter")
            try terminal.expect("https://beta.example/\nhttps://gamma.example/")
            let one = try shell(home, "\"$0\" pick")
            try one.expect("Gamma")
            try one.press("BSpace", "Space")
            try one.expect("--multi")
        }
    }

    @Test func pickIsRefusedWithoutATerminal() throws {
        try withScratchHome { home in
            try self.home(home)
            let outcome = try home.shell("setsid \"$0\" pick </dev/null")
            #expect(outcome.status == 64)
            #expect(outcome.output.isEmpty && outcome.errors.contains("needs a terminal"))
            #expect(try home.run("pick", "is:no").status == 64)
        }
    }
}
