/// The line that begins or ends a block of code in Markdown: three backticks or tildes, or more.
struct MarkdownFence {
    private let mark: Character
    private let count: Int

    init?(_ line: Substring) {
        let text = line.drop { $0 == " " || $0 == "\t" }
        guard let first = text.first, first == "`" || first == "~" else { return nil }
        mark = first
        count = text.prefix { $0 == first }.count
        let rest = text.dropFirst(count)
        if count < 3 || first == "`" && rest.contains("`") { return nil }
    }

    /// Whether a line ends the block that this one began.
    func isEnded(by line: Substring) -> Bool {
        guard let end = MarkdownFence(line), end.mark == mark, end.count >= count else {
            return false
        }
        return line.allSatisfy { $0 == mark || $0.isWhitespace }
    }
}
