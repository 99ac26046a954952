import Bookmarks

/// Lists of addresses for people: one per line, with a name before or after it, or on the line
/// above.
enum URLLines {
    static func parse(
        _ lines: some Sequence<(Int, Substring)>
    ) -> ParsedImport {
        var result = ParsedImport(format: .urls)
        /// A line that may be the name of the address on the next line.
        var pending: (line: Int, text: String)?
        for (number, line) in lines {
            let text = String(line).trimmed
            if text.isEmpty || text.hasPrefix("#") { continue }
            let entry = entry(text)
            if entry.name.isEmpty, let name = pending {
                result.take(ImportedBookmark(name: name.text, url: entry.url, line: number))
                pending = nil
                continue
            }
            if let left = pending { result.fail(left.line, noURL) }
            pending = nil
            if entry.isPlain {
                pending = (number, text)
            } else {
                result.take(ImportedBookmark(name: entry.name, url: entry.url, line: number))
            }
        }
        if let left = pending { result.fail(left.line, noURL) }
        return result
    }

    private static let noURL = "it has no URL"

    /// Returns the address on a line and its name.
    ///
    /// A line without an address is plain.
    private static func entry(_ text: String) -> (url: String, name: String, isPlain: Bool) {
        let first = text.prefix { $0 != " " && $0 != "\t" }
        if hasScheme(first) {
            return (String(first), name(text[first.endIndex...]), false)
        }
        let last = text.reversed().prefix { $0 != " " && $0 != "\t" }.reversed()
        let start = text.index(text.endIndex, offsetBy: -last.count)
        if start > text.startIndex, hasScheme(text[start...]) {
            return (String(text[start...]), name(text[..<start]), false)
        }
        let isPlain = !first.contains { ".:/".contains($0) }
        return (String(first), name(text[first.endIndex...]), isPlain)
    }

    private static func hasScheme(_ word: some StringProtocol) -> Bool {
        guard let scheme = URLReference.scheme(of: String(word)) else { return false }
        let rest = word.dropFirst(scheme.count + 1)
        return rest.hasPrefix("//")
            || ["mailto", "javascript", "data", "about", "magnet"].contains(scheme.lowercased())
            || scheme.count == 1 && !rest.isEmpty
    }

    /// Returns a name without the separator before its address, as in OneTab's `https://a.example/
    /// | A page`.
    private static func name(_ text: Substring) -> String {
        var name = String(text).trimmed
        for mark in ["|", "-", "–", "—", ":", ",", ";", "=", "\t", "->", "=>"] {
            if name == mark { return "" }
            if name.hasPrefix(mark + " ") { name = String(name.dropFirst(mark.count)).trimmed }
            let isBehind = [" ", "\t"].contains { name.hasSuffix($0 + mark) } || mark == ":"
            if name.hasSuffix(mark), isBehind { name = String(name.dropLast(mark.count)).trimmed }
        }
        return name
    }

    /// Whether most lines have an address at their end but not at their beginning, as in
    /// qutebrowser's `a name https://a.example/`, or precede such a line.
    static func areNamed(_ lines: some Sequence<String>) -> Bool {
        var (named, others, above) = (0, 0, 0)
        for line in lines.prefix(500) where !line.hasPrefix("#") {
            // A row of a table.
            if line.contains(",\"") || line.contains("\",") { return false }
            let entry = entry(line)
            if entry.isPlain || !hasScheme(entry.url) {
                above += 1
            } else if line.hasPrefix(entry.url), entry.name.isEmpty, above > 0 {
                named += 1
                above -= 1
            } else if line.hasPrefix(entry.url) {
                others += 1
            } else {
                named += 1
            }
        }
        return named > 0 && named >= others && above <= named / 4
    }
}

/// Reads ELinks' own file: name, address, depth and flags of each entry, separated by tabs.
/// https://github.com/rkd77/elinks/blob/master/src/bookmarks/backend/default.c
enum ELinksFormat {
    /// Whether all lines are such entries.
    static func recognizes(_ lines: some Sequence<Substring>) -> Bool {
        var count = 0
        for line in lines.prefix(500) where !line.isEmpty {
            guard let entry = Entry(line), entry.url.isEmpty || entry.url.contains(":") else {
                return false
            }
            count += 1
        }
        return count > 0
    }

    static func parse(_ lines: some Sequence<(Int, Substring)>) -> ParsedImport {
        var result = ParsedImport(format: .urls)
        // The paths of the folders around the entry, and of the entry itself.
        var folders: [String] = []
        for (number, line) in lines where !line.isEmpty {
            guard let entry = Entry(line) else {
                result.fail(number, "it is not an entry of ELinks")
                continue
            }
            folders = Array(folders.prefix(entry.depth))
            let folder = folders.last ?? ""
            while folders.count < entry.depth { folders.append(folder) }
            folders.append(FolderPath.path(folder, entry.name))
            if entry.isFolder { continue }
            if entry.url.isEmpty, entry.name == "-" {
                result.skip(number, "a separator")
            } else {
                result.take(
                    ImportedBookmark(
                        name: entry.name, url: entry.url, folder: folder, line: number))
            }
        }
        return result
    }

    private struct Entry {
        var name, url: String
        var depth: Int
        var isFolder: Bool

        init?(_ line: Substring) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 4, !fields[0].isEmpty, let depth = Int(fields[2]),
                0..<1000 ~= depth, fields[3].allSatisfy({ $0 == "F" || $0 == "E" })
            else { return nil }
            (name, url) = (String(fields[0]), String(fields[1]).trimmed)
            self.depth = depth
            isFolder = fields[3].contains("F")
        }
    }
}
