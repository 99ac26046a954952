import Bookmarks

/// A Markdown heading with an underline: `====` for the first level, `----` for the second.
struct SetextHeading {
    /// The text of the previous line, if it may be a heading: the only line of its paragraph.
    private var above: String?
    /// The number of the last line that was not blank.
    private var last = -1

    /// Returns the level and the name of the heading that a line underlines.
    mutating func heading(endedBy line: Substring, _ number: Int) -> (level: Int, name: String)? {
        guard let name = above, number == last + 1, !line.hasPrefix("    ") else { return nil }
        let marks = String(line).trimmed
        guard let mark = marks.first, mark == "=" || mark == "-", marks.count > 1,
            marks.allSatisfy({ $0 == mark })
        else { return nil }
        above = nil
        return (mark == "=" ? 1 : 2, name)
    }

    /// Takes a line of the text.
    ///
    /// - Parameter isPlain: whether the line has no links and belongs to no bookmark.
    mutating func take(_ line: Substring, _ number: Int, isPlain: Bool) {
        let text = String(line).trimmed
        if text.isEmpty { return }
        let isParagraph = number == last + 1
        last = number
        let isText =
            isPlain && ListItem(line) == nil
            && !["#", ">", "|", "<", "---", "===", "***"].contains(where: text.hasPrefix)
        above = isText && !isParagraph ? text : nil
    }
}
