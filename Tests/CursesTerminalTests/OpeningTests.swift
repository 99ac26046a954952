import CursesTerminal
import Glibc
import Screen
import Testing

extension CursesTerminalTests {
    @Suite struct OpeningTests {
        private func code(_ options: CursesTerminal.Options) -> TerminalError.Code? {
            do {
                try CursesTerminal.open(options).close()
                return nil
            } catch {
                #expect(!error.message.contains("\n"))
                #expect(error.message.contains("cloudy list"))
                return error.code
            }
        }

        @Test func descriptorThatIsNoTerminalIsRefusedAndNotWrittenTo() {
            let pty = Pseudoterminal()
            var ends: [Int32] = [-1, -1]
            // Close-on-exec: a program that another test starts meanwhile must not keep an end
            // open, or the other end would never see it close.
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
            defer { for end in ends { close(end) } }
            var options = pty.options
            options.input = ends[0]
            #expect(code(options) == .notATerminal)
            options = pty.options
            options.output = ends[1]
            #expect(code(options) == .notATerminal)
            options.output = -1
            #expect(code(options) == .notATerminal)
            #expect(pty.output().isEmpty)
            close(ends[1])
            ends[1] = -1
            var byte: UInt8 = 0
            #expect(read(ends[0], &byte, 1) == 0)
        }

        @Test(arguments: [
            ("dumb", TerminalError.Code.dumbTerminal), ("", .unknownTerminal),
            ("nonsense", .unknownTerminal), ("unknown", .unknownTerminal),
            ("a\u{1B}[2J\n/../x", .unknownTerminal),
        ])
        func terminalThatCannotShowAScreenIsRefused(
            term: String, expected: TerminalError.Code
        ) {
            let pty = Pseudoterminal()
            var options = pty.options
            options.term = term
            let before = pty.settings
            #expect(code(options) == expected)
            #expect(pty.output().isEmpty)
            #expect(pty.settings == before)
        }

        @Test(arguments: ["xterm-256color", "screen-256color", "tmux-256color", "linux", "vt100"])
        func closingRestoresTheTerminal(term: String) throws {
            let pty = Pseudoterminal()
            let before = pty.settings
            var options = pty.options
            options.term = term
            let terminal = try CursesTerminal.open(options)
            #expect(pty.settings != before)
            terminal.present(Canvas(size: terminal.size))
            let shown = pty.output()
            #expect(shown.contains("\u{1B}[?2004h"))
            terminal.close()
            terminal.close()
            #expect(pty.settings == before)
            let end = pty.output()
            #expect(end.contains("\u{1B}[?2004l"))
            if term == "xterm-256color" {
                #expect(shown.contains("\u{1B}[?1049h") && shown.contains("\u{1B}[?25l"))
                #expect(end.contains("\u{1B}[?1049l") && end.contains("\u{1B}[?25h"))
            }
            terminal.present(Canvas(size: terminal.size))
            terminal.repaint()
            terminal.suspend()
            terminal.bell()
            #expect(pty.output().isEmpty)
        }

        @Test func onlyOneScreenCanBeOpenAtATime() throws {
            let pty = Pseudoterminal()
            let terminal = try CursesTerminal.open(pty.options)
            #expect(throws: TerminalError.self) { try CursesTerminal.open(pty.options) }
            terminal.close()
            try CursesTerminal.open(pty.options).close()
        }

        @Test func suspendingLendsTheTerminalAndThenRestoresTheScreen() throws {
            let pty = Pseudoterminal()
            let before = pty.settings
            let terminal = try CursesTerminal.open(pty.options)
            defer { terminal.close() }
            var canvas = Canvas(size: terminal.size)
            canvas.put("still here", column: 0, row: 0, measure: terminal.measure)
            terminal.present(canvas)
            let within = pty.settings
            _ = pty.output()
            let answer = terminal.whileSuspended {
                #expect(pty.settings == before)
                #expect(pty.output().contains("\u{1B}[?1049l"))
                pty.type("typed too early")
                pty.resize(columns: 30, rows: 6)
                deliver(SIGINT)
                return 42
            }
            #expect(answer == 42)
            #expect(pty.settings == within)
            let back = pty.output()
            #expect(back.contains("\u{1B}[?1049h") && back.contains("\u{1B}[?2004h"))
            #expect(back.contains("still here"))
            #expect(terminal.wait(milliseconds: 0) == [.resize(Size(columns: 30, rows: 6))])
            #expect(terminal.wait(milliseconds: 0) == [])
        }

        @Test func resumedProcessTakesTheTerminalBack() throws {
            let pty = Pseudoterminal()
            let terminal = try CursesTerminal.open(pty.options)
            defer { terminal.close() }
            terminal.present(Canvas(size: terminal.size))
            let within = pty.settings
            var shells = termios()
            tcgetattr(pty.terminal, &shells)
            shells.c_lflag |= UInt32(ECHO | ICANON)
            tcsetattr(pty.terminal, TCSANOW, &shells)
            deliver(SIGCONT)
            #expect(terminal.events(1) == [.resumed])
            #expect(pty.settings == within)
        }

        @Test func closingRestoresTheSignalHandlers() throws {
            func handlers() -> [UInt] {
                [SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGSEGV, SIGABRT].map {
                    var action = sigaction()
                    sigaction($0, nil, &action)
                    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
                }
            }
            let pty = Pseudoterminal()
            let before = handlers()
            let terminal = try CursesTerminal.open(pty.options)
            #expect(zip(handlers(), before).allSatisfy { $0 != $1 })
            terminal.close()
            #expect(handlers() == before)
        }

        @Test func noColorVariableTurnsColorsOff() throws {
            let pty = Pseudoterminal()
            let before = getenv("NO_COLOR").map { String(cString: $0) }
            defer { if let before { setenv("NO_COLOR", before, 1) } else { unsetenv("NO_COLOR") } }
            for (value, hasColor) in [("", true), ("1", false)] {
                setenv("NO_COLOR", value, 1)
                let terminal = try CursesTerminal.open(pty.options)
                #expect(terminal.hasColor == hasColor)
                terminal.close()
            }
            var options = pty.options
            options.color = .always
            let terminal = try CursesTerminal.open(options)
            #expect(terminal.hasColor)
            terminal.close()
        }

        @Test func onlyChangesOfAFrameAreSent() throws {
            let pty = Pseudoterminal()
            let terminal = try CursesTerminal.open(pty.options)
            defer { terminal.close() }
            var canvas = Canvas(size: terminal.size)
            canvas.put("one", column: 0, row: 0, style: Style(.red), measure: terminal.measure)
            terminal.present(canvas)
            #expect(pty.output().contains("one"))
            terminal.present(canvas)
            #expect(pty.output().isEmpty)
            canvas.put("two", column: 0, row: 1, measure: terminal.measure)
            terminal.present(canvas)
            let second = pty.output()
            #expect(second.contains("two") && !second.contains("one"))
            terminal.repaint()
            let third = pty.output()
            #expect(third.contains("two") && third.contains("one"))
            terminal.write(escape: "\u{1B}]52;c;YQ==\u{7}")
            #expect(pty.output() == "\u{1B}]52;c;YQ==\u{7}")
        }
    }
}
