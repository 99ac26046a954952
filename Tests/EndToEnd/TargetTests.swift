import ScratchFolder
import TestSupport
import Testing

/// The ways to name the bookmarks for a command.
@Suite(.endToEnd)
struct TargetTests {
    /// Five pages, the first the oldest; returns their ids, newest first as they are printed.
    private func pages(_ home: Home) throws -> [String] {
        for number in 1...5 {
            try home.add(
                "https://a.example/\(number)", name: "Page \(number)",
                tags: number % 2 == 0 ? ["even"] : ["odd"])
        }
        return try home.list().map(\.id)
    }

    private func names(_ home: Home) throws -> [String] { try home.list().map(\.name) }

    @Test func rangesFollowThePrintedOrder() throws {
        try withScratchHome { home in
            let ids = try pages(home)
            let outcome = try home.run("delete", "\(ids[3])..\(ids[1])")
            #expect(outcome.status == 0)
            #expect(outcome.errors == "cloudy: Deleted 3 bookmarks.\n")
            #expect(try names(home) == ["Page 5", "Page 1"])
            let back = try home.run("restore", "\(ids[1])..\(ids[3])", ids[2])
            #expect(back.errors == "cloudy: Restored 3 bookmarks.\n")
            #expect(try names(home).count == 5)
        }
    }

    @Test func severalQueriesFindTheMatchesOfAny() throws {
        try withScratchHome { home in
            _ = try pages(home)
            let none = try home.run("delete", "--query", "nothing", "--query", "zero")
            #expect(none.status == 1)
            #expect(none.errors.contains("matches “nothing” or “zero”. Nothing was done."))
            let outcome = try home.run(
                "delete", "--query", "url:example/1", "-q", "nothing", "-q", "url:example/4")
            #expect(outcome.errors == "cloudy: Deleted 2 bookmarks.\n")
            #expect(try names(home) == ["Page 5", "Page 3", "Page 2"])
        }
    }

    @Test func queriesURLsAndIDsCanBeCombined() throws {
        try withScratchHome { home in
            let ids = try pages(home)
            let outcome = try home.run(
                "delete", "HTTPS://A.example:443/1", String(ids[0].prefix(12)), "--query", "#even")
            #expect(outcome.errors == "cloudy: Deleted 4 bookmarks.\n")
            #expect(try names(home) == ["Page 3"])
            #expect(try home.run("restore", "--query", "#even").status == 0)
            #expect(try names(home) == ["Page 4", "Page 3", "Page 2"])
        }
    }

    @Test func outputOfListCanBePipedIn() throws {
        try withScratchHome { home in
            let ids = try pages(home)
            let outcome = try home.shell("\"$0\" list '#odd' | \"$0\" edit - --add-tag piped")
            #expect(outcome.errors == "cloudy: Changed 3 bookmarks.\n")
            #expect(try home.list("#piped").count == 3)
            let null = try home.run(
                ["edit", "-0", "-", "--folder", "x"],
                input: "\(ids[0])\0https://a.example/1\0")
            #expect(null.errors == "cloudy: Changed 2 bookmarks.\n")
            #expect(try home.list("in:x").map(\.name) == ["Page 5", "Page 1"])
        }
    }

    @Test func invalidTargetIsReportedWithItsLine() throws {
        try withScratchHome { home in
            let ids = try pages(home)
            let json = try home.shell("\"$0\" list --json | \"$0\" delete -")
            #expect(json.status == 65)
            #expect(json.errors.contains("Line 1 of standard input, “["), "\(json.errors)")
            #expect(json.errors.contains("not JSON: pipe in cloudy list"))
            let third = try home.run(["delete", "-"], input: "\(ids[0])\n\nno target\n")
            #expect(third.status == 65)
            #expect(third.errors.contains("Line 3 of standard input, “no target”, is neither"))
            #expect(try names(home).count == 5)
        }
    }

