/// Writes pieces of queries.
public enum QueryText {
    /// Returns a query for the bookmarks with exactly this tag, in any spelling.
    public static func tag(_ tag: String) -> String { "tag:" + written(tag) }

    /// Returns a query for the bookmarks in a folder and below it.
    public static func folder(_ path: String) -> String { "folder:" + written(path) }

    /// Returns a query for the bookmarks in folders that begin with a path.
    public static func beginning(ofFolder path: String) -> String { "in:" + written(path) }

    /// A way to name a tag or a folder in a query.
    public enum Notation: String, Sendable, Hashable {
        /// A tag that begins with the name.
        case sign = "#"
        case tag = "tag:"
        case folder = "folder:"
        /// Folders that begin with the name.
        case beginning = "in:"

        /// Returns the query for a name.
        public func text(naming name: String) -> String {
            switch self {
            case .sign: "#" + QueryText.written(name)
            case .tag: QueryText.tag(name)
            case .folder: QueryText.folder(name)
            case .beginning: QueryText.beginning(ofFolder: name)
            }
        }
    }

    /// Returns a text quoted so that it reads the same anywhere in a query.
    private static func written(_ text: String) -> String {
        if isWord(text) { return text }
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    /// Returns a text with a range of its Unicode scalars replaced.
    static func replacing(_ range: Range<Int>, of text: String, by other: String) -> String {
        var scalars = Array(text.unicodeScalars)
        scalars.replaceSubrange(range, with: other.unicodeScalars)
        return String(String.UnicodeScalarView(scalars))
    }

    /// Whether a text needs no quotes to be read as one word.
    private static func isWord(_ text: String) -> Bool {
        var open = 0
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || scalar == "\"" || scalar == "#" { return false }
            if scalar == "(" { open += 1 }
            if scalar == ")" { open -= 1 }
            if open < 0 { return false }
        }
        return open == 0
    }
}

extension Query {
    /// Returns a query for the bookmarks that match both this query and `text`.
    public func text(narrowedBy text: String) -> String {
        if isEmpty { return text }
        if case .any = root { return "(\(self.text)) \(text)" }
        return "\(self.text) \(text)"
    }
}
