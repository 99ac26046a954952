import Bookmarks

/// Reads files with one link each: Windows' `.url` and the `.desktop` of Unix.
enum LinkFile {
    /// Whether a text has the section in which such a file keeps its link.
    static func recognizes(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, "[#;".utf8.contains(first) else { return false }
        for line in text.prefix(65_536).split(separator: 0x0A).prefix(500) {
            let line = line.string.trimmed
            if isSection(line) { return true }
            // The line begins another section, sets a value, or is a comment.
            let isOther = line.isEmpty || "[#;".contains(line.first ?? " ") || line.contains("=")
            if !isOther || line.hasPrefix("[[") || line.hasPrefix("[\"") { return false }
        }
        return false
    }

    private static func isSection(_ line: String) -> Bool {
        ["[internetshortcut]", "[desktop entry]"].contains(line.lowercased())
    }

    static func parse(_ text: [UInt8]) throws(ImportError) -> ParsedImport {
        var result = ParsedImport(format: .link)
        var bookmark = ImportedBookmark(url: "", line: 1)
        var isInside = false
        var kind = ""
        for (number, bytes) in Lines(text) {
            let line = bytes.string.trimmed
            if line.hasPrefix("[") {
                isInside = isSection(line)
                if isInside { bookmark.line = number }
            }
            guard isInside, let equals = line.firstIndex(of: "=") else { continue }
            let key = line[..<equals].lowercased().trimmed
            let value = String(line[equals...].dropFirst()).trimmed
            switch key {
            case "url", "url[$e]": bookmark.url = value
            case "name": bookmark.name = unescaped(value)
            case "comment": bookmark.notes = unescaped(value)
            case "type": kind = value
            default: break
            }
        }
        guard !bookmark.url.isEmpty || kind.isEmpty || kind == "Link" else {
            throw ImportError.unknown("this file is not a link: it starts a program")
        }
        result.take(bookmark)
        return result
    }

    /// Undoes the escapes of
    /// https://specifications.freedesktop.org/desktop-entry-spec/latest/value-types.html
    private static func unescaped(_ text: String) -> String {
        guard text.contains("\\") else { return text }
        return text.replacing("\\s", with: " ").replacing("\\n", with: "\n")
            .replacing("\\t", with: "\t").replacing("\\\\", with: "\\")
    }

    /// Reads a property list with only a link, as the Finder writes it: `.webloc`.
    static func parse(propertyList root: Node) -> ParsedImport? {
        guard root["Children"] == nil, let url = root["URL"]?.string else { return nil }
        var result = ParsedImport(format: .link)
        result.take(ImportedBookmark(name: root["Name"]?.string ?? "", url: url, line: root.line))
        return result
    }

    /// Returns the name of a file without its extension, which is the name of its link.
    static func name(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let ends = [".url", ".desktop", ".webloc", ".website", ".inetloc"]
        guard let end = ends.first(where: { name.lowercased().hasSuffix($0) }) else { return name }
        return String(name.dropLast(end.count))
    }
}
