/// A list item in plain text or Markdown: a mark such as `- `, `* ` or `1. `, and the text after
/// it.
struct ListItem {
    /// The text after the mark and the checkbox.
    let content: Substring
    /// The place of the mark's sign: the dash, or the dot after a number.
    private let sign: Substring.Index

    /// - Parameters:
    ///   - line: the line, with or without leading blanks.
    ///   - shield: the character that escapes the sign of a mark.
    init?(_ line: Substring, shieldedBy shield: Character? = nil) {
        let text = line.drop { $0 == " " || $0 == "\t" }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let mark = text.dropFirst(digits.count).drop { $0 == shield }
        guard let first = mark.first, (digits.isEmpty ? "-*+•" : ".)").contains(first),
            let blank = mark.dropFirst().first, blank == " " || blank == "\t"
        else { return nil }
        sign = mark.startIndex
        var content = mark.dropFirst(2)
        for box in ["[ ] ", "[x] ", "[X] "] where content.hasPrefix(box) {
            content = content.dropFirst(4)
        }
        self.content = content
    }

    /// Whether the item may contain a link.
    private var mayHaveLink: Bool { content.contains("[") || mayHaveURL }

    private var mayHaveURL: Bool { content.contains("<") || content.contains("://") }

    /// Escapes a line of notes that looks like an item with a link, by a shield before its sign. A
    /// line that is already escaped gets one more shield.
    static func shielded(_ line: Substring, by shield: Character) -> String {
        guard let item = ListItem(line, shieldedBy: shield), item.mayHaveLink else {
            return String(line)
        }
        return String(line[..<item.sign]) + String(shield) + String(line[item.sign...])
    }

    /// Undoes ``shielded(_:by:)``.
    static func unshielded(_ line: Substring, by shield: Character) -> String {
        guard let item = ListItem(line, shieldedBy: shield), item.mayHaveLink,
            item.sign > line.startIndex, line[line.index(before: item.sign)] == shield
        else { return String(line) }
        return String(line[..<line.index(before: item.sign)]) + String(line[item.sign...])
    }
}
