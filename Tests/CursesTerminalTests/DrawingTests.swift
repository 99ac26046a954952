import CursesTerminal
import Screen
import SeededRandom
import Testing

extension CursesTerminalTests {
    @Suite struct DrawingTests {
        private func picture(_ size: Size, _ measure: TextMeasure) -> Canvas {
            var canvas = Canvas(size: size)
            let lines = [
                "plain", "漢字 한글 カナ",
                "e\u{301}x n\u{303} a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}",
                "\u{F09B} icon \u{F07B}", "👨‍👩‍👧 👍🏽 ❤️ 🇫🇷", "\u{1B}[2J\u{9B}m\u{202E}x\ty", "क्षि",
                "a漢a漢a漢a漢a漢a漢",
            ]
            for (row, line) in lines.enumerated() {
                canvas.put(line, column: row % 3, row: row, measure: measure)
            }
            return canvas
        }

        @Test(arguments: [
            Size(columns: 40, rows: 10), Size(columns: 7, rows: 7), Size(columns: 3, rows: 3),
            Size(columns: 2, rows: 2), Size(columns: 1, rows: 1), Size(columns: 200, rows: 60),
        ])
        func terminalShowsTheCanvas(size: Size) throws {
            let terminal = try CursesTerminal.openUnseen(size: size)
            defer { terminal.close() }
            #expect(terminal.size == size)
            #expect(terminal.usesUTF8)
            let canvas = picture(size, terminal.measure)
            terminal.present(canvas)
            #expect(terminal.shownText == canvas.text)
            terminal.present(Canvas(size: size))
            #expect(terminal.shownText == Canvas(size: size).text)
            terminal.present(canvas)
            terminal.repaint()
            #expect(terminal.shownText == canvas.text)
        }

        @Test func wideCharactersAreReplacedWhole() throws {
            let size = Size(columns: 10, rows: 3)
            let terminal = try CursesTerminal.openUnseen(size: size)
            defer { terminal.close() }
            var canvas = Canvas(size: size)
            canvas.put("漢字漢字漢", column: 0, row: 1, measure: terminal.measure)
            terminal.present(canvas)
            canvas.put("x", column: 3, row: 1, measure: terminal.measure)
            canvas.put("end", column: 7, row: 2, measure: terminal.measure)
            terminal.present(canvas)
            #expect(terminal.shownText == "\n漢 x漢字漢\n       end")
        }