    @Test func oneWrongTargetStopsTheWholeCommand() throws {
        try withScratchHome { home in
            let ids = try pages(home)
            for wrong in ["zzzz", "https://b.example/", "\(ids[0])..zzzz"] {
                let outcome = try home.run("delete", ids[0], wrong)
                #expect(outcome.status == 1, "\(outcome.errors)")
                #expect(outcome.output.isEmpty && outcome.errors.hasPrefix("cloudy: No bookmark"))
            }
            #expect(try home.run("delete", "--query", "nothing").status == 1)
            #expect(try home.run("delete", "--query", "is:nothing").status == 64)
            #expect(try home.run("delete").status == 64)
            #expect(try home.run("delete", "a", "-0").status == 64)
            #expect(try home.run(["delete", "-"], input: "\(ids[0])\nzzzz\n").status == 1)
            #expect(try names(home).count == 5)
        }
    }

    @Test func queryMayBeginWithAMinus() throws {
        try withScratchHome { home in
            _ = try pages(home)
            let missing = try home.run("delete", "--query", "--yes")
            #expect(missing.status == 64 && missing.errors.contains("The query is missing"))
            #expect(try home.run("watch", "--query", "--all").status == 64)
            #expect(try home.run("delete", "--query", "-#even").status == 0)
            #expect(try home.run("delete", "-q", "-Page").status == 1)
            #expect(try names(home) == ["Page 4", "Page 2"])
        }
    }

    @Test func duplicatesOfATargetURLAreNamed() throws {
        try withScratchHome { home in
            let one = try home.add("https://a.example/", name: "One")
            try home.run("add", "https://a.example/", "--even-if-there")
            let outcome = try home.run("delete", "https://a.example/")
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("Several bookmarks") && outcome.errors.contains(one))
        }
    }

    @Test func nameAndURLCannotBeSetForSeveralBookmarks() throws {
        try withScratchHome { home in
            _ = try pages(home)
            let outcome = try home.run("edit", "--query", "#odd", "--name", "Same")
            #expect(outcome.status == 64)
            #expect(try names(home).contains("Same") == false)
            let url = try home.run("edit", "--query", "#odd", "--url", "https://same.example/")
            #expect(url.status == 64)
            #expect(try home.list("same.example").isEmpty)
            #expect(try home.run("edit", "--query", "#even", "--tags", "a,b").status == 0)
            #expect(try home.list("#a", "#b").count == 2)
            #expect(try home.run("edit", "--query", "#a", "--remove-tag", "A").status == 0)
            #expect(try home.list("#b").first?.tags == ["b"])
        }
    }

    @Test func deletionOfManyAsksForConfirmationInATerminal() throws {
        try withScratchHome { home in
            try home.fill(12)
            let terminal = try home.open(
                [
                    "-c", "\"$0\" delete --query Page; echo \"status $?\"; read line",
                    Places.program,
                ],
                columns: 80, program: "sh")
            try terminal.expect("Delete 12 bookmarks? [y/N]")
            try terminal.press("n", "Enter")
            try terminal.expect("Nothing was done.", "status 1")
            #expect(try home.list().count == 12)
            let yes = try home.open(
                [
                    "-c", "\"$0\" delete --yes --query Page; echo \"status $?\"; read line",
                    Places.program,
                ],
                columns: 80, program: "sh")
            try yes.expect("Deleted 12 bookmarks.", "status 0")
        }
    }

    @Test func openStartsTheBrowserForEachMatch() throws {
        try withScratchHome { home in
            _ = try pages(home)
            let log = home.folder.path("opened")
            let script = try home.folder.writeProgram("browser", "echo \"$1\" >> \(log)")
            let outcome = try home.with(["BROWSER": script]).run("open", "--query", "#even")
            #expect(outcome.errors == "cloudy: Opened 2 bookmarks.\n")
            let opened = try home.shell("sort \(log)").output
            #expect(opened == "https://a.example/2\nhttps://a.example/4\n")
            #expect(try home.run("open", "https://nowhere.example/").status == 1)
        }
    }
}
