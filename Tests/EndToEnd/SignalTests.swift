import ScratchFolder
import TestSupport
import Testing

/// Ctrl-C and other signals while a command, or a program that it started, is running.
@Suite(.endToEnd)
struct SignalTests {
    /// A program that says when it is interrupted, and ends when something is typed.
    private func program(_ name: String, in home: Home) throws -> String {
        let script = """
            trap 'echo interrupted' INT
            echo running
            until read typed; do :; done
            echo "ended by $typed"
            """
        return try home.folder.writeProgram(name, script)
    }

    /// Ctrl-C is meant for the program that has the terminal, and the command waits for that
    /// program.
    @Test(arguments: ["settings --edit", "open https://a.example/", "edit --editor"])
    func commandWaitsForTheInterruptedChildProgram(_ command: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let program = try program("w3m", in: home)
            let terminal = try home.with(["EDITOR": program, "VISUAL": nil, "BROWSER": program])
                .open(
                    [
                        "-c", "trap : INT; \"$0\" \(command); echo \"status $?\"; read line",
                        Places.program,
                    ], columns: 80, program: "sh")
            try terminal.expect("running")
            try terminal.press("C-c")
            try terminal.expect("interrupted")
            try terminal.type("hand")
            try terminal.press("Enter")
            try terminal.expect("ended by hand", "status 0")
        }
    }

    /// A signal that is ignored at the start, as under nohup, stays ignored.
    @Test(arguments: ["HUP", "INT"])
    func ignoredSignalStaysIgnored(_ signal: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let script = """
                cd '\(home.folder.path)'
                (trap '' \(signal); exec '\(Places.program)' watch > watched) &
                until grep -q begin watched; do :; done
                kill -\(signal) $!
                '\(Places.program)' add https://b.example/ > added
                until grep -q added watched || ! kill -0 $! 2>&-; do :; done
                kill -TERM $!
                wait $!
                echo $?
                """
            #expect(try home.shell(script).output == "143\n")
        }
    }

    @Test func importStopsWhileItReads() throws {
        try withScratchHome { home in
            let fifo = home.folder.path("fifo")
            let line = """
                trap : INT; mkfifo '\(fifo)'; "$0" import '\(fifo)'; echo "status $?"; read line
                """
            let terminal = try home.open(
                ["-c", line, Places.program], columns: 160, program: "sh")
            try terminal.expect("Reading \(fifo)")
            try terminal.press("C-c")
            try terminal.expect("Stopped. Nothing was imported.", "status 130")
        }
    }

    /// The terminal echoes typed text again.
    @Test(arguments: [("C-c", ":", "130"), ("C-z", "set -m", "148")])
    func terminalEchoReturnsAfterAnInterruptedTokenPrompt(
        _ key: String, _ begin: String, _ status: String
    ) throws {
        try withScratchHome { home in
            let line = """
                \(begin); trap : INT; "$0" cloud use https://127.0.0.1:9; echo "status $?"
                case "$(stty -a)" in *" -echo "*) echo hidden;; *) echo shown;; esac; read line
                """
            let terminal = try home.open(
                ["-c", line, Places.program], columns: 100, program: "bash")
            try terminal.expect("Token (not shown)")
            try terminal.press(key)
            try terminal.expect("status \(status)", "shown")
        }
    }

    /// The bookmarks imported so far stay as one step of undo, and are sent.
    @Test func importStopsWhileItStores() throws {
        try withScratchHome { home in
            let line = """
                trap : INT
                seq -f 'https://a.example/%.0f' 100001 > links
                "$0" import links; echo "status $?"; read line
                """
            let terminal = try home.open(
                ["-c", "cd '\(home.folder.path)'; " + line, Places.program], columns: 120,
                program: "sh")
            try terminal.expect("0,000 of 100,001")
            try terminal.press("C-c")
            try terminal.expect("Stopped after", "To revert them: cloudy undo", "130")
            let count = try home.status().bookmarks
            #expect(count % 10_000 == 0 && (10_000...100_000).contains(count), "\(count)")
            let steps = try home.run("undo", "--list").output
            #expect(steps.contains("Imported links") && steps.contains(" of 100,001)"), "\(steps)")
        }
    }
}
