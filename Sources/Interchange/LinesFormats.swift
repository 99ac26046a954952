import Bookmarks

/// Reads texts that hold links in their lines: Markdown, Org, and plain lists of URLs.
enum LinesFormats {
    /// Headings are folders. What is on the line of a link besides it, and below it further to the
    /// right, is its notes and its tags.
    static func markdown(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        try checkSize(bytes)
        var parser = LinesParser(format: .markdown)
        for (number, line) in lines(bytes) {
            if parser.noteEnds(before: line) { parser.end() }
            let text = line.drop { $0 == " " || $0 == "\t" }
            let marks = text.prefix { $0 == "#" }.count
            if 1...6 ~= marks, text.dropFirst(marks).first == " ", !parser.hasBookmark {
                parser.heading(level: marks, String(text.dropFirst(marks)))
            } else {
                parser.line(line, number, MarkdownLinks.links(in: text))
            }
        }
        var result = parser.finished()
        noteLongLines(bytes, &result)
        return result
    }

    /// Headlines are folders, unless they are links themselves; then the tags at their end are
    /// tags of the bookmark, and what stands below them are its notes. What Org keeps for itself
    /// stands right below a headline, before the notes.
    static func org(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        try checkSize(bytes)
        var parser = LinesParser(format: .org)
        var isInDrawer = false
        var isRightBelowHeadline = true
        for (number, line) in lines(bytes) {
            if isInDrawer || isRightBelowHeadline && OrgLinks.isDrawer(line, ":PROPERTIES:") {
                if let time = OrgLinks.created(line) { parser.setAdded(time) }
                isInDrawer = !OrgLinks.isDrawer(line, ":END:")
                isRightBelowHeadline = false
                continue
            }
            if isRightBelowHeadline && OrgLinks.isPlanning(line) { continue }
            if OrgLinks.isKeyword(line) && !(parser.hasBookmark && line.first != "#") { continue }
            let stars = line.prefix { $0 == "*" }.count
            isRightBelowHeadline = stars > 0
            let content = line.dropFirst(stars)
            let found = OrgLinks.links(in: content)
            if stars > 0, content.first == " " {
                if found.links.isEmpty {
                    parser.heading(level: stars, String(content))
                } else {
                    parser.headline(level: stars, content, number, found)
                }
            } else {
                if parser.noteEnds(before: line, isPlain: found.links.isEmpty) { parser.end() }
                parser.line(line, number, found)
            }
        }
        var result = parser.finished()
        noteLongLines(bytes, &result)
        return result
    }

    /// A URL on each line, with a name after it if there is more. Lines that begin with `#` say
    /// something to people.
    static func urls(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        try checkSize(bytes)
        var result = ParsedImport(format: .urls)
        for (number, line) in lines(bytes) {
            let text = String(line).trimmed
            if text.isEmpty || text.hasPrefix("#") { continue }
            let url = text.prefix { $0 != " " && $0 != "\t" }
            result.take(
                ImportedBookmark(
                    name: String(text.dropFirst(url.count)), url: String(url), line: number))
        }
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

/// A link in a line of text, and what stands beside it.
struct FoundLink {
    var name: String
    var url: String
}

/// Puts links and the lines around them together.
struct LinesParser {
    private var result: ParsedImport
    private var headings: [(level: Int, name: String)] = []
    private var current: ImportedBookmark?
    private var indent = 0
    private var isHeadline = false

    init(format: ImportFormat) {
        result = ParsedImport(format: format)
    }

    mutating func heading(level: Int, _ name: String) {
        end()
        closeHeadings(from: level)
        headings.append((level, name))
    }

    mutating func closeHeadings(from level: Int) {
        while let last = headings.last, last.level >= level { headings.removeLast() }
    }

    /// A headline that is a link.
    mutating func headline(
        level: Int, _ line: Substring, _ number: Int, _ found: (links: [FoundLink], rest: String)
    ) {
        end()
        closeHeadings(from: level)
        self.line(line, number, found)
        indent = 0
        isHeadline = true
    }

    /// Whether lines may still be about the bookmark before them.
    var hasBookmark: Bool { current != nil }

    /// Whether a line is no more about the bookmark before it. Below a headline notes need not
    /// stand further to the right, if they have no links.
    func noteEnds(before line: Substring, isPlain: Bool = false) -> Bool {
        current != nil && !line.allSatisfy(\.isWhitespace) && Self.indent(line) <= indent
            && !(isHeadline && isPlain)
    }

    private static func indent(_ line: Substring) -> Int {
        line.prefix { $0 == " " || $0 == "\t" }.count
    }

    mutating func line(
        _ line: Substring, _ number: Int, _ links: (links: [FoundLink], rest: String)
    ) {
        if links.links.isEmpty || (current != nil && Self.indent(line) > indent) {
            // Blank lines between the lines of a note are part of it.
            guard current != nil else { return }
            current?.notes += "\n" + line.drop(while: \.isWhitespace)
            return
        }
        indent = Self.indent(line)
        isHeadline = false
        for (index, link) in links.links.enumerated() {
            end()
            // Where a name is needed, one that is none is the URL.
            var bookmark = ImportedBookmark(
                name: link.name == link.url ? "" : link.name, url: link.url,
                folder: FolderPath.path(headings.map(\.name)),
                line: number)
            if index == links.links.count - 1 { Self.addRest(links.rest, to: &bookmark) }
            current = bookmark
        }
    }

    mutating func setAdded(_ time: Double) { current?.added = time }

    private static func addRest(_ rest: String, to bookmark: inout ImportedBookmark) {
        var words = rest.split(separator: " ").map(String.init)
        var tags: [String] = []
        // `:swift:lang:` at the end, or `#swift #lang` anywhere.
        if let last = words.last, last.count > 2, last.hasPrefix(":"), last.hasSuffix(":") {
            tags += last.split(separator: ":").map(String.init)
            words.removeLast()
        }
        tags += words.filter { $0.hasPrefix("#") && $0.count > 1 }
        words.removeAll { $0.hasPrefix("#") && $0.count > 1 }
        bookmark.tags = TagText.clean(tags)
        // The dash or colon between a link and what is said of it.
        if let first = words.first, ["-", "–", "—", ":"].contains(first) { words.removeFirst() }
        bookmark.notes = words.joined(separator: " ")
    }

    mutating func end() {
        guard var bookmark = current else { return }
        bookmark.notes = bookmark.notes.withoutLooseEnds
        result.take(bookmark)
        current = nil
    }

    mutating func finished() -> ParsedImport {
        end()
        return result
    }
}
