import Bookmarks

/// A heading in AsciiDoc or a wiki: `== Work`, or `== Work ==`.
enum EqualsHeading {
    /// Returns the level and the name of the heading in a line.
    static func heading(in line: Substring) -> (level: Int, name: String)? {
        let level = line.prefix { $0 == "=" }.count
        guard 1...6 ~= level, line.dropFirst(level).first == " " else { return nil }
        var name = String(line.dropFirst(level)).trimmed
        if name.hasSuffix(" " + String(repeating: "=", count: level)) {
            name = String(name.dropLast(level)).trimmed
        }
        return name.isEmpty ? nil : (level, name)
    }
}
