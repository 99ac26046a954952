import ScratchFolder
import TestSupport
import Testing

/// Docs/JSON.md names what commands print: no member more, and none less.
@Suite(.endToEnd)
struct JSONDocumentTests {
    /// The members of the tables under a heading, by the place of the table.
    private static func tables() throws -> [String: [Set<String>]] {
        let text = try Command("cat", ["\(Places.repository)/Docs/JSON.md"]).run().output
        var tables: [String: [Set<String>]] = [:]
        var heading = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## `") {
                heading = String(line.dropFirst(4).dropLast())
                tables[heading] = []
            } else if line.hasPrefix("| member") {
                tables[heading]?.append([])
            } else if line.hasPrefix("| `"), let count = tables[heading]?.count, count > 0 {
                let member = line.dropFirst(3).prefix { $0 != "`" }
                tables[heading]?[count - 1].insert(String(member))
            }
        }
        return tables
    }

    /// The members of each object that a text holds, an array or an object on each line.
    private func members(_ home: Home, _ json: String) throws -> [Set<String>] {
        let file = home.folder.path("printed.json")
        _ = try home.shell("cat > '\(file)' <<'END'\n\(json)\nEND")
        let script = """
            import json, sys
            text = open(sys.argv[1]).read()
            try: values = json.loads(text)
            except ValueError: values = [json.loads(line) for line in text.split("\\n") if line]
            for one in values if isinstance(values, list) else [values]: print(" ".join(one))
            """
        return try home.python(script, file).split(separator: "\n")
            .map { Set($0.split(separator: " ").map(String.init)) }
    }

    /// What a command of the document prints in a home where there is something of everything.
    private func printed(_ home: Home, _ command: String) throws -> String {
        if command == "cloudy watch --json" {
            return try home.shell("\"$0\" watch --json --all | head -n 2").output
        }
        if command.hasPrefix("cloudy restore") {
            return try home.shell(
                """
                cd '\(home.folder.path)'; "$0" backup ./saved >/dev/null; \
                "$0" restore --from ./saved --json
                """
            ).output
        }
        // Of an account that is made for it.
        if command.hasPrefix("cloudy account re") {
            try home.run("account", "use", "NAME")
            try home.run("account", "use", "default")
            return try home.shell(command.replacing("cloudy ", with: "\"$0\" ")).output
        }
        // What is done again was taken back before.
        if command.hasPrefix("cloudy redo") { try home.run("undo") }
        let line = command.replacing("cloudy ", with: "\"$0\" ").replacing("NAME", with: "other")
            .replacing("URL", with: "https://json.example/")
            .replacing(" ID", with: " $(\"$0\" list --limit 1 --format '{id}')")
            .replacing("FILE", with: "'\(home.folder.path("links"))'")
        // The others are about the account that the device used before.
        return try home.shell("\(line); \"$0\" account use default >/dev/null 2>&1").output
    }

    /// A home with a bookmark that has all, a conflict, and a deleted bookmark.
    private func fill(_ home: Home) throws {
        let id = try home.add("https://a.example/", name: "Alpha", tags: ["x"])
        try home.run("edit", id, "--folder", "work")
        try home.run("searches", "save", "later", "#x")
        try home.run("add", "https://a.example/#same", "--even-if-there")
        let gone = try home.add("https://b.example/", name: "Beta")
        try home.run("delete", gone)
        try home.run("sync", "--device", "laptop")
        try home.run("edit", id, "--name", "Mine", "--offline")
        try home.run("edit", id, "--name", "Theirs", "--device", "laptop")
        try home.run("sync")
        _ = try home.shell("echo 'https://c.example/' > '\(home.folder.path("links"))'")
    }

    @Test func eachTableIsWhatIsPrinted() throws {
        let tables = try Self.tables()
        #expect(tables.count >= 11)
        try withScratchHome { home in
            try fill(home)
            // What the web says is tried where there is a web: see `WebTests`.
            for (command, documented) in tables.sorted(by: { $0.key < $1.key })
            where !["cloudy check --json", "cloudy fetch --json"].contains(command) {
                let printed = try members(home, try printed(home, command))
                try #require(!printed.isEmpty, "\(command)")
                for (index, members) in printed.enumerated() {
                    let table = documented[min(index, documented.count - 1)]
                    #expect(members == table, "\(command)")
                }
                #expect(printed.count >= documented.count, "\(command)")
            }
        }
    }

    /// A command that prints JSON is in the document.
    @Test func noCommandIsForgotten() throws {
        try withScratchHome { home in
            let script = """
                import json, sys
                def walk(command, path):
                    names = [n["name"] for a in command.get("arguments", [])
                             for n in a.get("names", [])]
                    if "json" in names and not command.get("subcommands"): print(path)
                    for sub in command.get("subcommands", []):
                        walk(sub, path + " " + sub["commandName"])
                walk(json.load(open(sys.argv[1]))["command"], "cloudy")
                """
            let file = home.folder.path("help.json")
            _ = try home.shell("\"$0\" --experimental-dump-help > '\(file)'")
            let commands = try home.python(script, file).split(separator: "\n")
            let documented = try Self.tables().keys
            // Settings are handed the flag of the command above, and print nothing.
            let silent = ["cloudy settings set", "cloudy settings unset", "cloudy settings path"]
            for command in commands where !silent.contains(String(command)) {
                #expect(documented.contains { $0.hasPrefix("\(command) ") }, "\(command)")
            }
        }
    }
}
