import Bookmarks

/// Links in a line of Markdown: `[name](url)`, `<url>`, or a plain URL.
enum MarkdownLinks {
    /// Returns the links of a line, and the rest of the line without the mark of a list.
    static func links(
        in line: Substring, _ references: MarkdownReferences = MarkdownReferences()
    ) -> (links: [FoundLink], rest: String) {
        var links: [FoundLink] = []
        var rest = ""
        let (content, isRow) = withoutMark(line)
        var text = content
        var attempts = PlainLinks.attempts
        while let first = text.first {
            if "[<`".contains(first) { attempts -= 1 }
            if first == "[", attempts > 0, let (link, after) = named(text, references) {
                // A picture is not a link.
                if rest.hasSuffix("!") { rest.removeLast() } else { links.append(link) }
                text = after
                PlainLinks.closeGap(&rest, &text)
            } else if first == "[" || first == "`", attempts > 0,
                let (link, after) = WikiLinks.link(at: text)
            {
                links.append(link)
                text = after
                PlainLinks.closeGap(&rest, &text)
            } else if first == "<", attempts > 0, let (mark, after) = MarkdownMarks.mark(at: text) {
                switch (mark, links.indices.last) {
                case (.tags(let tags), _): rest += tags.map { " #\($0)" }.joined() + " "
                case (.unread, let last?): links[last].isUnread = true
                case (.archived, let last?): links[last].isArchived = true
                case (_, nil): rest += text[..<after.startIndex]
                }
                text = after
            } else if first == "<", attempts > 0, let (link, after) = HTMLLink.link(at: text) {
                links.append(link)
                text = after
                PlainLinks.closeGap(&rest, &text)
            } else if first == "<", attempts > 0, let end = text.firstIndex(of: ">"),
                text[..<end].contains(":") && !text[..<end].contains(" ")
            {
                let url = String(text.dropFirst().prefix(upTo: end))
                links.append(FoundLink(name: "", url: HTMLEntities.decodedMarkdown(url)))
                text = text[end...].dropFirst()
                PlainLinks.closeGap(&rest, &text)
            } else if first == "\\", let next = text.dropFirst().first {
                rest.append(next)
                text = text.dropFirst(2)
            } else if first == "h", rest.last?.isLetter != true,
                let url = PlainLinks.url(at: text, isEnd: { (isRow ? ">|" : ">").contains($0) })
            {
                text = text[url.endIndex...]
                let named = PlainLinks.name(at: text, &rest, &attempts)
                text = named?.after ?? text
                links.append(
                    FoundLink(
                        name: named?.name ?? "",
                        url: HTMLEntities.decodedMarkdown(String(url))))
                PlainLinks.closeGap(&rest, &text)
            } else {
                rest.append(first)
                text = text.dropFirst()
            }
        }
        return (links, (isRow ? rest.replacing("|", with: " ") : rest).collapsed)
    }

    /// Returns a line without the marks of quotations and of items (`- `, `* `, `1. `, `- [x] `),
    /// and whether it is a table row.
    static func withoutMark(_ line: Substring) -> (text: Substring, isRow: Bool) {
        var text = line.drop { $0 == " " || $0 == "\t" }
        while text.first == ">" { text = text.dropFirst().drop { $0 == " " || $0 == "\t" } }
        if text.first == "|" { return (text.dropFirst(), true) }
        if let item = ListItem(text) { return (item.content, false) }
        for box in ["[ ] ", "[x] ", "[X] "] where text.hasPrefix(box) { text = text.dropFirst(4) }
        return (text, false)
    }

    /// Returns the parts of `[name](url "title")`, `[name][label]` or `[label]` at the beginning of
    /// a text, and the text after it.
    private static func named(
        _ text: Substring, _ references: MarkdownReferences
    ) -> (FoundLink, Substring)? {
        guard let (written, after) = enclosed(text, "[", "]", keepsBackslashes: true) else {
            return nil
        }
        let name = MarkdownName.plain(written)
        guard after.first == "(" else {
            if let (label, rest) = after.first == "[" ? enclosed(after, "[", "]") : nil,
                let url = references[label.isEmpty ? written : label]
            {
                return (FoundLink(name: name, url: url), rest)
            }
            return references[written].map { (FoundLink(name: name, url: $0), after) }
        }
        // Within angle brackets, a parenthesis closes nothing.
        let inside = after.dropFirst().drop { $0 == " " }
        if inside.first == "<", let (url, end) = enclosed(inside, "<", ">"),
            let (behind, rest) = enclosed("(" + end, "(", ")")
        {
            let url = HTMLEntities.decodedMarkdown(url)
            return (FoundLink(name: name, url: url, description: title(behind, of: name)), rest)
        }
        guard let (target, rest) = enclosed(after, "(", ")") else { return nil }
        let text = target.trimmed
        let url = text.prefix { $0 != " " }
        let title = title(String(text[url.endIndex...]), of: name)
        let whole = HTMLEntities.decodedMarkdown(String(url))
        return (FoundLink(name: name, url: whole, description: title), rest)
    }

    /// Returns the title of a link, in quotes after its address; empty if it only repeats the name.
    private static func title(_ text: String, of name: String) -> String {
        let text = text.trimmed
        guard text.count > 1, let quote = text.first, quote == "\"" || quote == "'",
            text.last == quote
        else { return "" }
        let title = String(text.dropFirst().dropLast())
        return title.collapsed == name.collapsed ? "" : title
    }

    /// Returns the text between a bracket and its closing one, with or without backslashes.
    static func enclosed(
        _ text: Substring, _ open: Character, _ close: Character, keepsBackslashes: Bool = false
    ) -> (String, Substring)? {
        var depth = 0
        var content = ""
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            index = text.index(after: index)
            if character == "\\", index < text.endIndex,
                text[index].isPunctuation
                    || text[index].isSymbol
            {
                if keepsBackslashes { content.append(character) }
                content.append(text[index])
                index = text.index(after: index)
                continue
            }
            if character == close {
                depth -= 1
                if depth == 0 { return (content, text[index...]) }
            }
            if depth > 0 { content.append(character) }
            if character == open { depth += 1 }
        }
        return nil
    }
}
