import Bookmarks

/// A link in a line of text, and the text beside it.
struct FoundLink {
    var name: String
    var url: String
    var description = ""
    var isUnread = false
    var isArchived = false
}

/// Puts links and the lines around them together.
///
/// Lines further to the right than a link belong to it: lines of its notes, and items of a list in
/// that of the link, which are bookmarks of their own if they have links.
struct LinesParser {
    /// The escape before the mark of an item of a list that is a line of notes.
    static let markdownShield: Character = "\\"
    /// Org's own sign for letters that mean only themselves: a blank without width.
    static let orgShield: Character = "\u{200B}"

    /// A bookmark about which more lines may come.
    private struct Open {
        /// Its number among all of the text.
        let number: Int
        let indent: Int
        let isHeadline: Bool
        /// The notes of it but for the text beside the link.
        var notes: IndentedLines
        /// The block of code in its notes that is open, and whether a comment is.
        var fence: MarkdownFence?
        var isInComment = false
    }

    private var result: ParsedImport
    private let isOrg: Bool
    /// The title of the file, and the tags of all its bookmarks.
    var title = ""
    var fileTags: [String] = []
    /// The bookmarks that take the title of the file if they have no name, by their index.
    private var titled: [Int] = []
    private var headings: [(level: Int, name: String, tags: [String])] = []
    /// The bookmarks found, in their order.
    private var found: [ImportedBookmark] = []
    /// The bookmarks that lines may still be about, each further to the right than the last.
    private var open: [Open] = []

    init(format: ImportFormat) {
        result = ParsedImport(format: format)
        isOrg = format == .org
    }

