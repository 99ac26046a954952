/// The text of the file of settings: a name, an equals sign and a value on a line, and comments on
/// lines that begin with `#`. What is changed by program leaves all other lines as they are.
public struct SettingsDocument: Sendable, Hashable {
    /// A line that sets something.
    public struct Entry: Sendable, Hashable {
        /// From 1.
        public var line: Int
        public var name: String
        public var value: String
    }

    private var lines: [String]

    /// Reads a text; whatever is in it.
    public init(_ text: String = "") {
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
    }

    /// The whole text, as it is to be written.
    public var text: String { lines.map { $0 + "\n" }.joined() }

    /// What is set, in the order of the lines.
    public var entries: [Entry] {
        lines.enumerated().compactMap { index, line in
            guard let (name, value) = Self.parts(line) else { return nil }
            return Entry(line: index + 1, name: name, value: value)
        }
    }

    /// The lines that are neither empty nor comments, and set nothing.
    var problems: [SettingsProblem] {
        lines.enumerated().compactMap { index, line in
            let text = line.trimmed
            if text.isEmpty || text.hasPrefix("#") || Self.parts(line) != nil { return nil }
            return SettingsProblem(
                line: index + 1,
                "“\(text.prefix(60))” sets nothing: write NAME = VALUE, or # before a comment")
        }
    }

    /// Sets a value on the last line that sets it, or on a new one at the end.
    public mutating func set(_ name: String, to value: String) {
        let line = value.isEmpty ? "\(name) =" : "\(name) = \(value)"
        if let index = lines.lastIndex(where: { Self.parts($0)?.name == name }) {
            lines[index] = line
        } else {
            lines.append(line)
        }
    }

    /// Removes all lines that set a value, and returns whether there was one.
    @discardableResult
    public mutating func remove(_ name: String) -> Bool {
        let count = lines.count
        lines.removeAll { Self.parts($0)?.name == name }
        return lines.count < count
    }

    private static func parts(_ line: String) -> (name: String, value: String)? {
        let text = line.trimmed
        guard !text.hasPrefix("#"), let equals = text.firstIndex(of: "=") else { return nil }
        let name = String(text[..<equals]).trimmed
        if name.isEmpty { return nil }
        return (name, String(text[text.index(after: equals)...]).trimmed)
    }
}
