import CursesTerminal
import Glibc
import ScratchFolder
import Screen
import TestSupport
import Testing

extension CursesTerminalTests {
    @Suite(.ownThread) struct ColorTests {
        /// One cell for each style, in rows.
        private func canvas(_ styles: [Style], _ terminal: CursesTerminal) -> Canvas {
            var canvas = Canvas(size: terminal.size)
            for (index, style) in styles.enumerated() {
                canvas.put(
                    "x", column: index % terminal.size.columns,
                    row: index / terminal.size.columns, style: style, measure: terminal.measure)
            }
            return canvas
        }

        private func shown(_ count: Int, _ terminal: CursesTerminal) -> [Style] {
            (0..<count).map {
                terminal.shownStyle(
                    row: $0 / terminal.size.columns, column: $0 % terminal.size.columns)
            }
        }

        @Test func changingThemesNeverUsesUpTheColorPairs() throws {
            let terminal = try CursesTerminal.openUnseen(size: Size(columns: 50, rows: 10))
            defer { terminal.close() }
            for frame in 0..<12 {
                let styles = (0..<400).map { index in
                    Style(
                        Color(number: UInt8(16 + index % 240)),
                        on: Color(number: UInt8(16 + (frame * 7 + index / 240) % 240)))
                }
                terminal.present(canvas(styles, terminal))
                #expect(shown(styles.count, terminal) == styles, "frame \(frame)")
                #expect(terminal.pairs.known <= terminal.pairs.limit)
            }
            #expect(terminal.pairs.limit <= 1024)
        }

        @Test func frameWithTooManyColorPairsKeepsItsTextAndBackgrounds()
            throws
        {
            let terminal = try CursesTerminal.openUnseen(
                size: Size(columns: 50, rows: 4), term: "xterm")
            defer { terminal.close() }
            try #require(terminal.colors == 8)
            let colors = [nil] + (UInt8(0)..<8).map { Color(number: $0) }
            let styles = colors.flatMap { text in colors.map { Style(text, on: $0) } }
            for _ in 0..<3 {
                let canvas = canvas(styles, terminal)
                terminal.present(canvas)
                #expect(terminal.shownText == canvas.text)
                #expect(shown(styles.count, terminal).map(\.background) == styles.map(\.background))
                terminal.present(Canvas(size: terminal.size))
            }
        }

        @Test func unavailableBackgroundBecomesTheNearestOne() throws {
            let terminal = try CursesTerminal.openUnseen(size: Size(columns: 3, rows: 1))
            defer { terminal.close() }
            let style = Style(
                Color(red: 137, green: 180, blue: 250), on: Color(red: 30, green: 30, blue: 46))
            terminal.present(canvas([style], terminal))
            let near = Style(
                style.foreground?.reduced(to: 256), on: style.background?.reduced(to: 256))
            #expect(shown(1, terminal) == [near])
        }

        /// Runs `body` with a terminal type that has exact colors, from a terminfo folder of its
        /// own.
        private func withExactColors(_ body: () throws -> Void) throws {
            let folder = ScratchFolder()
            let entry = """
                xterm-direct|a terminal with exact colors,
                \tRGB, colors#0x1000000, pairs#0x10000,
                \tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;\
                %p1%{255}%&%d%;m,
                \tsetab=\\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;\
                %p1%{255}%&%d%;m,
                \tuse=xterm-256color,

                """
            let source = folder.write("source", entry.utf8)
            let compiled = try Command("tic", ["-x", "-o", folder.path, source]).run()
            try #require(compiled.status == 0, "\(compiled.errors)")
            let names = ["TERMINFO", "TERM", "COLORTERM", "NO_COLOR"]
            let before = names.map { name in (name, getenv(name).map { String(cString: $0) }) }
            defer {
                for (name, value) in before {
                    if let value { setenv(name, value, 1) } else { unsetenv(name) }
                }
            }
            setenv("TERMINFO", folder.path, 1)
            unsetenv("NO_COLOR")
            unsetenv("COLORTERM")
            try body()
        }

        @Test func exactColorsReachATerminalThatSupportsThem() throws {
            try withExactColors {
                let pty = Pseudoterminal()
                var options = pty.options
                options.term = "xterm-direct"
                let terminal = try CursesTerminal.open(options)
                defer { terminal.close() }
                #expect(terminal.colors == Color.allColors)
                let styles = [
                    Style(
                        Color(red: 137, green: 180, blue: 250),
                        on: Color(red: 30, green: 30, blue: 46)),
                    Style(.red), Style(Color(red: 0, green: 95, blue: 135)),
                ]
                terminal.present(canvas(styles, terminal))
                #expect(shown(3, terminal) == styles)
                let output = pty.output()
                #expect(output.contains("38;2;137;180;250"))
                #expect(output.contains("48;2;30;30;46"))
                #expect(output.contains("\u{1B}[31m"))
            }
        }

        @Test func colortermVariableEnablesExactColors() throws {
            try withExactColors {
                let pty = Pseudoterminal()
                var options = pty.options
                options.term = nil
                for (term, says, colors) in [
                    ("xterm-256color", "truecolor", Color.allColors), ("xterm-256color", "", 256),
                    ("xterm-256color", "24bit", Color.allColors), ("screen-256color", "24bit", 256),
                ] {
                    setenv("TERM", term, 1)
                    setenv("COLORTERM", says, 1)
                    let terminal = try CursesTerminal.open(options)
                    #expect(terminal.colors == colors, "\(term) \(says)")
                    terminal.close()
                }
                setenv("COLORTERM", "truecolor", 1)
                setenv("NO_COLOR", "1", 1)
                let terminal = try CursesTerminal.open(options)
                #expect(terminal.colors == 0)
                terminal.close()
            }
        }
    }
}
