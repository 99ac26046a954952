import ScratchFolder
import TestSupport
import Testing

/// The meanings of exit statuses, in one table.
@Suite(.endToEnd)
struct ExitStatusTests {
    /// Lines of shell and the status they end with; `$0` is the program, `$id` a bookmark,
    /// `$scratch` a folder.
    private static let table: [(line: String, status: Int32)] = [
        ("\"$0\" list", 0), ("\"$0\" list Alpha", 0), ("\"$0\" add https://b.example/", 0),
        ("\"$0\" edit $id --name B --offline", 0), ("\"$0\" status", 0), ("\"$0\" verify", 0),
        ("\"$0\" tags", 0), ("\"$0\" conflicts", 0), ("\"$0\" trash", 0), ("\"$0\" --version", 0),
        ("\"$0\" folders", 0), ("\"$0\" duplicates", 0), ("\"$0\" redo --list", 0),
        ("\"$0\" undo && \"$0\" undo --list && \"$0\" tags", 0),
        ("\"$0\" undo; \"$0\" undo", 1), ("\"$0\" duplicates --merge", 1),
        ("\"$0\" list nothing", 1), ("\"$0\" list --json nothing", 1),
        ("\"$0\" export nothing", 1), ("\"$0\" edit zzzz --name x", 1),
        ("\"$0\" delete https://nowhere.example/", 1), ("\"$0\" delete --query nothing", 1),
        ("\"$0\" restore $id", 1), ("\"$0\" settle $id", 1),
        ("\"$0\" delete --forever $id --yes", 1), ("\"$0\" delete --forever", 64),
        ("\"$0\" delete $id; \"$0\" delete --forever $id </dev/null", 64),
        ("\"$0\" delete $id; \"$0\" delete --forever $id --yes", 0),
        ("\"$0\" delete $id; \"$0\" trash --empty </dev/null", 64),
        ("\"$0\" trash --empty", 0), ("\"$0\" trash --yes", 64), ("\"$0\" purge $id", 64),
        ("\"$0\" tags delete nothing", 1), ("\"$0\" folders delete nothing", 1),
        ("\"$0\" conflicts $id", 1),
        ("\"$0\" help list", 0), ("\"$0\" help tags rename", 0), ("\"$0\" help", 0),
        ("\"$0\" show $id", 0), ("\"$0\" show zzzz", 1), ("\"$0\" show", 64),
        ("\"$0\" help nosuch", 64), ("\"$0\" help tags nosuch", 64), ("\"$0\" nonsense", 64),
        ("\"$0\" add", 64), ("\"$0\" list is:nonsense", 64),
        ("\"$0\" list --format '{x}'", 64), ("\"$0\" list --sort x", 64),
        ("\"$0\" delete", 64), ("\"$0\" edit $id", 64), ("\"$0\" sync --offline", 64),
        ("\"$0\" add https://c.example/ --tag 'two words'", 64),
        ("\"$0\" </dev/null | cat; \"$0\" </dev/null >/dev/null", 64),
        ("\"$0\" tags rename x 'a b'", 64), ("\"$0\" completions tcsh", 64),
        ("\"$0\" add 'no address'", 65), ("\"$0\" add https://a.example/", 65),
        ("\"$0\" import \"$scratch/missing\"", 65), ("\"$0\" import missing", 65),
        ("\"$0\" restore --from \"$scratch/missing\"", 65),
        ("\"$0\" restore --from missing", 65), ("\"$0\" restore --from 1999-01-01 -n", 65),
        ("echo words | \"$0\" import -", 65),
        ("EDITOR='sed -i s/^name:/nam:/' \"$0\" edit --editor $id", 65),
        ("\"$0\" airplane on; \"$0\" sync", 69),
        ("\"$0\" sync --simulate offline", 69),
        ("\"$0\" import http://127.0.0.1:1/links.csv", 69),
        ("\"$0\" import http://127.0.0.1:1/links.csv \"$scratch/missing\"", 65),
        ("EDITOR='rm -f' \"$0\" edit --editor $id", 65),
        ("\"$0\" export -o \"$scratch/no/such/folder/x.csv\"", 74),
        ("EDITOR=no-such-editor \"$0\" edit --editor $id", 78),
        ("BROWSER=no-such-browser \"$0\" open $id", 78),
        ("env -u BROWSER -u SSH_TTY -u SSH_CONNECTION PATH=/nowhere \"$0\" open $id", 78),
        ("env -u DISPLAY -u WAYLAND_DISPLAY -u TMUX setsid -w \"$0\" copy $id", 78),
        ("\"$0\" edit $id --url mailto:a@b.example; \"$0\" open $id --archived", 65),
        ("\"$0\" move $id --before $id", 64), ("\"$0\" move $id", 64),
        ("\"$0\" move $id --top", 0), ("\"$0\" move $id --top --up", 64),
        ("\"$0\" move $id --after zzzz", 1), ("\"$0\" move --query nothing --top", 1),
        ("CLOUDY_DEVICE=mistyped \"$0\" list", 78),
        ("\"$0\" list | head -n 0", 0),
    ]

