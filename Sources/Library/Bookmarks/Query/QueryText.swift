/// Writes pieces of queries.
public enum QueryText {
    /// A query for the bookmarks with exactly this tag, in any spelling.
    public static func tag(_ tag: String) -> String { "tag:" + written(tag) }

    /// A query for the bookmarks in a folder and below it.
    public static func folder(_ path: String) -> String { "folder:" + written(path) }

    /// A query for the bookmarks in folders with this beginning.
    public static func beginning(ofFolder path: String) -> String { "in:" + written(path) }

    /// The ways in which a query names a tag or a folder.
    public enum Notation: String, Sendable, Hashable {
        /// A tag that begins with the name.
        case sign = "#"
        case tag = "tag:"
        case folder = "folder:"
        /// Folders that begin with the name.
        case beginning = "in:"

        /// The query for a name.
        public func text(naming name: String) -> String {
            switch self {
            case .sign: "#" + name
            case .tag: QueryText.tag(name)
            case .folder: QueryText.folder(name)
            case .beginning: QueryText.beginning(ofFolder: name)
            }
        }
    }

    /// A text as it is read wherever it stands.
    private static func written(_ text: String) -> String {
        if isWord(text) { return text }
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    /// A text with other Unicode scalars in a range of them.
    static func replacing(_ range: Range<Int>, of text: String, by other: String) -> String {
        var scalars = Array(text.unicodeScalars)
        scalars.replaceSubrange(range, with: other.unicodeScalars)
        return String(String.UnicodeScalarView(scalars))
    }

    /// Whether a text is read as one word wherever it stands.
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
    /// The text of a query for the common matches of this one and `text`.
    public func text(narrowedBy text: String) -> String {
        if isEmpty { return text }
        if case .any = root { return "(\(self.text)) \(text)" }
        return "\(self.text) \(text)"
    }
}
