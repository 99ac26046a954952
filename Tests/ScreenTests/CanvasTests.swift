import Screen
import Testing

@Suite struct CanvasTests {
    private let measure = TextMeasure.standard

    private func canvas(_ columns: Int, _ rows: Int = 1) -> Canvas {
        Canvas(size: Size(columns: columns, rows: rows))
    }

    /// Every column is covered once: by a grapheme that starts there or by a wide one to the left.
    private func isSound(_ canvas: Canvas) -> Bool {
        (0..<canvas.size.rows).allSatisfy { row in
            var column = 0
            while column < canvas.size.columns {
                let text = canvas[row, column].text
                let width = text.isEmpty ? 0 : measure.width(text)
                guard width > 0, column + width <= canvas.size.columns else { return false }
                for covered in 1..<max(width, 1) where !canvas[row, column + covered].text.isEmpty {
                    return false
                }
                column += width
            }
            return true
        }
    }

    @Test func textIsDrawnInPlaceAndItsColumnsAreCounted() {
        var canvas = canvas(10, 2)
        #expect(canvas.put("ab漢", column: 1, row: 0, measure: measure) == 4)
        #expect(canvas.put("second", column: 0, row: 1, measure: measure) == 6)
        #expect(canvas.text == " ab漢\nsecond")
        #expect(canvas[0, 3].text == "漢")
        #expect(canvas[0, 4].text == "")
        #expect(canvas[0, 5] == .blank)
    }

    @Test func textLongerThanTheWidthEndsInAnEllipsis() {
        var canvas = canvas(12, 4)
        #expect(canvas.put("hello world", column: 0, row: 0, width: 6, measure: measure) == 6)
        #expect(canvas.put("hello", column: 0, row: 1, width: 6, measure: measure) == 5)
        #expect(canvas.put("漢字漢字", column: 0, row: 2, width: 4, measure: measure) == 3)
        #expect(canvas.put("hello", column: 9, row: 3, width: 30, measure: measure) == 3)
        #expect(canvas.text == "hello…\nhello\n漢…\n         he…")
        let width = canvas.put(
            "hello", column: 0, row: 1, width: 2, measure: measure, ellipsis: "...")
        #expect(width == 2)
        #expect(canvas.put("hi\u{301}", column: 0, row: 0, width: 2, measure: measure) == 2)
        #expect(canvas.put("hi\u{301}", column: 0, row: 2, width: 1, measure: measure) == 1)
        #expect(canvas.text == "hi\u{301}llo…\nhello\n… …\n         he…")
    }

    @Test func textWithoutAWidthIsClippedAndHalfACharacterBecomesASpace() {
        var canvas = canvas(4, 2)
        #expect(canvas.put("abcdef", column: 0, row: 0, style: .bold, measure: measure) == 4)
        #expect(canvas.put("a漢字漢", column: 0, row: 1, style: .bold, measure: measure) == 4)
        #expect(canvas.text == "abcd\na漢")
        #expect(canvas[1, 3] == Cell(text: " ", style: .bold))
    }

