import Bookmarks

/// Reads newsboat's list of feeds: an address on each line, followed by tags and a name.
/// https://newsboat.org/releases/2.38/docs/newsboat.html#_tagging
enum NewsboatFormat {
    private static let others = ["\"query:", "\"exec:", "\"filter:", "exec:", "filter:"]

    /// Whether a line has syntax that only newsboat writes.
    static func recognizes(_ lines: some Sequence<Substring>) -> Bool {
        lines.prefix(500).contains { line in
            if others.prefix(3).contains(where: line.hasPrefix) { return true }
            guard line.hasPrefix("http") else { return false }
            return [" \"~", " \"!", "\t\"~", "\t\"!"].contains { line.contains($0) }
        }
    }

    static func parse(_ lines: some Sequence<(Int, Substring)>) -> ParsedImport {
        var result = ParsedImport(format: .urls)
        for (number, line) in lines {
            let text = String(line).trimmed
            if text.isEmpty || text.hasPrefix("#") { continue }
            if others.contains(where: text.hasPrefix) {
                result.skip(number, "a query or a program of newsboat, not a page")
                continue
            }
            let words = words(text)
            let tags = words.dropFirst().filter { !$0.hasPrefix("~") && !$0.hasPrefix("!") }
            let name = words.dropFirst().first { $0.hasPrefix("~") }?.dropFirst() ?? ""
            result.take(
                ImportedBookmark(
                    name: String(name), url: words.first ?? "", tags: TagText.clean(Array(tags)),
                    line: number))
        }
        return result
    }

    /// Splits a line into words. Quotes hold words together, and a backslash escapes a quote.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var rest = text[...]
        while let first = rest.popFirst() {
            if first == "\\", let next = rest.first, next == "\"" || next == "\\" {
                word = (word ?? "") + String(next)
                rest = rest.dropFirst()
            } else if first == "\"" {
                isQuoted.toggle()
                word = word ?? ""
            } else if first.isWhitespace, !isQuoted {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(first)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
