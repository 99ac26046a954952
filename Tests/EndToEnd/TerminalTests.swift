import Glibc
import TestSupport
import Testing

/// A program's duties to its terminal.
@Suite(.endToEnd)
struct TerminalTests {
    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT, SIGILL])
    func signalsAndCrashesRestoreTheTerminal(_ number: Int32) throws {
        try withScratchHome { home in
            let shell = try home.openShell()
            let before = try shell.settings()
            try shell.run("\(Places.program); echo status $?")
            try shell.expect("No bookmarks yet")
            try shell.signal(number)
            try shell.expect("status \(128 + number)")
            try shell.expectRestored(before)
        }
    }

    @Test func quittingRestoresTheTerminal() throws {
        try withScratchHome { home in
            let shell = try home.openShell()
            let before = try shell.settings()
            try shell.run("\(Places.program); echo status $?")
            try shell.expect("No bookmarks yet")
            try shell.press("q")
            try shell.expect("status 0")
            try shell.expectRestored(before)
        }
    }

    @Test func controlCAsksBeforeItDiscardsTypedText() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.press("a")
            try list.expect("Notes")
            try list.type("typed")
            try list.press("C-c")
            try list.expect("Quit and discard your text? [y/N]")
            try list.press("y")
            #expect(try list.exitStatus() == 0)
        }
    }

    @Test(arguments: [false, true])
    func listSuspendsAndResumes(_ hasParent: Bool) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let shell = try home.openShell()
            let before = try shell.settings()
            // Under make, or any other program that waits, the whole job must stop.
            try shell.run(hasParent ? "sh -c '\(Places.program); true'" : Places.program)
            try shell.expect("> Alpha")
            try shell.press("C-z")
            try shell.expect("Stopped")
            try shell.expectRestored(before)
            try shell.resize(columns: 60, rows: 12)
            try home.add("https://b.example/", name: "Beta")
            try shell.run("fg")
            try shell.expect("> Alpha", "Beta", "Cloudy")
            try shell.press("q")
            try shell.expect("$")
        }
    }

    @Test func listSurvivesEveryTerminalSize() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.openList()
            for (columns, rows) in [(1, 1), (2, 2), (19, 3), (20, 4), (40, 10), (200, 60)] {
                try list.resize(columns: columns, rows: rows)
                try list.expect("the program must run at \(columns)×\(rows)") { _ in
                    try list.ask("#{pane_width}x#{pane_height} #{pane_dead}")
                        == "\(columns)x\(rows) 0"
                }
                try list.press(
                    "?", "j", "q", "l", "h", "d", "u", "/", "x", "C-u", "Enter", "s", "n")
            }
            try list.resize(columns: 100, rows: 24)
            try list.expect("Cloudy", "> Alpha", "a.example", "q quit")
        }
    }

    @Test func escapeIsNotMistakenForAltWithTheNextKey() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.add("https://b.example/", name: "Beta")
            let list = try home.openList()
            try list.expect("> Beta")
            try list.press("/")
            try list.type("alpha")
            try list.expect("1 of 2")
            try list.press("Escape")
            try list.expectNo("1 of 2")
            try list.press("j")
            try list.expect("> Alpha")
        }
    }

    @Test func controlLRedrawsTheScreenOverForeignText() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.openList()
            try list.expect("> Alpha")
            let tty = try list.ask("#{pane_tty}")
            _ = try home.shell("printf '\\033[1;1Hrubbish\\033[5;5Hrubbish' > \(tty)")
            try list.expect("rubbish")
            try list.press("C-l")
            try list.expectNo("rubbish")
            try list.expect("> Alpha")
        }
    }

    @Test func bookmarkNamesCannotControlTheTerminal() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "red\u{1b}[31m \u{202e}gnp.exe\u{9b}5m\ttab")
            try home.add("https://b.example/", name: "漢字 e\u{301} 👨‍👩‍👧 ❤️ 한")
            try home.add("https://c.example/", name: "plain")
            let list = try home.openList()
            let screen = try list.expect(
                "a.example", "b.example", "c.example", "漢字", "한")
            #expect(!screen.contains("\u{202e}"))
            // Every URL begins in the same column, as the terminal counts cells.
            let columns = try ["a", "b", "c"].map { letter in
                try list.column(of: "\(letter).example")
            }
            #expect(Set(columns).count == 1, "all URLs must begin in the same column: \(columns)")
        }
    }

    @Test func noColorVariableTurnsColorsOff() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", tags: ["tag"])
            let list = try home.with(["NO_COLOR": "1"]).openList()
            try list.expect("> Alpha")
            let parameters = try list.styledScreen.split(separator: "\u{1b}[").dropFirst()
                .flatMap { $0.prefix { $0 != "m" }.split(separator: ";") }
            let colors = parameters.filter {
                Int($0).map { (30..<49).contains($0) && $0 != 39 } ?? false
            }
            #expect(colors.isEmpty)
        }
    }

    @Test func listWorksWithoutALocale() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha 漢字")
            let list = try home.with(["LC_ALL": "C"]).openList()
            try list.expect("Cloudy", "> Alpha", "a.example")
            try list.press("q")
            #expect(try list.exitStatus() == 0)
        }
    }
}

extension Home {
    /// Opens a shell with job control.
    fileprivate func openShell() throws -> Terminal {
        let shell = try with(["PS1": "$ ", "HISTFILE": "/dev/null"])
            .open("--norc", "--noprofile", "-i", columns: 100, program: "bash")
        try shell.expect("$")
        return shell
    }
}

extension Terminal {
    /// Runs a line in a shell.
    fileprivate func run(_ line: String) throws {
        try type(line)
        try press("Enter")
    }

    /// The settings of the terminal's line discipline.
    fileprivate func settings() throws -> String {
        try Command("stty", ["-F", try ask("#{pane_tty}"), "-a"]).run().output
    }

    /// Waits until the terminal is as before, which takes the shell a moment, too.
    fileprivate func expectRestored(_ before: String) throws {
        try expect("the settings must be as before") { _ in try settings() == before }
        #expect(try modesLeftOn == "")
    }

    /// The column in which a text begins.
    fileprivate func column(of text: String) throws -> Int? {
        guard let line = try screen.split(separator: "\n").first(where: { $0.contains(text) }),
            let range = line.firstRange(of: text)
        else { return nil }
        return line[..<range.lowerBound].unicodeScalars.reduce(0) { columns, scalar in
            columns + (scalar.properties.generalCategory == .nonspacingMark ? 0 : width(of: scalar))
        }
    }

    /// The width of a scalar in cells, for the scalars of this test.
    private func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x1100...0x115f, 0x3000...0x9fff, 0xac00...0xd7a3, 0x1f300...0x1faff: 2
        default: 1
        }
    }
}
