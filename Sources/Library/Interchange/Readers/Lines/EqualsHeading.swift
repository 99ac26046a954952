import Bookmarks

/// A heading as AsciiDoc and wikis write it: `== Work`, or `== Work ==`.
enum EqualsHeading {
    /// The level of the heading that a line is, and its name.
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
