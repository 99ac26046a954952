import Bookmarks

/// Links in a line of Org: `[[url][name]]`, `[[url]]`, `<url>`, or a plain URL.
enum OrgLinks {
    static func links(in line: Substring) -> (links: [FoundLink], rest: String) {
        let found = Self.found(in: line)
        return (found.links, found.rest)
    }

    /// Returns the links of a line, the rest of the line, and the number of links that lead to
    /// something in Org: of these, the name stays in the rest.
    static func found(
        in line: Substring
    ) -> (links: [FoundLink], rest: String, inner: Int) {
        var links: [FoundLink] = []
        var inner = 0
        var rest = ""
        var text = line.drop { $0 == " " || $0 == "\t" }
        if let item = ListItem(text) { text = item.content }
        var attempts = PlainLinks.attempts
        while let first = text.first {
            if first == "[" || first == "<" { attempts -= 1 }
            if attempts > 0, text.hasPrefix("[["), let end = text.firstRange(of: "]]") {
                let link = named(text[..<end.lowerBound].dropFirst(2))
                text = text[end.upperBound...]
                if isInner(link.url) {
                    inner += 1
                    rest += link.name.isEmpty ? link.url : link.name
                } else {
                    links.append(link)
                    PlainLinks.closeGap(&rest, &text)
                }
            } else if attempts > 0, first == "<", let (url, after) = enclosed(text) {
                links.append(FoundLink(name: "", url: url))
                text = after
                PlainLinks.closeGap(&rest, &text)
            } else if first == "h", rest.last?.isLetter != true,
                let url = PlainLinks.url(at: text, isEnd: { $0 == ">" })
            {
                text = text[url.endIndex...]
                let named = PlainLinks.name(at: text, &rest, &attempts)
                text = named?.after ?? text
                links.append(FoundLink(name: named?.name ?? "", url: String(url)))
                PlainLinks.closeGap(&rest, &text)
            } else {
                rest.append(first)
                text = text.dropFirst()
            }
        }
        return (links, rest.collapsed, inner)
    }

    private static func named(_ content: Substring) -> FoundLink {
        guard let middle = content.firstRange(of: "][") else {
            return FoundLink(name: "", url: String(content))
        }
        return FoundLink(
            name: String(content[middle.upperBound...]),
            url: String(content[..<middle.lowerBound]))
    }

    /// Returns the URL of `<https://a.example/>` at the beginning of a text, and the text after it.
    private static func enclosed(_ text: Substring) -> (String, Substring)? {
        let inside = text.dropFirst()
        guard inside.hasPrefix("http://") || inside.hasPrefix("https://"),
            let end = inside.firstIndex(of: ">"), !inside[..<end].contains(where: \.isWhitespace)
        else { return nil }
        return (String(inside[..<end]), inside[end...].dropFirst())
    }

    /// Whether a link leads to a place in Org or Emacs instead of a page.
    private static func isInner(_ url: String) -> Bool {
        if url.hasPrefix("//") || url.hasPrefix("www.") { return false }
        guard let scheme = URLReference.scheme(of: url)?.lowercased() else { return true }
        if scheme == "file" { return !url.dropFirst(5).hasPrefix("//") }
        return innerSchemes.contains(scheme)
    }

    private static let innerSchemes: Set<String> = [
        "attachment", "bbdb", "cite", "coderef", "custom-id", "denote", "docview", "elisp",
        "file+emacs", "file+sys", "fuzzy", "gnus", "help", "id", "info", "man", "mhe", "mu4e",
        "notmuch", "radio", "rmail", "roam", "shell", "woman",
    ]

    /// Whether a line is an Org keyword, which means nothing to people, in any place.
    static func isKeyword(_ line: Substring) -> Bool {
        line.drop { $0 == " " || $0 == "\t" }.hasPrefix("#+")
    }

    /// Whether a line directly below a headline is Org's planning data.
    static func isPlanning(_ line: Substring) -> Bool {
        let text = line.drop { $0 == " " || $0 == "\t" }
        return ["CLOSED:", "SCHEDULED:", "DEADLINE:"].contains { text.hasPrefix($0) }
    }

    /// Whether a line begins or ends a drawer of a headline.
    static func isDrawer(_ line: Substring, _ name: String) -> Bool {
        String(line).trimmed.uppercased() == name
    }
}
