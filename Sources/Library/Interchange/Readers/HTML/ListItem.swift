/// A list item in plain text or Markdown: a mark such as `- `, `* ` or `1. `, and the text after
/// it.
struct ListItem {
    /// The text after the mark and the checkbox.
    let content: Substring
    /// The place of the mark's sign: the dash, or the dot after a number.
    private let sign: Substring.Index

    /// - Parameters:
    ///   - line: the line, with or without leading blanks.
    ///   - escape: the character that escapes the sign of a mark.
    init?(_ line: Substring, escapedBy escape: Character? = nil) {
        let text = line.drop { $0 == " " || $0 == "\t" }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let mark = text.dropFirst(digits.count).drop { $0 == escape }
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

    /// Escapes the sign of a line of notes that looks like an item with a link. A line that is
    /// already escaped gets one more escape.
    static func escaped(_ line: Substring, with escape: Character) -> String {
        guard let item = ListItem(line, escapedBy: escape), item.mayHaveLink else {
            return String(line)
        }
        return String(line[..<item.sign]) + String(escape) + String(line[item.sign...])
    }

    /// Undoes ``escaped(_:with:)``.
    static func unescaped(_ line: Substring, with escape: Character) -> String {
        guard let item = ListItem(line, escapedBy: escape), item.mayHaveLink,
            item.sign > line.startIndex, line[line.index(before: item.sign)] == escape
        else { return String(line) }
        return String(line[..<line.index(before: item.sign)]) + String(line[item.sign...])
    }
}
