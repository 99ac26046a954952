import ScratchFolder
import TestSupport
import Testing

/// The log of a list records what happened, without private data.
@Suite(.endToEnd)
struct LogTests {
    private func log(_ options: String...) throws -> String {
        try withScratchHome { home in
            try home.add("https://secret.example/", name: "Hidden")
            let file = "\(home.folder.path)/log"
            let list = try home.open(
                ["--log", file] + options, columns: 80, program: Places.program)
            try list.expect("Hidden")
            try list.add("https://typed.example/", name: "Typed")
            try list.press("d")
            try list.expect("Deleted")
            try list.press("q")
            let isWhole = try wait { try home.shell("grep -q quit \(file)").status == 0 }
            #expect(isWhole)
            return try Command("cat", [file]).run().output
        }
    }

    @Test func logOfAListHasNoContent() throws {
        let log = try log()
        for word in [
            "cloudy 0.1.0", "terminal ", "80x24", "-> AddBookmark", "-> DeleteBookmarks",
            "-> quit",
        ] {
            #expect(log.contains(word), "\(word)")
        }
        for word in ["secret", "Hidden", "typed.example", "Typed"] {
            #expect(!log.contains(word), "\(word)")
        }
    }

    @Test func logOfACommandHasItsNameAndStatus() throws {
        try withScratchHome { home in
            try home.add("https://secret.example/", name: "Hidden")
            let file = "\(home.folder.path)/log"
            let arguments = ["edit", "--name=Typed", "-q", "Hidden", "--json"]
            let outcome = try home.run(
                ["--log", file, "--device", "here"] + arguments + ["--simulate", "offline"])
            #expect(outcome.status == 0 && outcome.output.hasPrefix("{\"changed\":1,"))
            let log = try Command("cat", [file]).run().output
            for line in [
                "cloudy 0.1.0", "command edit --name -q --json --simulate, and 2 more",
                "opened the home", "sends what was edited", "said something", "ended with status 0",
            ] {
                #expect(log.contains(" \(line)\n"), "\(line)\n\(log)")
            }
            for word in ["secret", "Hidden", "Typed"] { #expect(!log.contains(word), "\(word)") }
            let failed = try home.run("--log=\(file)", "--log-content", "show", "zz-typed")
            #expect(failed.status == 1 || failed.status == 65)
            let content = try Command("cat", [file]).run().output
            #expect(content.contains("zz-typed") && content.contains("failed: "))
            #expect(content.hasSuffix("ended with status \(failed.status)\n"))
        }
    }

    @Test func logOptionMayFollowTheCommand() throws {
        try withScratchHome { home in
            let file = "\(home.folder.path)/log"
            #expect(try home.run("list", "--log", file, "--limit", "1").status == 0)
            let log = try Command("cat", [file]).run().output
            #expect(log.contains(" command list --limit, and 1 more\n"), "\(log)")
            // An argument after two minuses is not an option.
            #expect(try home.run("list", "--", "--log", "x").status == 1)
        }
    }

    @Test func logHasTheContentOnRequest() throws {
        let log = try log("--log-content")
        #expect(log.contains("typed.example") && log.contains("Typed"))
    }
}
