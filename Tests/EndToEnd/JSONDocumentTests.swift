import ScratchFolder
import TestSupport
import Testing

/// The members in Docs/Reference/JSON.md are exactly those that commands print.
@Suite(.endToEnd)
struct JSONDocumentTests {
    /// The members in the tables under each heading, in order. A heading without a table refers to
    /// another command with “as in”; “and also” adds members to that command's.
    private static func tables() throws -> [String: [Set<String>]] {
        let text = try Command("cat", ["\(Places.repository)/Docs/Reference/JSON.md"]).run().output
        var tables: [String: [Set<String>]] = [:]
        var others: [String: String] = [:]
        var extended: Set<String> = []
        var heading = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## `") {
                heading = String(line.dropFirst(4).dropLast())
                tables[heading] = []
            } else if line.hasPrefix("| field") {
                tables[heading]?.append([])
            } else if line.hasPrefix("| `"), let count = tables[heading]?.count, count > 0 {
                let member = line.dropFirst(3).prefix { $0 != "`" }
                tables[heading]?[count - 1].insert(String(member))
            } else if let other = line.firstMatch(of: #/s in `(cloudy [^`]+)`/#) {
                others[heading] = String(other.output.1)
                if line.hasSuffix(", and also:") { extended.insert(heading) }
            }
        }
        for (heading, other) in others where tables[heading]?.isEmpty != false {
            tables[heading] = tables[other]
        }
        for heading in extended {
            let base = others[heading].flatMap { tables[$0]?.first } ?? []
            tables[heading]?[0].formUnion(base)
        }
        return tables
    }

    /// The members of each object in a text, which is an array or has an object on each line.
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

    /// A program that takes the copied text.
    private static let clipboard = """
        mkdir -p "$HOME/bin"; printf '#!/bin/sh\\ncat >/dev/null\\n' > "$HOME/bin/xclip"
        chmod +x "$HOME/bin/xclip"; PATH="$HOME/bin:$PATH"; export DISPLAY=:0
        """

    /// Two devices set the same key at the same time.
    private static let conflict = """
        on='--identifier org.example.notes'
        cloudy store set size 9 $on
        cloudy store set theme dark $on --offline
        cloudy store set theme light $on --device laptop; cloudy store list $on
        """

    /// The commands to run before another, so that it has something to print.
    private static let preparations = [
        "cloudy account re": "cloudy account use other; cloudy account use default",
        "cloudy backup --list": "cloudy backup",
        "cloudy redo": "cloudy undo",
        "cloudy restore --from": "FILE=$HOME/saved; cloudy backup \"$FILE\"",
        "cloudy restore ID": "ID=$GONE", "cloudy delete --forever": "ID=$GONE",
        "cloudy cloud devices": "cloudy sync; cloudy sync --device other",
        "cloudy searches rename": "cloudy searches save other '#x'",
        "cloudy searches delete": "cloudy searches save other '#x'",
        "cloudy store": conflict,
        "cloudy copy": clipboard,
        "cloudy browsers watch": """
        for file in chromium/Default vivaldi/X; do
            echo '{"roots":{"other":{"guid":"o","name":"Other","children":[]}}}' \
                > "$HOME/.config/$file/Bookmarks"
        done
        """,
        "cloudy export": "cd \"$HOME\"; FILE=$HOME/list.json",
        "cloudy note": "echo one | cloudy note $ID -",
        "cloudy docs": """
        export BROWSER=true
        echo one | cloudy note $ID -; echo two | cloudy note $ID -
        cloudy docs delete $(echo file | cloudy attach $ID - --name gone.txt)
        """,
        "cloudy serve": "cloudy serve token add --name firefox",
        "cloudy transfers": "echo one | cloudy note $ID - --offline",
        "cloudy read": "FILE=$HOME/page; echo '<p>Enough words for a text, of a page.' >\"$FILE\"",
    ]

    /// The output of a command of the document, in its own copy of a home that has something of
    /// everything.
    private func printed(_ home: Home, _ command: String) throws -> String {
        let copy = home.folder.path("copy")
        var line = command
        for (word, value) in [
            ("NAME", "other"), ("NEW", "new"), ("URL", "https://json.example/"), (" ID", " $ID"),
            ("FILE", "\"$FILE\""), ("TAG", "x"), ("FOLDER", "work"), ("QUERY", "'#x'"),
        ] {
            line = line.replacing(word, with: value)
        }
        if command.hasPrefix("cloudy note") { line = "echo text | " + line }
        if command.contains(" watch "), !command.contains("--once") { line += " --all | head -n 2" }
        let before = Self.preparations.first { command.hasPrefix($0.key) }?.value ?? ":"
        return try home.with(["CLOUDY_HOME": copy]).shell(
            """
            rm -rf '\(copy)'; cp -a '\(home.path)' '\(copy)'
            cloudy() { "$0" "$@"; }
            ID=$(cat "$HOME/id"); GONE=$(cat "$HOME/gone"); FILE=$HOME/links
            { \(before); } >/dev/null 2>&1
            \(line)
            """
        ).output
    }

    /// Fills a home with a bookmark that has all fields, a conflict, a deleted bookmark, and two
    /// browsers.
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
        try home.shell(
            """
            echo \(id) > "$HOME/id"; echo \(gone) > "$HOME/gone"
            echo 'https://c.example/' > "$HOME/links"
            for profile in chromium/Default vivaldi/X; do
                mkdir -p "$HOME/.config/$profile" && echo '{}' > "$HOME/.config/$profile/Bookmarks"
            done
            """)
    }

    /// Commands that use the web, a terminal or a server are tested elsewhere: see
    /// `WebCommandTests`, `PickTests`, `ServerTests` and `SealedTests`.
    private static let elsewhere = [
        "cloudy check --json", "cloudy fetch --json", "cloudy pick --json",
        "cloudy cloud use URL --json", "cloudy cloud leave --json",
        "cloudy cloud leave --undo --json",
        "cloudy key create --json", "cloudy key enter --json", "cloudy key show --json",
        "cloudy key rotate --json", "cloudy key seal --json",
    ]

    @Test func printedJSONMatchesTheDocumentedMembers() throws {
        let tables = try Self.tables()
        #expect(tables.count >= 40)
        try withScratchHome { home in
            try fill(home)
            for (command, documented) in tables where !Self.elsewhere.contains(command) {
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

    /// The commands that have no `--json`, and why.
    private static let silent = [
        "cloudy": "opens the list", "cloudy browsers": "is what browsers list is",
        "cloudy searches": "is what searches list is",
        "cloudy store": "is what store usage is",
        "cloudy completions": "prints a script for a shell",
        "cloudy docs": "is what docs list is",
        "cloudy transfers": "is what transfers list is",
        "cloudy serve": "runs cloudy-serve",
    ]

    /// The document covers every command that prints JSON.
    @Test func everyCommandWithJSONIsDocumented() throws {
        try withScratchHome { home in
            let script = """
                import json, sys
                def walk(command, path):
                    if command["commandName"] == "help": return
                    names = [n["name"] for a in command.get("arguments", [])
                             for n in a.get("names", [])]
                    print("json" if "json" in names else "none", path)
                    for sub in command.get("subcommands", []):
                        walk(sub, path + " " + sub["commandName"])
                walk(json.load(open(sys.argv[1]))["command"], "cloudy")
                """
            let file = home.folder.path("help.json")
            _ = try home.shell("\"$0\" --experimental-dump-help > '\(file)'")
            let commands = try home.python(script, file).split(separator: "\n")
            let printing = commands.filter { $0.hasPrefix("json ") }.map { $0.dropFirst(5) }
            let others = commands.filter { $0.hasPrefix("none ") }.map { String($0.dropFirst(5)) }
            #expect(Set(others) == Set(Self.silent.keys))
            #expect(printing.count > 40)
            // The help of cloudy does not know the commands of cloudy-serve.
            let headings = try Self.tables().keys.filter { !$0.hasPrefix("cloudy serve ") }
            let documented = headings.map { heading in
                printing.filter { heading.hasPrefix($0 + " ") }.max { $0.count < $1.count } ?? ""
            }
            #expect(Set(printing) == Set(documented))
        }
    }
}
