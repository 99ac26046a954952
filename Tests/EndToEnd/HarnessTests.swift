import Glibc
import TestSupport
import Testing

/// The harness with programs whose behavior is known, so that its results for cloudy can be
/// trusted.
@Suite(.endToEnd)
struct HarnessTests {
    @Test func terminalShowsTypedText() throws {
        try withScratchHome { home in
            let terminal = try home.open("-c", "cat; exit 0", columns: 40, rows: 5, program: "sh")
            try terminal.type("漢字 é; $HOME")
            try terminal.expect("漢字 é; $HOME")
            #expect(try terminal.cursor == "13,0")
            try terminal.press("Enter", "C-d")
            #expect(try terminal.exitStatus() == 0)
        }
    }

    @Test func terminalReportsStatusesAndSignals() throws {
        try withScratchHome { home in
            let three = try home.open("-c", "exit 3", program: "sh")
            #expect(try three.exitStatus() == 3)
            let killed = try home.open("-c", "echo ready; exec cat", program: "sh")
            try killed.expect("ready")
            try killed.signal(SIGTERM)
            #expect(try killed.exitStatus() == 128 + SIGTERM)
        }
    }

    @Test func terminalMarksPastedText() throws {
        try withScratchHome { home in
            let read = "dd bs=1 count=17 status=none | cat -v"
            let script = "printf '\\033[?2004h'; stty raw -echo; echo ready; \(read); stty sane"
            let terminal = try home.open("-c", script, program: "sh")
            try terminal.expect("ready")
            try terminal.paste("hello")
            try terminal.expect("^[[200~hello^[[201~")
        }
    }

    @Test func terminalReportsResizesAndModes() throws {
        try withScratchHome { home in
            let terminal = try home.open("-c", "tput smcup; tput civis; cat", program: "sh")
            try terminal.expect("modes must be on") { _ in
                try terminal.modesLeftOn == "alternate no cursor"
            }
            try terminal.resize(columns: 33, rows: 7)
            #expect(try terminal.ask("#{pane_width}x#{pane_height}") == "33x7")
        }
    }

    @Test func commandsHaveThreeStreamsAndATimeLimit() throws {
        let script = "cat; echo problem >&2; exit 7"
        let outcome = try Command("sh", ["-c", script], input: "in").run()
        #expect(outcome.output == "in")
        #expect(outcome.errors == "problem\n")
        #expect(outcome.status == 7)
        let large = String(repeating: "0123456789", count: 50_000)
        #expect(try Command("cat", input: large).run().output == large)
        #expect(throws: CommandError.self) {
            try Command("tail", ["-f", "/dev/null"]).run(timeout: .milliseconds(50))
        }
        #expect(throws: CommandError.self) { try Command("no-such-program").run() }
    }

    @Test func programIsBuiltBesideTheTests() throws {
        #expect(access(Places.program, X_OK) == 0, "\(Places.program) must exist")
        #expect(access(Places.repository + "/Package.swift", R_OK) == 0)
    }
}