    @Test func commandsExitWithTheStatusInTheTable() throws {
        for (line, status) in Self.table {
            try withScratchHome { home in
                let id = try home.add("https://a.example/", name: "Alpha", tags: ["x"])
                let outcome = try home.with(["VISUAL": nil]).shell(
                    "id=\(id) scratch='\(home.folder.path)'; \(line)")
                #expect(outcome.status == status, "\(line)\n\(outcome.errors)")
            }
        }
    }

    /// Lines for a user without root's rights, with all files read-only.
    private static let forbidden: [(line: String, status: Int32)] = [
        ("\"$0\" list", 0), ("\"$0\" add https://b.example/", 77),
        ("\"$0\" edit $id --name B", 77), ("\"$0\" delete $id", 77), ("\"$0\" sync", 77),
        ("\"$0\" export -o \"$scratch/x.csv\"", 77),
        ("\"$0\" --home \"$scratch/new\" add https://b.example/", 77),
        ("\"$0\" --log \"$scratch/log\" list", 77),
    ]

    /// Whether lines can run without capabilities, even if the tests run as root. The process still
    /// owns the files.
    private static let hasNamespaces =
        (try? Command("unshare", ["-U", "true"]).run().status) == 0

    @Test(.enabled(if: hasNamespaces, "needs user name spaces"))
    func missingPermissionsExitWith77() throws {
        for (line, status) in Self.forbidden {
            try withScratchHome { home in
                let id = try home.add("https://a.example/", name: "Alpha")
                // A folder within the scratch folder is closed, so that the scratch folder can be
                // removed again.
                let outcome = try home.shell(
                    """
                    id=\(id) scratch='\(home.folder.path)/closed'; export id scratch
                    mkdir "$scratch"; chmod -R a-w "$CLOUDY_HOME" "$scratch"
                    unshare -U sh -c '\(line.replacing("$0", with: Places.program))'
                    status=$?; chmod -R u+w "$CLOUDY_HOME" "$scratch"; exit $status
                    """)
                #expect(outcome.status == status, "\(line)\n\(outcome.errors)")
            }
        }
    }

    /// The help names each exit status.
    @Test func helpNamesEachExitStatus() throws {
        try withScratchHome { home in
            let help = try home.run("--help").output.replacing("\n", with: " ")
            let statuses = help.split(separator: "Exit status:").last ?? ""
            for status in Set(Self.table.map(\.status)).union([77, 130]) {
                #expect(statuses.contains(" \(status) "), "\(status)")
            }
        }
    }

    /// The reference has one row for each status.
    @Test func referenceHasARowForEachExitStatus() throws {
        let page = try Command("cat", ["\(Places.repository)/Docs/Reference/ExitStatuses.md"]).run()
        let rows = page.output.split(separator: "\n").compactMap { line in
            line.hasPrefix("| ") ? Int32(line.dropFirst(2).prefix { $0 != " " }) : nil
        }
        #expect(rows == Set(Self.table.map(\.status)).union([77, 130]).sorted())
    }
}
