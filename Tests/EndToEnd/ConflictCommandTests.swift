import TestSupport
import Testing

/// Conflicts and airplane mode by command.
@Suite(.endToEnd)
struct ConflictCommandTests {
    /// A bookmark of which two devices changed the name; the other device's value shows.
    private func conflict(_ home: Home, _ page: String) throws -> String {
        let id = try home.add("https://\(page).example/", name: page)
        try home.run("sync")
        try home.run("sync", "--device", "laptop")
        try home.run("edit", id, "--name", "Mine \(page)", "--offline")
        try home.run("edit", id, "--name", "Theirs \(page)", "--device", "laptop")
        try home.run("sync")
        return id
    }

    @Test func areShownAndSettled() throws {
        try withScratchHome { home in
            let one = try conflict(home, "one")
            let two = try conflict(home, "two")
            #expect(
                try home.run("conflicts", one).output
                    == "\(one)\tname\tTheirs one\tMine one\there\n")
            #expect(try home.run("conflicts").output.split(separator: "\n").count == 2)
            let wrong = try home.run("settle", one, "--take", "url")
            #expect(wrong.status == 1 && wrong.errors.contains("only in name."))
            #expect(try home.run("settle", one, "--take", "name").status == 0)
            #expect(try home.list("Mine").first?.conflicts == [])
            #expect(try home.run("settle", "--query", "is:conflict").status == 0)
            #expect(try home.list("two").first?.name == "Theirs two")
            #expect(try home.run("conflicts").output.isEmpty)
            let none = try home.run("settle", two)
            #expect(none.status == 1 && none.errors.contains("no conflict"))
            #expect(try home.run("settle", two, "--take", "name").status == 1)
            #expect(try home.run("settle", two, "--take", "color").status == 64)
            #expect(try home.run("settle", one, two, "--take", "name").status == 64)
        }
    }

    @Test func airplaneModeIsSwitched() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            #expect(try home.run("airplane").output == "off\n")
            #expect(try home.run("airplane", "on").status == 0)
            #expect(try home.run("airplane").output == "on\n")
            let waiting = try home.run("add", "https://b.example/")
            #expect(waiting.errors.contains("1 edit waits"))
            let sync = try home.run("sync")
            #expect(sync.status == 69 && sync.errors.contains("cloudy airplane off"))
            #expect(try home.run("airplane", "off").status == 0)
            #expect(try home.status().unsent == 0)
            #expect(try home.run("airplane", "maybe").status == 64)
        }
    }

    @Test func urlsAreCopied() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let terminal = try home.open(
                ["-c", "\"$0\" copy --query Alpha; echo \"status $?\"; read line", Places.program],
                columns: 80, program: "sh")
            try terminal.expect("status 0")
            #expect(try terminal.clipboard == "https://a.example/")
        }
    }
}
