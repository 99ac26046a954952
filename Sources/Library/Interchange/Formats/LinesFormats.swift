import Bookmarks

/// Reads texts with links in their lines: Markdown, Org, and plain lists of URLs.
enum LinesFormats {
    /// Reads Markdown. Headings are folders. Text on the line of a link, and indented text below
    /// it, becomes its notes and tags, except list items with links, which are separate bookmarks.
    /// Code is skipped, and the result reports that.
    static func markdown(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        try checkSize(bytes)
        if let one = NotebookPage(lines(bytes)) { return one.parsed }
        if let one = FrontMatter(lines(bytes)) { return one.parsed(lines(bytes)) }
        var parser = LinesParser(format: .markdown)
        let references = MarkdownReferences(lines(bytes))
        var definitions: [(definition: MarkdownReferences.Definition, line: Int)] = []
        var used: Set<String> = []
        var fence: MarkdownFence?
        var comments = MarkdownComments(bytes)
        var underlined = SetextHeading()
        var indented = IndentedCode()
        for (number, written) in lines(bytes) {
            if let open = fence {
                if open.ends(at: written) || open.quotationEnds(at: written) { fence = nil }
                if !open.quotationEnds(at: written) {
                    skip(written, number, inCode, &parser)
                    continue
                }
            }
            parser.endBookmarks(before: written)
            let isIndented = !comments.isOpen && indented.take(written)
            if !parser.hasBookmark && !comments.isOpen {
                fence = MarkdownFence(written)
                if fence != nil { continue }
            }
            if isIndented && !parser.hasBookmark {
                skip(written, number, inCode, &parser)
                continue
            }
            let isNote = !comments.isOpen && parser.isNote(written)
            let line = isNote ? written : comments.text(of: written, number)
            if !isNote {
                for comment in comments.hidden {
                    skip(comment, number, "a link in a comment", &parser)
                }
                if comments.isWhole { continue }
            }
            let text = line.drop { $0 == " " || $0 == "\t" }
            let marks = text.prefix { $0 == "#" }.count
            if marks > 0, text.dropFirst(marks).first == " ", !parser.hasBookmark {
                parser.heading(level: marks, number, String(text.dropFirst(marks)))
            } else if !parser.hasBookmark, let (level, name) = EqualsHeading.heading(in: line) {
                parser.heading(level: level, number, name)
            } else if let (level, name) = underlined.heading(endedBy: line, number) {
                parser.heading(level: level, number, name)
            } else if !parser.hasBookmark, let one = MarkdownReferences.Definition(line) {
                definitions.append((one, number))
            } else {
                let found = MarkdownLinks.links(in: text, references)
                used.formUnion(found.links.map(\.url))
                let isPlain = found.links.isEmpty && !parser.hasBookmark
                underlined.take(line, number, isPlain: isPlain)
                if found.links.isEmpty, !parser.hasBookmark, PlainLinks.isOther(found.rest) {
                    parser.skip(number, "an address that does not begin with http:// or https://")
                }
                parser.line(line, number, found, isNote: isNote)
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

    private static let inCode = "a link in a block of code"

    private static func skip(
        _ text: Substring, _ number: Int, _ reason: String, _ parser: inout LinesParser
    ) { parser.skip(MarkdownLinks.links(in: text).links, number, reason) }

    /// Reads a URL on each line: see ``URLLines``. Lines that begin with `#` are comments.
    static func urls(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        try checkSize(bytes)
        let all = lines(bytes)
        let written = all.lazy.map(\.1)
        var result: ParsedImport
        if ELinksFormat.recognizes(written) {
            result = ELinksFormat.parse(all)
        } else if NewsboatFormat.recognizes(written) {
            result = NewsboatFormat.parse(all)
        } else {
            result = URLLines.parse(all)
        }
        noteLongLines(bytes, &result)
        return result
    }

    /// Texts that people write are small, and reading them examines every character.
    private static let maximumBytes = 33_554_432
    /// Longer than any line with a link: twice the maximum length of a URL.
    private static let maximumLineBytes = 131_072

    static func checkSize(_ bytes: [UInt8]) throws(ImportError) {
        guard bytes.count > maximumBytes else { return }
        throw ImportError(
            "the file has \(bytes.count) bytes; the limit for text is \(maximumBytes). Split it.")
    }

    /// Returns numbered lines; lines that are too long become empty.
    static func lines(_ bytes: [UInt8]) -> some Sequence<(Int, Substring)> {
        Lines(bytes).lazy.map { line in
            let isRead = line.bytes.count <= maximumLineBytes
            return (line.number, isRead ? Substring(line.bytes.string) : "")
        }
    }

    /// Reports the lines that were too long.
    static func noteLongLines(_ bytes: [UInt8], _ result: inout ParsedImport) {
        for line in Lines(bytes) where line.bytes.count > maximumLineBytes {
            result.fail(line.number, "the line is longer than \(maximumLineBytes) bytes")
        }
    }
}
