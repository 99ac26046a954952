import ScratchFolder
import TestSupport
import Testing

/// Where the list cannot be drawn it says so, in one line, and draws nothing.
@Suite(.endToEnd)
struct NoTerminalTests {
    @Test func refusesPipes() throws {
        try withScratchHome { home in
            let outcome = try home.run()
            #expect(outcome.status == 64)
            #expect(outcome.output.isEmpty)
            #expect(isOneLine(outcome.errors))
            #expect(outcome.errors.contains("cloudy list"), "what to use instead is named")
        }
    }

    @Test(arguments: ["dumb", "no-such-terminal", ""])
    func refusesTerminalsThatCannotMoveTheCursor(_ term: String) throws {
        try withScratchHome { home in
            let line =
                "TERM=\(term) \"$0\" 2>'\(home.path).err' >'\(home.path).out'; echo status $?"
            // Standard output must be the terminal for the last reason to refuse to be its kind.
            let visible = "TERM=\(term) \"$0\" 2>'\(home.path).err'; echo status $?"
            for script in [line, visible] {
                let shell = try home.open("-c", script, Places.program, program: "sh")
                try shell.expect("status 64")
                let errors = String(decoding: home.folder.read("home.err"), as: UTF8.self)
                #expect(isOneLine(errors))
                #expect(home.folder.read("home.out").isEmpty)
            }
        }
    }

    private func isOneLine(_ text: String) -> Bool {
        text.hasPrefix("cloudy: ") && text.filter { $0 == "\n" }.count == 1 && text.hasSuffix("\n")
    }
}
