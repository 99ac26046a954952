/// Notes below a link, in formats for people: each line further to the right than the link.
enum NoteLines {
    static func text(_ notes: String) -> String {
        if notes.isEmpty { return "" }
        let lines = notes.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        return lines.map { $0.allSatisfy(\.isWhitespace) ? "\n" : "  \($0)\n" }.joined()
    }
}
