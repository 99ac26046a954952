import ScratchFolder
import TestSupport
import Testing

/// Completion with Tab in real shells.
@Suite(.endToEnd)
struct CompletionTests {
    /// A shell without any configuration, with a prompt that is easy to wait for, ready for input.
    private func shell(_ home: Home, _ name: String) throws -> Terminal {
        let program = Places.program.split(separator: "/").dropLast().joined(separator: "/")
        let path = Command.inheritedEnvironment["PATH"] ?? "/usr/bin:/bin"
        let home = home.with(["PATH": "/\(program):\(path)", "PS1": "ready> "])
        let folder = home.folder.path("completions")
        switch name {
        case "bash":
            let terminal = try home.open("--norc", "--noprofile", "-i", program: name)
            try terminal.expect("ready>")
            try terminal.type("eval \"$(cloudy completions bash)\"; clear; echo set up\n")
            return terminal
        case "zsh":
            let terminal = try home.open("-f", "-i", program: name)
            try terminal.expect("ready>")
            try terminal.type(
                "mkdir \(folder); cloudy completions zsh > \(folder)/_cloudy; "
                    + "fpath=(\(folder) $fpath); autoload -Uz compinit; compinit -u -D; "
                    + "clear; echo set up\n")
            return terminal
        default:
            let prompt = "function fish_prompt; echo 'ready> '; end"
            let terminal = try home.open("--no-config", "-i", "-C", prompt, program: name)
            try terminal.expect("ready>")
            try terminal.type("cloudy completions fish | source; clear; echo set up\n")
            return terminal
        }
    }

