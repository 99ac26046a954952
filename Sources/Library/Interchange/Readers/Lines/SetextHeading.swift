import Bookmarks

/// A heading of Markdown that a line below it makes one: `====` below the first level, `----` below
/// the second.
struct SetextHeading {
    /// The text of the line above, if it may be a heading: the only line of its paragraph.
    private var above: String?
    /// The number of the last line that was not blank.
    private var last = -1

    /// The level of the heading that a line ends, and its name.
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
    /// - Parameter isPlain: whether it has no links and belongs to no bookmark.
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
