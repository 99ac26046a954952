/// A line of a text for people as an item of a list: `- `, `* `, `1. ` and so on, and what follows.
struct ListItem {
    /// The text after the mark and the checkbox.
    let content: Substring
    /// Where the sign of the mark stands: the dash, or the dot behind a number.
    private let sign: Substring.Index

    /// - Parameters:
    ///   - line: with blanks at its beginning or without.
    ///   - shield: the text right before the sign of a mark that is none.
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

    /// Whether a link may stand in it, whatever the text says elsewhere.
    private var mayHaveLink: Bool { content.contains("[") || mayHaveURL }

    private var mayHaveURL: Bool { content.contains("<") || content.contains("://") }

    /// A line of notes that is not a bookmark of its own, though it is an item with a link: such a
    /// one gets a shield before its sign, and one more than it had.
    static func shielded(_ line: Substring, by shield: Character) -> String {
        guard let item = ListItem(line, shieldedBy: shield), item.mayHaveLink else {
            return String(line)
        }
        return String(line[..<item.sign]) + String(shield) + String(line[item.sign...])
    }

    /// The line that ``shielded(_:by:)`` was given.
    static func unshielded(_ line: Substring, by shield: Character) -> String {
        guard let item = ListItem(line, shieldedBy: shield), item.mayHaveLink,
            item.sign > line.startIndex, line[line.index(before: item.sign)] == shield
        else { return String(line) }
        return String(line[..<line.index(before: item.sign)]) + String(line[item.sign...])
    }
}
