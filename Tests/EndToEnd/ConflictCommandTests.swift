import TestSupport
import Testing

/// Conflicts and airplane mode by command.
@Suite(.endToEnd)
struct ConflictCommandTests {
    /// A bookmark whose name two devices changed. The other device's value shows.
    private func conflict(_ home: Home, _ page: String) throws -> String {
        let id = try home.add("https://\(page).example/", name: page)
        try home.run("sync")
        try home.run("sync", "--device", "laptop")
        try home.run("edit", id, "--name", "Mine \(page)", "--offline")
        try home.run("edit", id, "--name", "Theirs \(page)", "--device", "laptop")
        try home.run("sync")
        return id
    }

    @Test func conflictsAreShownAndSettled() throws {
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

    /// If a field has several values, any of them can be taken, which settles the field.
    @Test func settleTakesAnyOfSeveralValues() throws {
        try withScratchHome { home in
            let id = try home.add("https://one.example/", name: "One")
            let devices = ["here", "laptop", "phone"]
            for device in devices { try home.sync(device: device) }
            for device in devices {
                try home.run("edit", id, "--name", "By \(device)", "--offline", "--device", device)
            }
            try home.run("edit", id, "--url", "https://two.example/", "--offline")
            try home.run(
                "edit", id, "--url", "https://three.example/", "--offline", "--device", "laptop")
            for device in devices + devices { try home.sync(device: device) }
            let rows = try home.run("conflicts", id).output.split(separator: "\n")
                .map { $0.split(separator: "\t") }
            #expect(rows.count == 3 && rows.map { $0[0] }.allSatisfy { $0 == id }, "\(rows)")
            #expect(rows.filter { $0[1] == "url" }.count == 1, "\(rows)")
            let names = rows.filter { $0[1] != "url" }
            #expect(names.map { $0[1] } == ["name:1", "name:2"], "\(names)")
            let json = try home.run("conflicts", id, "--json").output
            #expect(json.contains("\"field\":\"name\"") && json.contains("\"take\":\"name:2\""))

            let none = try home.run("settle", id, "--take", "name:3")
            #expect(none.status == 1)
            #expect(
                none.errors
                    == "cloudy: name has 2 other values, not 3. To see all values: cloudy "
                    + "conflicts \(id)\n", "\(none.errors)")
            for wrong in ["name:0", "name:x", "name:", "color:1", "note:1", ":1"] {
                #expect(try home.run("settle", id, "--take", wrong).status == 64, "\(wrong)")
            }
            for row in names {
                let taken = try home.run("settle", id, "--take", String(row[1]))
                #expect(taken.status == 0, "\(taken)")
                #expect(
                    taken.errors
                        == "cloudy: It still has a conflict in url. To see it: cloudy conflicts "
                        + "\(id)\n")
                let bookmark = try home.list("example").first
                #expect(bookmark?.name == String(row[3]), "\(row)")
                #expect(bookmark?.conflicts == ["url"])
                #expect(try home.run("undo").status == 0)
                #expect(try home.run("conflicts", id).output.split(separator: "\n").count == 3)
            }
        }
    }

    @Test func airplaneModeIsTurnedOnAndOff() throws {
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

    @Test func copyPutsTheURLOnTheClipboard() throws {
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