        /// Only the changed part of a row is drawn: the screen must look as if all of it were.
        @Test func eachOfManyCanvasesShowsWhole() throws {
            let size = Size(columns: 12, rows: 3)
            let terminal = try CursesTerminal.openUnseen(size: size)
            defer { terminal.close() }
            var random = SplitMix(seed: 7)
            var canvas = Canvas(size: size)
            let texts = ["漢", "漢字", "a", "e\u{301}", "xyz", " ", "字"]
            for number in 0..<400 {
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    canvas.put(
                        texts.randomElement(using: &random)!,
                        column: .random(in: -1...12, using: &random),
                        row: .random(in: 0..<3, using: &random),
                        style: [.plain, .bold, Style(.red)].randomElement(using: &random)!,
                        measure: terminal.measure)
                }
                let start = Int.random(in: 0..<12, using: &random)
                canvas.restyle(row: 1, columns: start..<start + 1) { $0.underline = true }
                terminal.present(canvas)
                #expect(terminal.shownText == canvas.text, "canvas \(number)")
                for row in 0..<3 {
                    for column in 0..<12 where !canvas[row, column].text.isEmpty {
                        let style = terminal.shownStyle(row: row, column: column)
                        #expect(
                            style == canvas[row, column].style, "\(number): \(row), \(column)")
                    }
                }
            }
        }

        @Test func canvasOfAnotherSizeIsClippedOrLeavesRoom() throws {
            let terminal = try CursesTerminal.openUnseen(size: Size(columns: 5, rows: 2))
            defer { terminal.close() }
            var large = Canvas(size: Size(columns: 9, rows: 4))
            for row in 0..<4 { large.put("漢字漢字", column: 0, row: row, measure: terminal.measure) }
            large.cursor = Position(column: 8, row: 3)
            terminal.present(large)
            #expect(terminal.shownText == "漢字\n漢字")
            // The changed part of the row crosses the edge.
            large.put("한x", column: 4, row: 0, measure: terminal.measure)
            terminal.present(large)
            #expect(terminal.shownText == "漢字\n漢字")
            large.put("yz", column: 4, row: 1, measure: terminal.measure)
            terminal.present(large)
            #expect(terminal.shownText == "漢字\n漢字y")
            var small = Canvas(size: Size(columns: 2, rows: 1))
            small.put("ab", column: 0, row: 0, measure: terminal.measure)
            terminal.present(small)
            #expect(terminal.shownText == "ab\n")
            terminal.present(Canvas(size: Size(columns: 0, rows: 0)))
            #expect(terminal.shownText == "\n")
        }

        @Test func terminalShowsEveryStyle() throws {
            let terminal = try CursesTerminal.openUnseen(size: Size(columns: 20, rows: 2))
            defer { terminal.close() }
            #expect(terminal.hasColor)
            let styles =
                [UInt8](0...7).map { Style(Color(number: $0), on: Color(number: 7 - $0)) } + [
                    .plain, .bold, .dim, .underline, .reverse, Style(italic: true),
                    Style(on: .blue),
                    Style(
                        .red, on: Color(number: 236), bold: true, dim: true, italic: true,
                        underline: true, reverse: true),
                ]
            var canvas = Canvas(size: terminal.size)
            for (column, style) in styles.enumerated() {
                canvas.put("x", column: column, row: 1, style: style, measure: terminal.measure)
            }
            terminal.present(canvas)
            for (column, style) in styles.enumerated() {
                #expect(terminal.shownStyle(row: 1, column: column) == style)
            }
        }

        @Test func terminalShowsAllColorsOfThePalette() throws {
            let terminal = try CursesTerminal.openUnseen(size: Size(columns: 256, rows: 1))
            defer { terminal.close() }
            var canvas = Canvas(size: terminal.size)
            for number in 0...UInt8.max {
                canvas.put(
                    "x", column: Int(number), row: 0, style: Style(Color(number: number)),
                    measure: terminal.measure)
            }
            terminal.present(canvas)
            for number in 0...UInt8.max {
                let shown = terminal.shownStyle(row: 0, column: Int(number)).foreground
                #expect(shown == Color(number: number))
            }
        }

        @Test func unavailableColorBecomesTheNearestOne() throws {
            let terminal = try CursesTerminal.openUnseen(
                size: Size(columns: 3, rows: 1), term: "xterm")
            defer { terminal.close() }
            var canvas = Canvas(size: terminal.size)
            let red = try #require(Color(name: "#ff0808"))
            canvas.put(
                "x", column: 0, row: 0, style: Style(red), measure: terminal.measure)
            terminal.present(canvas)
            let shown = try #require(terminal.shownStyle(row: 0, column: 0).foreground)
            #expect(shown == .red)
        }

        @Test func terminalWithoutColorKeepsTheOtherAttributes() throws {
            let terminal = try CursesTerminal.openUnseen(
                size: Size(columns: 3, rows: 1), color: .never)
            defer { terminal.close() }
            var canvas = Canvas(size: terminal.size)
            canvas.put(
                "x", column: 0, row: 0, style: Style(.red, bold: true), measure: terminal.measure)
            terminal.present(canvas)
            #expect(!terminal.hasColor)
            #expect(terminal.shownStyle(row: 0, column: 0) == .bold)
        }

        @Test func terminalMeasuresTextLikeTheBuiltInTable() throws {
            let terminal = try CursesTerminal.openUnseen(size: Size(columns: 3, rows: 1))
            defer { terminal.close() }
            for text in [
                "abc", "\u{F07B}", "漢字", "한글", "e\u{301}", "👨‍👩‍👧", "🇫🇷", "❤️", "\u{1B}", "…", "●",
            ] {
                #expect(terminal.measure.width(text) == TextMeasure.standard.width(text), "\(text)")
            }
        }
    }
}
