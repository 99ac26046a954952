import Bookmarks

/// Reads texts that hold links in their lines: Markdown, Org, and plain lists of URLs.
enum LinesFormats {
    /// Headings are folders. What is on the line of a link besides it, and below it further to the
    /// right, is its notes and its tags, but for items of lists that have links: they are bookmarks
    /// of their own. Code is not read, and said.
    static func markdown(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        try checkSize(bytes)
        var parser = LinesParser(format: .markdown)
        let references = MarkdownReferences(lines(bytes))
        var definitions: [(definition: MarkdownReferences.Definition, line: Int)] = []
        var used: Set<String> = []
        var fence: MarkdownFence?
        for (number, line) in lines(bytes) {
            let text = line.drop { $0 == " " || $0 == "\t" }
            if let open = fence {
                if open.isEnded(by: line) { fence = nil }
                parser.skip(
                    MarkdownLinks.links(in: text).links, number, "a link in a block of code")
                continue
            }
            parser.endBookmarks(before: line)
            if !parser.hasBookmark {
                fence = MarkdownFence(line)
                if fence != nil { continue }
            }
            let marks = text.prefix { $0 == "#" }.count
            if 1...6 ~= marks, text.dropFirst(marks).first == " ", !parser.hasBookmark {
                parser.heading(level: marks, String(text.dropFirst(marks)))
            } else if !parser.hasBookmark, let one = MarkdownReferences.Definition(line) {
                definitions.append((one, number))
            } else {
                let found = MarkdownLinks.links(in: text, references)
                used.formUnion(found.links.map(\.url))
                parser.line(line, number, found)
            }
        }
        parser.end()
        for (one, number) in definitions where !used.contains(one.url) {
            parser.add(FoundLink(name: one.name, url: one.url), number)
        }
        var result = parser.finished()
        noteLongLines(bytes, &result)
        return result
    }

    /// Headlines are folders, unless they are links themselves; then the tags at their end are
    /// tags of the bookmark, and what stands below them are its notes, which keep what they are
    /// indented by besides all of them. What Org keeps for itself stands right below a headline,
    /// before the notes.
    static func org(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        try checkSize(bytes)
        var parser = LinesParser(format: .org)
        var states = OrgHeadline.usualStates
        var isInDrawer = false
        var isRightBelowHeadline = true
        for (number, line) in lines(bytes) {
            if isInDrawer || isRightBelowHeadline && OrgLinks.isDrawer(line, ":PROPERTIES:") {
                if !isInDrawer { parser.setMargin(of: line) }
                if let time = OrgLinks.created(line) { parser.setAdded(time) }
                isInDrawer = !OrgLinks.isDrawer(line, ":END:")
                isRightBelowHeadline = false
                continue
            }
            if isRightBelowHeadline && OrgLinks.isPlanning(line) { continue }
            if OrgLinks.isKeyword(line) && !(parser.hasBookmark && line.first != "#") {
                states.formUnion(OrgHeadline.states(line))
                continue
            }
            let stars = line.prefix { $0 == "*" }.count
            isRightBelowHeadline = stars > 0
            var content = line.dropFirst(stars)
            let isHeadline = stars > 0 && content.first == " "
            if isHeadline { content = OrgHeadline.withoutState(content, states) }
            let found = OrgLinks.links(in: content)
            if isHeadline {
                if found.links.isEmpty || OrgHeadline.isShielded(content) {
                    let folder = OrgHeadline(content)
                    parser.heading(level: stars, folder.name, tags: folder.tags)
                } else {
                    parser.headline(level: stars, number, found)
                }
            } else {
                parser.endBookmarks(before: line, isPlain: found.links.isEmpty)
                parser.line(line, number, found)
            }
        }
        var result = parser.finished()
        noteLongLines(bytes, &result)
        return result
    }

    /// A URL on each line: see ``URLLines``. Lines that begin with `#` say something to people.
    static func urls(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        try checkSize(bytes)
        let all = lines(bytes)
        let isELinks = ELinksFormat.isOne(all.lazy.map(\.1))
        var result = isELinks ? ELinksFormat.parse(all) : URLLines.parse(all)
        noteLongLines(bytes, &result)
        return result
    }

    /// Texts that people write are small, and reading them takes a look at every character.
    private static let maximumBytes = 33_554_432
    /// Longer than any line with a link: twice what a URL may have.
    private static let maximumLineBytes = 131_072

    private static func checkSize(_ bytes: [UInt8]) throws(ImportError) {
        guard bytes.count > maximumBytes else { return }
        throw ImportError(
            "the file has \(bytes.count) bytes, and of a text at most \(maximumBytes) are read. "
                + "Cut it in parts.")
    }

    /// Lines that are too long are empty.
    private static func lines(_ bytes: [UInt8]) -> some Sequence<(Int, Substring)> {
        Lines(bytes).lazy.map { line in
            let isRead = line.bytes.count <= maximumLineBytes
            return (line.number, isRead ? Substring(line.bytes.string) : "")
        }
    }

    /// Says which lines were too long to be read.
    private static func noteLongLines(_ bytes: [UInt8], _ result: inout ParsedImport) {
        for line in Lines(bytes) where line.bytes.count > maximumLineBytes {
            result.fail(line.number, "the line has more than \(maximumLineBytes) bytes")
        }
    }
}
