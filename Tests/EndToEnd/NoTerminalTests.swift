import ScratchFolder
import TestSupport
import Testing

/// If the list can't be drawn, the program says so in one line, and draws nothing.
@Suite(.endToEnd)
struct NoTerminalTests {
    @Test func listIsRefusedInAPipe() throws {
        try withScratchHome { home in
            let outcome = try home.run()
            #expect(outcome.status == 64)
            #expect(outcome.output.isEmpty)
            #expect(isOneLine(outcome.errors))
            #expect(outcome.errors.contains("cloudy list"), "the message must name cloudy list")
        }
    }

    @Test(arguments: ["dumb", "no-such-terminal", ""])
    func listIsRefusedIfTheTerminalCannotMoveTheCursor(_ term: String) throws {
        try withScratchHome { home in
            let errors = home.folder.path("errors")
            let output = home.folder.path("output")
            // The screen is read while `cat` still runs, since tmux moves the text when the program
            // ends.
            let line = "TERM=\(term) \"$0\" 2>'\(errors)'; echo status $?; cat"
            let redirected = line.replacing("2>", with: ">'\(output)' 2>")
            for script in [line, redirected] {
                let shell = try home.open("-c", script, Places.program, program: "sh")
                try shell.expect("status 64")
                #expect(try shell.screen.filter { !$0.isWhitespace } == "status64")
                #expect(isOneLine(String(decoding: home.folder.read("errors"), as: UTF8.self)))
            }
            #expect(home.folder.read("output").isEmpty)
        }
    }

    private func isOneLine(_ text: String) -> Bool {
        text.hasPrefix("cloudy: ") && text.filter { $0 == "\n" }.count == 1 && text.hasSuffix("\n")
    }
}
