/// Writes pieces of queries.
public enum QueryText {
    /// What finds the bookmarks with a tag, and with tags that begin so.
    public static func tag(_ tag: String) -> String {
        // A capital would hide the bookmarks that spell it otherwise.
        let word = tag.lowercased()
        if isWord(word) { return "#" + word }
        // A backslash before the last quote would keep it from closing.
        let end = word.unicodeScalars.lastIndex { $0 != "\\" }
        let start = end.map { String(word.unicodeScalars[...$0]) } ?? ""
        return "tag:" + quoted(start)
    }

    /// What finds the bookmarks in a folder and in those below it.
    public static func folder(_ path: String) -> String {
        isWord(path) ? "in:\(path)/" : "in:" + quoted(path + "/")
    }

    /// Whether a text is read as one word wherever it stands.
    private static func isWord(_ text: String) -> Bool {
        var open = 0
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || scalar == "\"" { return false }
            if scalar == "(" { open += 1 }
            if scalar == ")" { open -= 1 }
            if open < 0 { return false }
        }
        return open == 0
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\"", with: "\\\"") + "\""
    }
}

extension Query {
    /// The text of the query that finds what this one finds and `text` finds too.
    public func text(narrowedBy text: String) -> String {
        if isEmpty { return text }
        if case .any = root { return "(\(self.text)) \(text)" }
        return "\(self.text) \(text)"
    }
}
