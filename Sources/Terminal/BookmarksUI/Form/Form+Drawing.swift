import Bookmarks
import Screen

extension Form {
    /// The number of rows that the fields need and messages must leave free.
    static var neededRows: Int { FormField.allCases.count }

    /// Draws the fields, each with its problem below it. If rows are few, the focused field stays
    /// visible.
    func draw(_ rows: Range<Int>, _ view: ShellView, _ pen: inout Pen) {
        var lines: [FormLine] = rows.count > FormField.allCases.count + 2 ? [.gap] : []
        for field in FormField.allCases {
            lines.append(.field(field))
            let width = pen.columns - FormLine.answerColumn(pen) - 3
            if let problem, problem.field == field {
                lines += pen.measure.wrapped(problem.text, to: width).enumerated().map {
                    .problem($1, isFirst: $0 == 0)
                }
            } else if field == .url, let twin {
                let words = view.words(about: twin, for: self)
                lines += notes(words, width, rows.count, pen).map { .note($0) }
            }
        }
        let focus = lines.firstIndex(of: .field(focus)) ?? 0
        let problemLines = lines[(focus + 1)...].prefix {
            if case .problem = $0 { true } else { false }
        }
        let first = max(0, min(focus + problemLines.count - rows.count + 1, focus))
        for (line, row) in zip(lines.dropFirst(first), rows) {
            switch line {
            case .gap: break
            case .field(let field): draw(field, row, view, &pen)
            case .problem(let text, let isFirst):
                let sign = isFirst ? pen.symbols.alert : " "
                pen.write("\(sign) \(text)", column: FormLine.answerColumn(pen), row: row, .error)
            case .note(let text):
                pen.write(text, column: FormLine.answerColumn(pen) + 2, row: row, .warning)
            }
        }
    }

    /// Returns a note in lines. If rows are few, it leaves room for its field and the next one.
    private func notes(_ words: String, _ width: Int, _ rows: Int, _ pen: Pen) -> [String] {
        let lines = pen.measure.wrapped(words, to: width)
        let most = rows < FormField.allCases.count ? max(1, rows - 2) : lines.count
        if lines.count <= most { return lines }
        let rest = lines[(most - 1)...].joined(separator: " ")
        return lines.prefix(most - 1)
            + [pen.measure.truncated(rest, to: width, ellipsis: pen.symbols.ellipsis)]
    }

    private func draw(_ field: FormField, _ row: Int, _ view: ShellView, _ pen: inout Pen) {
        let isFocused = field == focus
        if isFocused { pen.write(">", column: 1, row: row, .marker) }
        pen.write(field.label, column: 3, row: row, isFocused ? .focusedLabel : .label)
        let width = pen.columns - FormLine.labelWidth - 1
        var editor = editor(of: field)
        // Other fields show their beginning.
        if !isFocused { editor.cursor = 0 }
        if editor.text.isEmpty {
            let text = !field.isInRow && isLoading ? pen.symbols.ellipsis : field.placeholder
            pen.write(text, column: FormLine.labelWidth, row: row, width: width, .faint)
        }
        // A form behind a question or the help keeps its place, but not the cursor.
        let hasCursor = isFocused && view.context == .form
        write(
            editor, column: FormLine.labelWidth, row: row, width: width, hasCursor: hasCursor, &pen)
        // Enter saves only the typed text, so the suggestion must not look like a part of it.
        guard hasCursor, let offer else { return }
        pen.writeSuggestion(
            offer.rest, view.hint(.takeOrNext, to: "complete"), row: row,
            endingBefore: FormLine.labelWidth + width)
    }

    /// Draws only the focused field, for a screen of few rows.
    func drawTiny(_ view: ShellView, _ pen: inout Pen) {
        if let problem {
            pen.write(problem.text, column: 0, row: 0, .error)
            return
        }
        let label = focus.label + " "
        let start =
            pen.columns >= 12 ? pen.write(label, column: 0, row: 0, .focusedLabel) : 0
        write(
            editor(of: focus), column: start, row: 0, width: pen.columns - start, hasCursor: true,
            &pen)
    }

    /// Draws an editor, with the terminal's sign for line breaks.
    private func write(
        _ editor: LineEditor, column: Int, row: Int, width: Int, hasCursor: Bool, _ pen: inout Pen
    ) {
        var shown = editor
        if newlineSign.isASCII != pen.symbols.newline.utf8.allSatisfy({ $0 < 0x80 }) {
            let cursor = editor.cursor
            let sign = Character(pen.symbols.newline)
            shown = LineEditor(keeping: String(editor.text.map { $0 == newlineSign ? sign : $0 }))
            shown.cursor = cursor
        }
        pen.write(shown, column: column, row: row, width: width, isFocused: hasCursor)
    }
}

private enum FormLine: Equatable {
    case gap
    case field(FormField)
    case problem(String, isFirst: Bool)
    case note(String)

    /// The columns of marker and label.
    static let labelWidth = 10

    /// Returns the first column of a problem or a note: on narrow screens under the label, to take
    /// fewer lines.
    static func answerColumn(_ pen: Pen) -> Int { pen.columns < 40 ? 1 : labelWidth }
}
