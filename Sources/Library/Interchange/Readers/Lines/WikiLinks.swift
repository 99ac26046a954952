import Bookmarks

/// Links of wikis and reStructuredText, which occur in lists next to those of Markdown.
enum WikiLinks {
    /// Returns the link at the beginning of a text, and the text after it: `[https://a.example/ A
    /// page]` of MediaWiki, `[[https://a.example/|A page]]` of DokuWiki, or `` `A page
    /// <https://a.example/>`_ `` of reStructuredText.
    static func link(at text: Substring) -> (FoundLink, Substring)? {
        if text.first == "`" { return ofReStructuredText(text) }
        if text.hasPrefix("[[") {
            return bracketed(text.dropFirst(2), end: "]]") { $0 == "|" }
        }
        return bracketed(text.dropFirst(), end: "]") { $0 == " " || $0 == "\t" }
    }

    /// Whether a line is a list item that begins with a wiki link, which looks like a link of Org.
    static func isItem(_ line: String) -> Bool {
        let content = MarkdownLinks.withoutMark(line[...]).text
        return content.first == "[" && link(at: content) != nil
    }

    private static func bracketed(
        _ text: Substring, end: String, isBetween: (Character) -> Bool
    ) -> (FoundLink, Substring)? {
        guard let url = PlainLinks.url(at: text, isEnd: { $0 == "|" }) else { return nil }
        let behind = text[url.endIndex...]
        guard let between = behind.first, isBetween(between), let close = behind.firstRange(of: end)
        else { return nil }
        let name = behind[..<close.lowerBound].dropFirst()
        guard !name.contains("[") else { return nil }
        let link = FoundLink(
            name: String(name).collapsed, url: HTMLEntities.decodedMarkdown(String(url)))
        return (link, behind[close.upperBound...])
    }

    private static func ofReStructuredText(_ text: Substring) -> (FoundLink, Substring)? {
        guard let close = text.firstRange(of: ">`_") else { return nil }
        let inside = text[..<close.lowerBound].dropFirst()
        guard !inside.contains("`"), let open = inside.lastIndex(of: "<") else { return nil }
        let target = inside[open...].dropFirst()
        guard PlainLinks.url(at: target, isEnd: { _ in false })?.endIndex == target.endIndex else {
            return nil
        }
        var rest = text[close.upperBound...]
        // Two underscores keep the name from being a label for other links.
        if rest.first == "_" { rest = rest.dropFirst() }
        return (
            FoundLink(name: String(inside[..<open]).collapsed, url: String(target)), rest
        )
    }
}
