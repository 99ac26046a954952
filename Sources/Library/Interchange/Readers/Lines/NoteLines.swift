/// Notes below a link in Markdown: each line is indented further than the link.
enum NoteLines {
    static func text(_ notes: String) -> String {
        if notes.isEmpty { return "" }
        let lines = notes.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        return lines.map { line in
            if line.allSatisfy(\.isWhitespace) { return "\n" }
            return "  \(ListItem.escaped(line, with: LinesParser.markdownEscape))\n"
        }.joined()
    }
}
