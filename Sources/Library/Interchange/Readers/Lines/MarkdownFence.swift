/// The line that begins or ends a code block in Markdown: at least three backticks or tildes.
struct MarkdownFence {
    private let mark: Character
    private let count: Int
    /// Whether the block is in a quotation, and ends with it.
    private let isQuoted: Bool

    init?(_ line: Substring) {
        let text = Self.content(line)
        guard let first = text.first, first == "`" || first == "~" else { return nil }
        mark = first
        count = text.prefix { $0 == first }.count
        isQuoted = Self.isQuoted(line)
        let rest = text.dropFirst(count)
        if count < 3 || first == "`" && rest.contains("`") { return nil }
    }

    /// Whether a line ends the block that this line began.
    func ends(at line: Substring) -> Bool {
        guard let end = MarkdownFence(line), end.mark == mark, end.count >= count else {
            return false
        }
        return Self.content(line).allSatisfy { $0 == mark || $0.isWhitespace }
    }

    /// Whether a line is outside the block because its quotation has ended.
    func quotationEnds(at line: Substring) -> Bool { isQuoted && !Self.isQuoted(line) }

    private static func isQuoted(_ line: Substring) -> Bool {
        line.drop { $0 == " " || $0 == "\t" }.first == ">"
    }

    /// A line without its blanks and the marks of quotations.
    private static func content(_ line: Substring) -> Substring {
        line.drop { $0 == " " || $0 == "\t" || $0 == ">" }
    }
}
