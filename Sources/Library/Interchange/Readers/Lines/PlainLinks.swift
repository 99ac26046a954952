import Bookmarks

/// URLs within a text.
enum PlainLinks {
    /// The maximum number of brackets to try per line: each costs as much as the line is long.
    static let attempts = 200

    /// Joins the texts before and after a link that was removed.
    static func closeGap(_ rest: inout String, _ text: inout Substring) {
        // Marks around a link format its name: `**[a](https://b.example)**`.
        while let mark = text.first, "*_~`".contains(mark), rest.last == mark {
            rest.removeLast()
            text = text.dropFirst()
        }
        if rest.last == "(", text.first == ")" {
            rest.removeLast()
            text = text.dropFirst()
        }
        guard let next = text.first, ",.;:!?".contains(next) else { return }
        while rest.last == " " { rest.removeLast() }
    }

    /// Whether a line is only an address that is not a link in a text: it has no scheme, such as
    /// `www.example.org/a`, or not a web scheme.
    static func isOther(_ line: String) -> Bool {
        guard line.utf8.count < 2048, !line.contains(where: { $0.isWhitespace || $0 == "@" })
        else { return false }
        if let scheme = URLReference.scheme(of: line) {
            return line.dropFirst(scheme.count).hasPrefix("://")
        }
        let labels = line.prefix { !"/:?#".contains($0) }
            .split(separator: ".", omittingEmptySubsequences: false)
        guard let last = labels.last, labels.count > 1, labels.allSatisfy({ !$0.isEmpty }) else {
            return false
        }
        let isWeb = labels[0].lowercased() == "www" || line.contains("/")
        return (isWeb || !files.contains(last.lowercased())) && last.count > 1
            && last.allSatisfy(\.isLetter)
            && labels.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } }
    }

    /// Suffixes of file names that texts mention.
    private static let files: Set<String> = [
        "bz", "cc", "csv", "doc", "docx", "gif", "gz", "htm", "html", "jpg", "js", "json", "log",
        "md", "mp", "odt", "org", "pdf", "png", "py", "rs", "sh", "so", "toml", "ts", "txt", "xml",
        "yaml", "yml", "zip",
    ]

    /// Returns the web URL at the beginning of a text.
    ///
    /// A closing parenthesis belongs to the URL if the opening one does: `/wiki/A_(b)`. Brackets
    /// belong to it in `?a[]=1&b[c]=2`, but not in `https://a.example/[A page]`.
    static func url(at text: Substring, isEnd: (Character) -> Bool) -> Substring? {
        guard text.hasPrefix("http://") || text.hasPrefix("https://") else { return nil }
        let start = text.firstIndex(of: "/").map { text.index($0, offsetBy: 2) } ?? text.startIndex
        var index = start
        var depth = 0
        var hasBraces = false
        while index < text.endIndex {
            let character = text[index]
            if character == "[", let end = brackets(text[index...], isHost: index == start) {
                hasBraces = hasBraces || text[index..<end].contains("{")
                index = end
                continue
            }
            if character.isWhitespace || "\"`[]<".contains(character) { break }
            // `{{video https://a.example/}}`, unless the URL has the opening braces.
            if character == "}", !hasBraces, text[index...].hasPrefix("}}") { break }
            if character == "{" { hasBraces = true }
            if character == "(" { depth += 1 }
            if character == ")" {
                if depth == 0 { break }
                depth -= 1
            } else if isEnd(character) {
                break
            }
            index = text.index(after: index)
        }
        var url = text[..<index]
        while let last = url.last, ".,;:!?'".contains(last) { url = url.dropLast() }
        return url
    }

    /// Returns the end of brackets in a URL: of an address with colons, or of a name in a query.
    private static func brackets(_ text: Substring, isHost: Bool) -> Substring.Index? {
        let inside = text.dropFirst().prefix(256).prefix { !$0.isWhitespace && $0 != "]" }
        guard inside.endIndex < text.endIndex, text[inside.endIndex] == "]" else { return nil }
        let end = text.index(after: inside.endIndex)
        let next = text[end...].first ?? " "
        return isHost || inside.isEmpty || "=&[".contains(next) ? end : nil
    }

    /// Returns the name in brackets directly after a URL, as AsciiDoc writes it, and the text after
    /// it: `https://a.example/[A page]`.
    ///
    /// - Parameter attempts: the number of brackets of the line that may still be tried: see
    ///   ``attempts``.
    static func name(
        at text: Substring, _ rest: inout String, _ attempts: inout Int
    ) -> (name: String, after: Substring)? {
        guard text.first == "[", !text.hasPrefix("[^"), !text.hasPrefix("[[") else { return nil }
        attempts -= 1
        guard attempts > 0, let (name, after) = MarkdownLinks.enclosed(text, "[", "]"),
            name.contains(where: \.isLetter), after.first != "(", after.first != "["
        else { return nil }
        if rest.hasSuffix("link:") { rest.removeLast(5) }
        return (name.collapsed, after)
    }
}
