import Bookmarks

/// A link in a line of text, and what stands beside it.
struct FoundLink {
    var name: String
    var url: String
}

/// Puts links and the lines around them together.
struct LinesParser {
    private var result: ParsedImport
    private var headings: [(level: Int, name: String, tags: [String])] = []
    private var current: ImportedBookmark?
    /// The notes of it but for what stands beside the link.
    private var notes: IndentedLines
    private var indent = 0
    private var isHeadline = false

    init(format: ImportFormat) {
        result = ParsedImport(format: format)
        notes = IndentedLines(keepsIndent: format == .org)
    }

    /// - Parameter tags: what all below it has.
    mutating func heading(level: Int, _ name: String, tags: [String] = []) {
        end()
        closeHeadings(from: level)
        headings.append((level, name, TagText.clean(tags)))
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
            if current != nil { notes.append(line) }
            return
        }
        indent = Self.indent(line)
        isHeadline = false
        for (index, link) in links.links.enumerated() {
            end()
            // Where a name is needed, one that is none is the URL.
            var bookmark = ImportedBookmark(
                name: link.name == link.url ? "" : link.name, url: link.url,
                tags: headings.flatMap(\.tags), folder: FolderPath.path(headings.map(\.name)),
                line: number)
            if index == links.links.count - 1 { Self.addRest(links.rest, to: &bookmark) }
            current = bookmark
        }
    }

    mutating func setAdded(_ text: String) {
        current?.added = Moment.text(text)
        current?.hasUnreadDate = Moment.isUnread(text)
    }

    /// Takes note of links that are none of the text's own.
    mutating func skip(_ links: [FoundLink], _ number: Int, _ reason: String) {
        for _ in links { result.skip(number, reason) }
    }

    /// Takes a link that stands alone, below the headings that are open.
    mutating func add(_ link: FoundLink, _ number: Int) {
        line("", number, ([link], ""))
        end()
    }

    /// Takes it that notes are indented as this line is.
    mutating func setMargin(of line: Substring) {
        if current != nil { notes.margin = Self.indent(line) }
    }

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
        bookmark.tags = Tags.unique(bookmark.tags + TagText.clean(tags))
        // The dash or colon between a link and what is said of it.
        let marks = ["-", "–", "—", ":", "|", ",", ";", "."]
        if let first = words.first {
            if marks.contains(first) {
                words.removeFirst()
            } else {
                words[0] = String(first.drop { ",;".contains($0) })
            }
        }
        bookmark.notes = words.joined(separator: " ")
    }

    mutating func end() {
        guard var bookmark = current else { return }
        bookmark.notes = notes.text(below: bookmark.notes)
        notes.removeAll()
        result.take(bookmark)
        current = nil
    }

    mutating func finished() -> ParsedImport {
        end()
        return result
    }
}
