import CursesTerminal
import Glibc
import Screen
import Testing

extension CursesTerminalTests {
    @Suite struct MouseTests {
        private func open(_ pty: Pseudoterminal) throws -> CursesTerminal {
            var options = pty.options
            options.reportsMouse = true
            return try CursesTerminal.open(options)
        }

        @Test func mouseReportsPressesDragsAndTheWheelOnly() throws {
            let pty = Pseudoterminal()
            let terminal = try open(pty)
            defer { terminal.close() }
            // Press, release, other buttons, a drag, the wheel, and then a key.
            pty.type("\u{1B}[<0;12;5M\u{1B}[<0;12;5m\u{1B}[<2;1;1M\u{1B}[<4;1;1M\u{1B}[<32;1;1M")
            pty.type("\u{1B}[<64;300;1M\u{1B}[<65;1;2Mj")
            #expect(
                terminal.events(5) == [
                    .mouse(.press, Position(column: 11, row: 4)),
                    .mouse(.drag, Position(column: 0, row: 0)),
                    .mouse(.wheelUp, Position(column: 299, row: 0)),
                    .mouse(.wheelDown, Position(column: 0, row: 1)), .key(.character("j")),
                ])
        }

        @Test(arguments: ["\u{1B}[<99999999999;1;1Mj", "\u{1B}[<;;Mj", "\u{1B}[<0;1Mj"])
        func malformedMouseReportDoesNotSwallowTheNextKey(bytes: String) throws {
            let pty = Pseudoterminal()
            let terminal = try open(pty)
            defer { terminal.close() }
            pty.type(bytes)
            let events = terminal.events(1)
            #expect(
                events.last == .key(.character("j"))
                    || terminal.events(1) == [.key(.character("j"))])
        }

        @Test func mouseIsReportedOnlyIfRequested() throws {
            let pty = Pseudoterminal()
            let terminal = try CursesTerminal.open(pty.options)
            terminal.close()
            #expect(!pty.output().contains("\u{1B}[?1002"))
            let asked = try open(pty)
            #expect(pty.output().contains("\u{1B}[?1002h\u{1B}[?1006h"))
            asked.whileSuspended {
                #expect(pty.output().contains("\u{1B}[?1006l\u{1B}[?1002l"))
            }
            #expect(pty.output().contains("\u{1B}[?1002h"))
            asked.close()
            #expect(pty.output().contains("\u{1B}[?1006l\u{1B}[?1002l"))
        }
    }
}