    @Test(arguments: -9...9, ["abcde", "漢字漢", "a漢b字", "e\u{301}漢", "👨‍👩‍👧"])
    func textAtAnyPositionIsClippedWithoutATrap(column: Int, text: String) {
        for columns in 0...4 {
            for row in -1...1 {
                for width in [nil, -1, 0, 1, 2, 3] {
                    var canvas = canvas(columns)
                    canvas.restyle(row: 0, columns: -3..<20) { $0 = .dim }
                    let used = canvas.put(
                        text, column: column, row: row, width: width, style: .bold, measure: measure
                    )
                    #expect(isSound(canvas))
                    #expect(used <= max(0, columns - column) && used <= max(0, width ?? used))
                    if row != 0 { #expect(canvas.text.isEmpty) }
                }
            }
        }
    }

    @Test(arguments: [Int.min, Int.max, Int.min + 1, 1 << 40])
    func positionsFarOutsideTheCanvasAreIgnored(far: Int) {
        var canvas = canvas(3)
        canvas.put("漢a", column: far, row: 0, measure: measure)
        canvas.put("a", column: far, row: far, width: far, measure: measure)
        canvas.restyle(row: far, columns: 0..<3) { $0.bold = true }
        #expect(canvas == Canvas(size: Size(columns: 3, rows: 1)))
        #expect(canvas[far, far] == .blank)
        #expect(canvas.row(far).isEmpty)
    }

    @Test func drawingOverHalfAWideCharacterLeavesNoHalfBehind() {
        for column in 0..<6 {
            for text in ["x", "字", "xy"] {
                var canvas = canvas(6)
                canvas.put("漢字漢", column: 0, row: 0, measure: measure)
                canvas.put(text, column: column, row: 0, measure: measure)
                #expect(isSound(canvas), "\(text) at \(column): \(canvas.text)")
            }
        }
    }

    @Test func rowCanBeRestyled() {
        var canvas = canvas(5, 2)
        canvas.put("漢abc", column: 0, row: 0, measure: measure)
        canvas.restyle(row: 0, columns: 1..<3) { $0 = .underline }
        canvas.restyle(row: 0, columns: 0..<99) { $0.reverse = true }
        #expect(canvas.text == "漢abc\n")
        #expect(canvas[0, 1].style == Style(underline: true, reverse: true))
        #expect(canvas.styleMask { $0.underline ? "u" : $0.reverse ? "r" : " " } == "ruurr\n")
    }

    @Test func canvasesThatLookAlikeAreEqual() {
        var first = canvas(4)
        var second = canvas(4)
        first.put("ab", column: 0, row: 0, measure: measure)
        second.put("a", column: 0, row: 0, measure: measure)
        #expect(first.columns(ofRow: 0, differingFrom: second) == 1..<2)
        second.put("b", column: 1, row: 0, measure: measure)
        #expect(first == second)
        #expect(first.columns(ofRow: 0, differingFrom: second).isEmpty)
        second.cursor = Position(column: 0, row: 0)
        #expect(first != second)
    }

    @Test func differingColumnsHaveWholeWideCharacters() {
        var first = canvas(9)
        first.put("a漢字b", column: 1, row: 0, measure: measure)
        func differing(_ change: (inout Canvas) -> Void) -> Range<Int> {
            var second = first
            change(&second)
            let columns = second.columns(ofRow: 0, differingFrom: first)
            #expect(first.columns(ofRow: 0, differingFrom: second) == columns)
            return columns
        }
        #expect(differing { _ in }.isEmpty)
        #expect(differing { $0.put("漢", column: 4, row: 0, measure: measure) } == 4..<6)
        // Replaces the other half, too.
        #expect(differing { $0.put("x", column: 3, row: 0, measure: measure) } == 2..<4)
        #expect(differing { $0.put("x", column: 4, row: 0, measure: measure) } == 4..<6)
        #expect(differing { $0.restyle(row: 0, columns: 3..<5) { $0 = .bold } } == 2..<6)
        let smaller = canvas(8)
        #expect(first.columns(ofRow: 0, differingFrom: smaller) == 0..<9)
    }

    @Test func sizeIsNeverNegative() {
        #expect(Size(columns: -1, rows: -5) == Size(columns: 0, rows: 0))
        #expect(canvas(-1, -1).text == "")
    }

    @Test func styleKeepsItsColorAndAttributes() {
        for color in (0...UInt8.max).map(Color.init(number:)) {
            let style = Style(color, bold: true, dim: true, underline: true).reversed()
            #expect(style.foreground == color)
            #expect(style == Style(color, bold: true, dim: true, underline: true, reverse: true))
            #expect(style.colored(nil).foreground == nil)
        }
        #expect(Style.plain.foreground == nil)
    }

    @Test func fillDrawsASignOnlyInsideItsRectangle() {
        var canvas = Canvas(size: Size(columns: 4, rows: 3))
        canvas.put("漢字", column: 0, row: 1, measure: .standard)
        canvas.fill("│", columns: 1..<9, rows: 1..<7, style: .bold, measure: .standard)
        #expect(canvas.text == "\n │││\n │││")
        #expect(canvas[2, 1].style == .bold)
        canvas.put("漢字", column: 0, row: 0, measure: .standard)
        canvas.fill("│", columns: 1..<3, rows: 0..<1, measure: .standard)
        #expect(canvas.text == " ││\n │││\n │││")
        canvas.fill("漢", columns: 0..<4, rows: 0..<3, measure: .standard)
        #expect(canvas.text == " ││\n │││\n │││")
    }
}
