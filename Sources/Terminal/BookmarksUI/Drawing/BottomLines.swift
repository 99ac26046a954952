import Bookmarks
import Screen

/// Draws the lines at the bottom: the message or the question, and below it the keys. A screen with
/// few rows has one line for both.
func drawBottom(
    _ state: ScreenState, _ list: BookmarkList, _ layout: Layout, _ pen: inout Pen
) {
    let lines = state.shell.bottomLines()
    for (line, row) in zip(lines, layout.message) {
        if let line { pen.write(line, row: row) }
    }
    if state.shell.hasPrompt { drawPrompt(state, layout.message.upperBound - 1, &pen) }
    let isFree = !state.shell.hasPrompt && state.shell.shownMessage == nil
    if layout.isTall || isFree { drawHints(state, list, layout.hints, &pen) }
}

extension Shell {
    /// Whether a question or a prompt is on the last line of messages.
    var hasPrompt: Bool {
        switch modes.last {
        case .filter, .question, .sortMenu, .editMenu, .prompt: true
        case .page(let page): page.filterEditor != nil
        default: false
        }
    }

    /// Returns the lines above the hints, from top to bottom, at least one. A `nil` line is empty,
    /// or left to a prompt.
    func bottomLines() -> [TextLine?] {
        let above = askedLines.dropLast().map(Optional.init)
        // A message about something else must not hide the prompt in use.
        let isHere = message?.depth == modes.count || message?.level == .error
        let answerRoom = isHere ? answerRowLimit - above.count : 0
        let room = hasPrompt ? (isQuestion ? 0 : answerRoom) : messageRowLimit
        guard room > 0, let message = shownMessage else { return above + [nil] }
        return lines(of: message, room) + above + (hasPrompt ? [nil] : [])
    }

    /// The question or menu that waits for a single key, as lines for the bottom of the screen. If
    /// there is room for only one line, that line has the whole text, to be cut.
    fileprivate var askedLines: [TextLine] {
        let width = size.columns - 1
        let margin = Layout(size).isTiny ? 0 : 1
        switch modes.last {
        case .question(let question):
            let text = question.text
            let lines = measure.wrapped(text, to: width - measure.width(question.tail))
            let limit = messageRowLimit
            return (limit < 2 ? [text] : lines.suffix(limit)).map {
                TextLine($0, .warning, at: margin)
            }
        case .sortMenu:
            let lines = measure.lines(of: sortMenu, to: width)
            // No choice is left out while the screen has room.
            let limit = Layout(size).isTall ? max(messageRowLimit, size.rows - 5) : messageRowLimit
            return (limit < 2 ? [sortMenu] : lines.suffix(limit)).map {
                TextLine($0, .hintKey, at: margin)
            }
        default: return []
        }
    }

    private var isQuestion: Bool {
        if case .question = modes.last { true } else { false }
    }

    /// Returns a message in at most `room` lines, with its hint at the end. A cut message ends with
    /// an ellipsis, and tells how to see the rest.
    private func lines(of message: Message, _ room: Int) -> [TextLine?] {
        let isTiny = Layout(size).isTiny
        let width = size.columns - (isTiny ? 0 : 1)
        let sign = message.level == .info ? "" : symbols.alert + " "
        // Only as much of a long text is read as can be shown.
        let text = message.text.prefix((room + 2) * max(20, width))
        var lines = measure.wrapped(sign + text, to: width)
        let wanted = validHint(of: message)
        var hint = isTiny ? "" : hintText(wanted)
        let hinted = hint.isEmpty ? .messages : wanted ?? .messages
        func fits() -> Bool {
            lines.count <= room && measure.width((lines.last ?? "") + hint) <= width
        }
        if !fits(), lines.count < room {
            lines.append("")
        } else if !fits() {
            if hint.isEmpty, !isTiny { hint = hintText(.messages, label: "all") }
            let rest = lines.dropFirst(room - 1).prefix(2).joined(separator: " ")
            lines = lines.prefix(room - 1) + [cut(rest, to: width - measure.width(hint))]
        }
        return lines.enumerated().map { number, text in
            let line = TextLine(text, message.level.role, at: isTiny ? 0 : 1)
            guard number == lines.count - 1, !hint.isEmpty else { return line }
            let shown = text.isEmpty ? String(hint.drop { $0 == " " }) : hint
            return line.adding(shown, .hintKey, does: .start(hinted))
        }
    }

    /// Returns the beginning of a text that continues, with an ellipsis.
    private func cut(_ text: String, to width: Int) -> String {
        let isCut = measure.width(text) > width
        return measure.truncated(
            isCut ? text : text + symbols.ellipsis, to: max(0, width), ellipsis: symbols.ellipsis)
    }

    /// Returns a key that works here, and its label.
    private func hintText(_ id: ActionID?, label: String? = nil) -> String {
        guard let id, let key = keys.name(of: id, in: context) else { return "" }
        return "   \(key) \(label ?? id.rawValue)"
    }
}

/// Draws the open question or prompt.
func drawPrompt(_ state: ScreenState, _ row: Int, _ pen: inout Pen) {
    let margin = Layout(state.shell.size).isTiny ? 0 : 1
    let width = pen.columns - margin
    switch state.shell.modes.last {
    case .filter(let prompt):
        let start = pen.write("/", column: margin, row: row, .hintKey)
        pen.write(prompt.editor, column: start, row: row, width: width - 1, isFocused: true)
        if let rest = state.shell.filterOffer?.rest, let cursor = pen.cursor {
            let end = pen.writeSuggestion(
                rest, state.shell.hint(.markHit, to: "complete"), row: row,
                endingBefore: pen.columns)
            pen.note(.start(.markHit), row: row, columns: cursor.column..<max(cursor.column, end))
        }
    case .page(let page):
        guard let editor = page.filterEditor else { break }
        // The key that opens the line.
        let sign = page.context == .palette ? ":" : "/"
        let start = pen.write(sign, column: margin, row: row, .hintKey)
        pen.write(editor, column: start, row: row, width: width - 1, isFocused: true)
    case .question(let question):
        let room = width - pen.measure.width(question.tail)
        let text = state.shell.askedLines.last?.pieces.last?.text ?? ""
        var end = pen.write(text, column: margin, row: row, width: max(0, room), .warning)
        pen.note(.start(.yes), row: row, columns: end + 1..<end + 3)
        pen.note(.start(.no), row: row, columns: end + 3..<end + 6)
        end = pen.write(question.tail, column: end, row: row, .hintKey)
        pen.cursor = Position(column: min(end, pen.columns - 1), row: row)
    case .prompt(let prompt): draw(prompt, row, state.shell, &pen)
    case .editMenu:
        let menus = state.editMenus()
        let fitting = menus.first { pen.measure.lines(of: $0, to: width).count == 1 }
        pen.write(TextLine(fitting ?? menus.last ?? [], .hintKey, at: margin), row: row)
    case .sortMenu:
        if let line = state.shell.askedLines.last { pen.write(line, row: row) }
    default: break
    }
}
