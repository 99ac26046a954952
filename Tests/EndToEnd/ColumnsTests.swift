import ScratchFolder
import TestSupport
import Testing

/// Output of commands at a terminal has columns that fit it. In a pipe, tabs separate the fields.
@Suite(.endToEnd)
struct ColumnsTests {
    private static let long = "A name that is far too long to fit into the line of a small terminal"

    /// The lines that a command prints at a terminal before its status.
    private func lines(
        _ home: Home, _ command: String, columns: Int = 60, status: Int = 0
    ) throws -> [String] {
        let terminal = try home.open(
            ["-c", "\"$0\" \(command); echo \"status $?\"; read line", Places.program],
            columns: columns, program: "sh")
        try terminal.expect("status \(status)")
        return try terminal.screen.split(separator: "\n").map(String.init)
            .prefix { !$0.hasPrefix("status") }.map { $0 }
    }

    @Test func tagsAndFoldersPrintColumns() throws {
        try withScratchHome { home in
            try home.run(
                "add", "https://a.example/", "--tag", "one", "--tag", "two", "--folder",
                "Dev/Swift")
            try home.run("add", "https://b.example/", "--tag", "two", "--folder", "Dev")
            #expect(try lines(home, "tags") == ["1  one", "2  two"])
            #expect(try lines(home, "folders") == ["2  Dev", "1  Dev/Swift"])
            #expect(try home.run("tags").output == "1\tone\n2\ttwo\n")
            #expect(try home.run("folders").output == "2\tDev\n1\tDev/Swift\n")
        }
    }

    @Test func duplicatesFitTheTerminalAndMarkArchivedOnes() throws {
        try withScratchHome { home in
            try home.run("add", "https://a.example/", "--name", Self.long)
            let added = try home.run(
                "add", "http://a.example/#x", "--name", "Other", "--tag", "t", "--even-if-there")
            let other = String(added.output.dropLast())
            try home.run("edit", other, "--archived")
            let piped = try home.run("duplicates").output
            #expect(piped.contains("goes\t\(other)\tOther\thttp://a.example/#x\t#t\tarchived\n"))
            let shown = try lines(home, "duplicates")
            try #require(shown.count == 2, "\(shown)")
            #expect(!shown.contains { $0.contains("\t") })
            #expect(shown[0].hasPrefix("stays  ") && shown[0].contains("…"))
            #expect(shown[1].hasPrefix("goes   ") && shown[1].contains("arch"), "\(shown)")
            #expect(shown.allSatisfy { $0.count <= 60 })
            let json = try home.run("duplicates", "--json").output
            #expect(json.contains("\"archived\":false") && json.contains("\"archived\":true"))
        }
    }

    @Test func conflictsHaveHeadings() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", device: "laptop")
            try home.run("sync", "--device", "phone")
            try home.run("edit", id, "--name", Self.long, "--offline", "--device", "phone")
            try home.run("edit", id, "--name", "Later", "--device", "laptop")
            for device in ["phone", "laptop"] { try home.run("sync", "--device", device) }
            let shown = try lines(home, "conflicts --device laptop")
            try #require(shown.count == 2, "\(shown)")
            #expect(shown[0].hasPrefix("ID"))
            #expect(shown[1].contains("name") && shown[1].contains("Later"), "\(shown)")
            #expect(shown[1].contains("…") && shown[1].hasSuffix("phone"), "\(shown)")
            #expect(
                try home.run("conflicts", "--device", "laptop").output.contains("\tname\tLater"))
        }
    }

    /// A question breaks between its words, as messages do.
    @Test func questionsBreakTheirLinesBetweenWords() throws {
        try withScratchHome { home in
            for number in 1...12 { try home.add("https://a\(number).example/", name: "Alpha") }
            let terminal = try home.open(
                ["-c", "\"$0\" delete --query Alpha", Places.program], columns: 24, program: "sh")
            try terminal.expect("[y/N]")
            let lines = try terminal.screen.split(separator: "\n").map(String.init)
            #expect(lines.allSatisfy { $0.count <= 24 })
            let words = lines.joined(separator: " ").split(separator: " ")
            #expect(words.contains("bookmarks") || words.contains("bookmarks?"), "\(lines)")
            #expect(words.contains("[y/N]"))
            try terminal.type("n")
            try terminal.press("Enter")
        }
    }
}