    /// - Parameter tags: the tags of everything below it.
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
        level: Int, _ number: Int, _ found: (links: [FoundLink], rest: String)
    ) {
        end()
        closeHeadings(from: level)
        take(found, number, indent: 0, isHeadline: true)
    }

    /// Whether lines may still be about a bookmark before them.
    var hasBookmark: Bool { !open.isEmpty }

    /// Ends the bookmarks to which a line no longer belongs. Below a headline notes need not stand
    /// further to the right, if they have no links.
    mutating func endBookmarks(before line: Substring, isPlain: Bool = false) {
        if open.isEmpty || line.allSatisfy(\.isWhitespace) { return }
        let indent = Self.indent(line)
        while let last = open.last, indent <= last.indent, !(last.isHeadline && isPlain) {
            endLast()
        }
    }

    private static func indent(_ line: Substring) -> Int {
        line.prefix { $0 == " " || $0 == "\t" }.count
    }

    /// Whether a line, after ``endBookmarks(before:isPlain:)``, belongs to the notes of a bookmark,
    /// whatever links it has. Remembers blocks of code and comments that go on in the next line.
    mutating func isNote(_ line: Substring) -> Bool {
        let isCode = isCode(line)
        return !open.isEmpty && (isCode || ListItem(line) == nil)
    }

    /// A line of the text, after ``endBookmarks(before:isPlain:)``.
    ///
    /// - Parameter isNote: see ``isNote(_:)``.
    mutating func line(
        _ line: Substring, _ number: Int, _ found: (links: [FoundLink], rest: String), isNote: Bool
    ) {
        if !found.links.isEmpty && !isNote {
            return take(found, number, indent: Self.indent(line))
        }
        // Blank lines between the lines of a note are part of it.
        guard let last = open.indices.last else { return }
        let shield = isOrg ? Self.orgShield : Self.markdownShield
        open[last].notes.append(ListItem.unshielded(line, by: shield))
        skip(found.links, number, "a link in the notes of another bookmark, where it stays")
    }

    /// Whether a line belongs to a block of code, or to a comment, in the notes that are open.
    private mutating func isCode(_ line: Substring) -> Bool {
        guard !isOrg, let last = open.indices.last else { return false }
        if let fence = open[last].fence {
            if fence.isEnded(by: line) { open[last].fence = nil }
            return true
        }
        if open[last].isInComment {
            open[last].isInComment = !line.contains("-->")
            return true
        }
        open[last].fence = MarkdownFence(line)
        open[last].isInComment =
            open[last].fence == nil && ListItem(line) == nil && MarkdownComments.goesOn(line)
        return open[last].fence != nil
    }

    /// Takes the links of a line. More may be said of the last one.
    private mutating func take(
        _ line: (links: [FoundLink], rest: String), _ number: Int, indent: Int,
        isHeadline: Bool = false
    ) {
        for link in line.links {
            // Where a name is needed, one that is none is the URL.
            found.append(
                ImportedBookmark(
                    name: link.name == link.url ? "" : link.name, url: link.url,
                    tags: headings.flatMap(\.tags), description: link.description,
                    folder: FolderPath.path(headings.map(\.name)), isUnread: link.isUnread,
                    isArchived: link.isArchived, line: number))
        }
        guard let last = found.indices.last else { return }
        Self.addRest(line.rest, to: &found[last])
        open.append(
            Open(
                number: last, indent: indent, isHeadline: isHeadline,
                notes: IndentedLines(keepsIndent: isOrg)))
    }

    /// Takes the URL of a page that a headline, or a file before its first one, is about.
    mutating func takeProperty(_ url: String, _ number: Int) {
        if let last = open.last?.number, found[last].url == url { return }
        let name = open.last.map { found[$0.number].name } ?? headings.last?.name ?? ""
        let folders = open.isEmpty ? headings.dropLast() : headings[...]
        if headings.isEmpty { titled.append(found.count) }
        found.append(
            ImportedBookmark(
                name: name, url: url, tags: headings.flatMap(\.tags),
                folder: FolderPath.path(folders.map(\.name)), line: number))
        if open.isEmpty && !headings.isEmpty {
            open.append(
                Open(
                    number: found.count - 1, indent: 0, isHeadline: true,
                    notes: IndentedLines(keepsIndent: isOrg)))
        }
    }

    /// Sets the tags of a bookmark besides those of the headlines above it.
    mutating func setTags(_ tags: [String]) {
        guard let number = open.last?.number else { return }
        found[number].tags = Tags.unique(headings.flatMap(\.tags) + tags)
    }

    mutating func setAdded(_ text: String) {
        guard let number = open.last?.number else { return }
        found[number].added = Moment.text(text)
        found[number].hasUnreadDate = Moment.isUnread(text)
    }

    /// Sets what the properties of a bookmark say besides.
    mutating func setMarks(_ description: String, isUnread: Bool, isArchived: Bool) {
        guard let number = open.last?.number else { return }
        found[number].description = description
        found[number].isUnread = isUnread
        found[number].isArchived = isArchived
    }

    /// Takes note of links that are none of the text's own.
    mutating func skip(_ links: [FoundLink], _ number: Int, _ reason: String) {
        for _ in links { result.skip(number, reason) }
    }

    /// Notes an entry that is not a bookmark.
    mutating func skip(_ number: Int, _ reason: String) { result.skip(number, reason) }

    /// Takes a link that stands alone, below the headings that are open.
    mutating func add(_ link: FoundLink, _ number: Int) {
        take(([link], ""), number, indent: 0)
        end()
    }

    /// Takes it that notes are indented as this line is.
    mutating func setMargin(of line: Substring) {
        if let last = open.indices.last { open[last].notes.margin = Self.indent(line) }
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

    private mutating func endLast() {
        guard let last = open.popLast() else { return }
        found[last.number].notes = last.notes.text(below: found[last.number].notes)
    }

    /// Ends all bookmarks: no more lines belong to them.
    mutating func end() { while !open.isEmpty { endLast() } }

    mutating func finished() -> ParsedImport {
        end()
        for number in titled where found[number].name.isEmpty { found[number].name = title }
        for var bookmark in found {
            if !fileTags.isEmpty { bookmark.tags = Tags.unique(fileTags + bookmark.tags) }
            result.take(bookmark)
        }
        result.skipped.sort { $0.line < $1.line }
        return result
    }
}