    /// Leaves only a prompt on the screen: text that is typed before the prompt would show twice.
    private func beginLine(_ terminal: borrowing Terminal) throws {
        try terminal.press("C-u")
        try terminal.type("clear\n")
        try terminal.expect("only a prompt must be on the screen") {
            $0.split { $0.isWhitespace } == ["ready>"]
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func tabCompletesCommandsTagsFoldersAndIDs(_ name: String) throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["swiftly"])
            try home.run("edit", id, "--folder", "work/apps")
            let terminal = try shell(home, name)
            try terminal.expect("set up")
            // Each word is begun, completed, and then shows in full.
            for (typed, whole) in [
                ("cloudy compl", "cloudy completions"),
                ("cloudy edit --add-tag sw", "--add-tag swiftly"),
                ("cloudy edit --folder work/", "--folder work/apps"),
                ("cloudy delete \(id.prefix(6))", "delete \(id)"),
                ("cloudy list --no-pa", "--no-pager"),
            ] {
                try beginLine(terminal)
                try terminal.type(typed)
                try terminal.press("Tab")
                try terminal.expect(whole)
            }
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func tabCompletesQueriesSettingsAndNames(_ name: String) throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["swiftly"])
            try home.run("edit", id, "--folder", "work/apps")
            try home.run("searches", "save", "later", "#swiftly")
            let gone = try home.add("https://b.example/", name: "Beta")
            try home.run("delete", gone)
            let document = try home.run("attach", id, "-", "--name", "a.txt", input: "words")
                .output.filter { !$0.isNewline }
            try home.run("docs", "delete", document)
            let backup = try home.run("backup").output
            let day = backup.split(separator: "by-hand-").last?.prefix(10) ?? ""
            #expect(day.count == 10)
            let terminal = try shell(home, name)
            try terminal.expect("set up")
            for (typed, whole) in [
                ("cloudy list --sort mod", "--sort modified"),
                ("cloudy list @la", "list @later"),
                ("cloudy list '#sw", "list '#swiftly"),
                ("cloudy list 'alpha -#sw", "'alpha -#swiftly"),
                ("cloudy list 'alpha (-tag:sw", "'alpha (-tag:swiftly"),
                ("cloudy list -- -#sw", name == "zsh" ? "-- -\\#swiftly" : "-- -#swiftly"),
                ("cloudy list -- -tag:sw", "-- -tag:swiftly"),
                ("cloudy delete --query '#sw", "--query '#swiftly"),
                ("cloudy delete --query tag:sw", "--query tag:swiftly"),
                ("cloudy delete --query=tag:sw", "--query=tag:swiftly"),
                ("cloudy edit --add-tag=sw", "--add-tag=swiftly"),
                ("cloudy edit --folder=work/", "--folder=work/apps"),
                ("cloudy list --sort=mod", "--sort=modified"),
                ("cloudy move --before=\(id.prefix(6))", "--before=\(id)"),
                ("cloudy list 'tag:sw", "list 'tag:swiftly"),
                ("cloudy list folder:work/", "list folder:work/apps"),
                ("cloudy list in:work/", "list in:work/apps"),
                ("cloudy delete --query 'alpha in:work/", "'alpha in:work/apps"),
                ("cloudy history \(id.prefix(6))", "history \(id)"),
                ("cloudy history \(gone.prefix(6))", "history \(gone)"),
                ("cloudy restore \(gone.prefix(6))", "restore \(gone)"),
                ("cloudy restore \(document.prefix(6))", "restore \(document)"),
                ("cloudy delete --forever \(gone.prefix(6))", "--forever \(gone)"),
                ("cloudy delete --forever \(document.prefix(6))", "--forever \(document)"),
                ("cloudy delete --for", "delete --forever"),
                ("cloudy trash --em", "trash --empty"),
                ("cloudy history --field fo", "--field folder"),
                ("cloudy import --folder work/", "--folder work/apps"),
                ("cloudy help compl", "help completions"),
                ("cloudy help settings un", "settings unset"),
                ("cloudy list is:du", "list is:duplicate"),
                ("cloudy delete --query @la", "--query @later"),
                ("cloudy searches delete la", "delete later"),
                ("cloudy settings get fetch", "get fetch-titles"),
                ("cloudy settings set fetch", "set fetch-titles"),
                ("cloudy settings unset fetch", "unset fetch-titles"),
                ("cloudy settings set theme hi", "theme high-contrast"),
                ("cloudy import --format pinb", "--format pinboard"),
                ("cloudy export --format mark", "--format markdown"),
                ("cloudy restore --from \(day.prefix(4))", "--from \(day)"),
            ] {
                try beginLine(terminal)
                try terminal.type(typed)
                try terminal.press("Tab")
                try terminal.expect(whole)
            }
        }
    }

    /// Fish asks about each of hundreds of options, and the line must be parsed only once for all.
    @Test func fishParsesALineOnce() throws {
        try withScratchHome { home in
            let script = home.folder.path("cloudy.fish")
            try home.shell("\"$0\" completions fish > '\(script)'")
            let asked = try home.run(
                [
                    "--no-config", "-c",
                    """
                    source '\(script)'
                    functions -c __cloudy_read __cloudy_read_really
                    function __cloudy_read
                        set -g count (math $count + 1)
                        __cloudy_read_really
                    end
                    for line in 'cloudy tags ' 'cloudy settings --ed' 'cloudy list --json --so'
                        set -g count 0
                        complete -C $line 2>/dev/null | string replace -r '\\t.*' ''
                        echo $count
                    end
                    """,
                ], program: "fish")
            let lines = asked.output.split(separator: "\n")
            #expect(
                lines == ["delete", "rename", "1", "--edit", "1", "--sort", "1"],
                "\(asked.output)\(asked.errors)")
            let left = try home.run(
                ["-c", "should_offer_completions", script], program: "grep"
            ).output
            #expect(left == "0\n", "no option must be asked about in the slow way")
        }
    }

    /// The names of tags and folders may come from other people's files.
    @Test func completedNamesAreQuotedAndNeverRun() throws {
        try withScratchHome { home in
            let trap = home.folder.path("trap")
            let id = try home.add(
                "https://a.example/", name: "Alpha", tags: ["zz$(touch${IFS}\(trap))", "it's"])
            try home.run("edit", id, "--folder", "my work/two words")
            for name in ["bash", "zsh", "fish"] {
                let terminal = try shell(home, name)
                try terminal.expect("set up")
                for (typed, whole) in [
                    ("cloudy edit --add-tag z", "zz\\$\\(touch"),
                    ("cloudy edit --folder my\\ work/t", "--folder my\\ work/two\\ words"),
                    ("cloudy edit --folder 'my work/t", "--folder 'my work/two words'"),
                ] + (name == "bash" ? Self.words : []) {
                    try beginLine(terminal)
                    try terminal.type(typed)
                    try terminal.press("Tab")
                    try terminal.expect(whole)
                }
                #expect(try home.shell("test -e '\(trap)'").status == 1, "\(name)")
            }
        }
    }

    /// Bash splits words at colons and quotes, so Cloudy's own completion handles them.
    private static let words = [
        ("cloudy list folder:\\\"my\\ work/t", "folder:\\\"my\\ work/two\\ words\\\""),
        ("cloudy list 'folder:\"my work/t", "'folder:\"my work/two words\"'"),
        ("cloudy list \"folder:\\\"my work/t", "\"folder:\\\"my work/two words\\\"\""),
        ("cloudy list 'tag:it", "'tag:it'\\''s'"),
        ("cloudy list '#zz", "'#zz$(touch"),
    ]

    @Test func bookmarkNamesShowBesideIDs() throws {
        try withScratchHome { home in
            let one = try home.add("https://a.example/", name: "The name of it")
            // With a common beginning, Tab would complete that first, in a way that depends on the
            // shell.
            while try home.add("https://b.example/", name: "Another: name").first == one.first {
                try home.run("delete", "https://b.example/")
            }
            for name in ["bash", "zsh", "fish"] {
                let terminal = try shell(home, name)
                try terminal.expect("set up")
                try terminal.type("cloudy edit ")
                try terminal.press("Tab", "Tab")
                try terminal.expect("The name of it", "Another: name")
            }
        }
    }

    /// A completion must not create a home, and must not print errors.
    @Test func completionDoesNotCreateAHome() throws {
        try withScratchHome { home in
            let asked = try home.shell(
                "SAP_SHELL=bash \"$0\" ---completion delete -- positional@0 2 0 "
                    + "cloudy delete ''")
            #expect(asked.errors.isEmpty, "\(asked.errors)")
            #expect(try home.shell("ls '\(home.path)' 2>/dev/null || true").output.isEmpty)
        }
    }

    @Test func unsupportedShellIsRefused() throws {
        try withScratchHome { home in
            let refused = try home.run("completions", "tcsh")
            #expect(refused.status == 64)
        }
    }
}
