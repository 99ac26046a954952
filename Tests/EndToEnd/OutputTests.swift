import ScratchFolder
import TestSupport
import Testing

/// The printed forms of bookmarks: templates, NUL, links, colours, the pager.
@Suite(.endToEnd)
struct OutputTests {
    @Test func templatesPrintFields() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["x", "y"])
            try home.run("edit", id, "--folder", "work/a", "--notes", "one\ntwo")
            let line = try home.run(
                "list", "--format", "{id}\\t{title} {{{tags}}} {folder} {device}\\n{notes}\\\\")
            #expect(line.output == "\(id)\tAlpha {x y} work/a here\none two\\")
            let all = try home.run("list", "--format", "{name}{url}{conflicts}{added}{modified}")
            let pattern = /Alphahttps:\/\/a.example\/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\d{4}-.*/
            #expect(all.output.wholeMatch(of: pattern) != nil, "\(all.output)")
            let trash = try home.run("trash", "--format", "{id}")
            #expect(trash.output.isEmpty && trash.status == 0)
        }
    }

    @Test(arguments: [
        ("{id} {nmae}", 5), ("{id", 0), ("a}", 1), ("{id}\\q", 4), ("\\", 0),
    ])
    func wrongTemplateIsShownWithThePlaceOfItsMistake(_ template: String, _ column: Int) throws {
        try withScratchHome { home in
            let outcome = try home.run("list", "--format", template)
            #expect(outcome.status == 64)
            #expect(outcome.output.isEmpty)
            let caret = String(repeating: " ", count: column) + "^"
            #expect(outcome.errors.hasSuffix("\n  \(template)\n  \(caret)\n"), "\(outcome.errors)")
        }
    }

    /// With NUL in a pipe, values are printed unchanged; everywhere else they are made harmless.
    @Test func printedFieldsCannotControlTheTerminal() throws {
        try withScratchHome { home in
            let name = "a\u{1b}[31m\u{202e}b\u{7}\nc\u{2066}"
            try home.run("add", "https://a.example/", "--name", name)
            let plain = try home.run("list", "--format", "{name}\\n").output
            #expect(plain == "a [31m b  c \n")
            let raw = try home.run("list", "-0", "--format", "{name}").output
            #expect(raw == name + "\0")
            let ended = try home.run("list", "-0").output
            #expect(ended.hasSuffix("\0") && !ended.contains("\n"))
            let terminal = try home.open(
                ["-c", "\"$0\" list -0 --format '<{name}>'; read line", Places.program],
                columns: 80, program: "sh")
            try terminal.expect("<a [31m b  c >")
        }
    }

    /// At a terminal, a command to type is not broken in two; in a pipe, a message is one line.
    @Test func messagesBreakTheirLinesBetweenWordsInATerminal() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let piped = try home.run("restore", "--from", "x")
            #expect(piped.errors.hasSuffix("“x”. To see the backups: cloudy backup --list\n"))
            let shell = try home.openShell("\"$0\" restore --from x", columns: 73)
            try shell.expect("“x”. To see the backups:\ncloudy backup --list\nstatus 65")
        }
    }

    @Test func listSortsAndLimits() throws {
        try withScratchHome { home in
            for name in ["Beta", "alpha", "Émile", "delta"] {
                try home.add("https://a.example/\(name.utf8.count)\(name.first ?? "x")", name: name)
            }
            func names(_ arguments: String...) throws -> [String] {
                try home.run(["list", "--format", "{name} "] + arguments).output
                    .split(separator: " ").map(String.init)
            }
            #expect(try names("--sort", "name") == ["alpha", "Beta", "delta", "Émile"])
            #expect(try names("--sort", "-name", "--limit", "2") == ["Émile", "delta"])
            #expect(try names("--sort", "added") == ["delta", "Émile", "alpha", "Beta"])
            #expect(try names("--sort", "-added", "--limit", "1") == ["Beta"])
            #expect(try home.run("list", "--sort", "--added").status == 64)
            #expect(try names("--limit", "1") == ["delta"])
            #expect(try names("--limit", "0") == [])
            #expect(try home.run("list", "--sort", "size").status == 64)
            #expect(try home.run("list", "--limit", "-1").status == 64)
            #expect(try home.run("list", "--limit", "x").status == 64)
            #expect(try home.run("list", "--json", "-0").status == 64)
        }
    }

    /// The bytes that `list` sends to a terminal, with the variables given.
    private func sent(_ home: Home, _ variables: [String: String?]) throws -> String {
        let log = home.folder.path("sent")
        _ = try home.with(variables).shell("script -qc \"'$0' list\" '\(log)' >/dev/null")
        return try home.shell("cat '\(log)'").output
    }

    @Test func linksAndColorsAreOnlyForTerminals() throws {
        try withScratchHome { home in
            try home.add("https://a.example/é", name: "Alpha", tags: ["x"])
            let piped = try home.run("list").output
            #expect(!piped.contains("\u{1b}"))
            let link = "\u{1b}]8;;https://a.example/%C3%A9\u{1b}\\"
            let full = try sent(home, ["TERM": "xterm-256color"])
            #expect(full.contains(link) && full.contains("\u{1b}[32m#x\u{1b}[m"))
            let plain = try sent(home, ["TERM": "xterm-256color", "NO_COLOR": "1"])
            #expect(plain.contains(link) && !plain.contains("\u{1b}["))
            for term in ["dumb", nil] as [String?] {
                let dumb = try sent(home, ["TERM": term])
                #expect(!dumb.contains("\u{1b}"))
            }
            let old = try sent(home, ["TERM": "vt100"])
            #expect(!old.contains("\u{1b}"))
            let console = try sent(home, ["TERM": "linux"])
            #expect(!console.contains("\u{1b}]8"))
        }
    }

    @Test func longListGoesThroughThePager() throws {
        try withScratchHome { home in
            try home.fill(60)
            let command = ["-c", "\"$0\" list; echo done; read line", Places.program]
            let paged = try home.with(["PAGER": "sed s/Page/Paged/"]).open(
                command, columns: 80, program: "sh")
            try paged.expect("Paged 100", "done")
            let short = try home.with(["PAGER": "sed s/Page/Paged/"]).open(
                ["-c", "\"$0\" list --limit 5; \"$0\" list --no-pager; echo done; read line"]
                    + [Places.program],
                columns: 80, program: "sh")
            let screen = try short.expect("Page 100", "done")
            #expect(!screen.contains("Paged"))
            // A pager that quits before it has read everything, which is more than a pipe holds.
            try home.fill(2000)
            let quit = try home.with(["PAGER": "true"]).open(
                ["-c", "\"$0\" list; echo ended $?; read line", Places.program], columns: 80,
                program: "sh")
            try quit.expect("ended 0")
            let missing = try home.with(["PAGER": "no-such-pager"]).open(
                command, columns: 80, program: "sh")
            try missing.expect("Page 100", "no-such-pager, set by $PAGER", "done")
        }
    }

    /// For all commands, output with more rows than the terminal goes through the pager.
    @Test func longOutputOfEveryCommandGoesThroughThePager() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["x", "y", "z"])
            try home.run("edit", id, "--folder", "one/two/three/four")
            try home.run("add", "https://a.example/#same", "--even-if-there")
            for name in ["a", "b", "c", "d"] { try home.run("searches", "save", name, "#x") }
            for name in ["Beta", "Gamma", "Delta"] {
                try home.run("delete", try home.add("https://\(name).example/", name: name))
            }
            let paged = home.folder.path("paged")
            try home.shell("printf 'cat > \(paged)' > \"$HOME/pager\"")
            let paging = home.with(["PAGER": "sh \(home.folder.path("pager"))"])
            // The terminal has two rows, whatever terminal runs the tests.
            func shown(_ command: String) throws -> String {
                try home.shell("rm -f '\(paged)'")
                let line = "stty rows 2 cols 80; \(Places.program) \(command)"
                _ = try paging.shell("script -qc \"\(line)\" /dev/null")
                return try home.shell("cat '\(paged)' 2>/dev/null || true").output
            }
            for command in [
                "list", "trash", "tags", "folders", "settings", "undo --list", "duplicates",
                "history \(id)", "show \(id)", "searches",
            ] {
                let text = try shown(command)
                #expect(text.split(separator: "\n").count >= 2, "\(command)")
                #expect(try shown(command + " --no-pager").isEmpty, "\(command)")
                if command == "list" || command == "trash" { continue }
                let line = "\"$0\" \(command)"
                // At a terminal, these print tables.
                if ["undo --list", "tags", "folders", "duplicates"].contains(command) { continue }
                #expect(try text == home.shell(line).output, "\(command)")
            }
            for command in ["export", "list --json", "tags --json"] {
                #expect(try shown(command).isEmpty, "\(command)")
            }
        }
    }

    @Test(arguments: ["check", "fetch", "conflicts", "show"])
    func queryWithoutResultsPrintsAnEmptyArray(command: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let result = try home.run(command, "-q", "zz", "--json")
            #expect(result.output == "[]\n" && result.status == 1)
        }
    }

    /// At a terminal, fields are aligned in columns, and no line is too long.
    @Test func listPrintsColumnsInATerminal() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", tags: ["x"])
            try home.add("https://b.example/" + String(repeating: "b", count: 90), name: "日本語")
            func lines(_ columns: Int) throws -> [String] {
                let terminal = try home.open(
                    ["-c", "\"$0\" list; echo done; read line", Places.program],
                    columns: columns, program: "sh")
                let screen = try terminal.expect("Alpha", "done")
                return screen.split(separator: "\n").prefix(2).map(String.init)
            }
            let wide = try lines(80)
            // Each of the three wide letters takes two columns.
            let url = try #require(wide[0].firstRange(of: "https://b")?.lowerBound)
            let below = try #require(wide[1].firstRange(of: "https://a")?.lowerBound)
            #expect(
                wide[0][..<url].count + 3 == wide[1][..<below].count, "\(wide)")
            #expect(wide[0].contains("…") && wide[0].count <= 80 - 3)
            #expect(wide[1].hasSuffix("  #x"))
            let narrow = try lines(30)
            #expect(narrow[0].contains("日本語") && !narrow[1].contains("#x"), "\(narrow)")
            #expect(narrow.allSatisfy { $0.count <= 30 })
            let piped = try home.run("list").output
            #expect(piped.contains("\tAlpha\thttps://a.example/\t#x\n"))
        }
    }

    @Test func addedBookmarkIsPrintedAsJSON() throws {
        try withScratchHome { home in
            let added = try home.run("add", "https://a.example/", "--json", "--name", "Alpha")
            let listed = try home.run("list", "--json").output
            #expect(listed == "[\n" + added.output.dropLast() + "\n]\n")
        }
    }

    /// The extension of a file decides the format. If it is unknown, the message says what to type.
    @Test(arguments: [
        ("x.html", "<!DOCTYPE NETSCAPE"), ("x.csv", "name,"), ("X.OPML", "<?xml"), ("x.md", "- ["),
    ])
    func fileExtensionDecidesTheFormatOfAnExport(_ name: String, _ start: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let path = home.folder.path(name)
            #expect(try home.run("export", "-o", path).status == 0)
            #expect(try home.shell("cat '\(path)'").output.contains(start))
            #expect(try home.run("export", "-o", path, "--format", "json").status == 0)
            #expect(try home.shell("head -c 1 '\(path)'").output == "[")
            for unclear in ["x.txt", "x"] {
                let refused = try home.run("export", "-o", home.folder.path(unclear))
                #expect(refused.status == 64)
                #expect(refused.errors.contains("cloudy export --format html -o"))
            }
            let piped = try home.shell("\"$0\" export -o /dev/stdout | cat")
            #expect(piped.status == 0 && piped.output.hasPrefix("["))
        }
    }
}
