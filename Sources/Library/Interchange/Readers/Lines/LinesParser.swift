import Bookmarks

/// A link in a line of text, and the text next to it.
struct FoundLink {
    var name: String
    var url: String
    var description = ""
    var isUnread = false
    var isArchived = false
}

/// Combines links with the lines around them.
///
/// Lines indented further than a link belong to it: they are notes, or nested list items, which are
/// separate bookmarks if they have links.
struct LinesParser {
    /// The escape before the mark of a list item that is a line of notes.
    static let markdownEscape: Character = "\\"
    /// Org's own escape for literal text: a zero-width space.
    static let orgEscape: Character = "\u{200B}"

    /// A heading around the next line.
    private struct Heading {
        let level: Int
        let name: String
        /// The path down to this heading.
        let path: String
        /// The tags of this heading and of those around it.
        let tags: [String]
    }

    /// A bookmark to which more lines may belong.
    private struct Open {
        /// The bookmark's index in the text.
        let number: Int
        let indent: Int
        let isHeadline: Bool
        /// The notes, except the text next to the link.
        var notes: IndentedLines
        /// The open code block in the notes, and whether a comment is open.
        var fence: MarkdownFence?
        var isInComment = false
    }

    private var result: ParsedImport
    private let isOrg: Bool
    /// The title of the file, and the tags for all its bookmarks.
    var title = ""
    private var fileTags: [String] = []
    private var headings: [Heading] = []
    /// The path and the tags of the headings. All bookmarks below share them, as they may be long.
    private var folder: String { headings.last?.path ?? "" }
    private var headingTags: [String] { headings.last?.tags ?? [] }
    /// The bookmarks below the last heading that were not yet taken into the result, in order.
    private var found: [ImportedBookmark] = []
    /// The indices of those among them that take the title of the file as their name, which may
    /// come after them; and the same in the result.
    private var titled: Set<Int> = []
    private var titledInResult: [Int] = []
    /// The bookmarks to which lines may still belong, each indented further than the last.
    private var open: [Open] = []

    init(format: ImportFormat) {
        result = ParsedImport(format: format)
        isOrg = format == .org
    }

    /// - Parameter tags: the tags for everything below the heading.
    mutating func heading(level: Int, _ number: Int, _ name: String, tags: [String] = []) {
        end()
        closeHeadings(from: level)
        let name = name.collapsed
        let path = FolderPath.path(folder, name)
        let tags = inherited(headingTags, TagText.clean(tags), number)
        headings.append(Heading(level: level, name: name, path: path, tags: tags))
    }

    /// Adds tags for all bookmarks of the file.
    mutating func addFileTags(_ tags: [String], _ number: Int) {
        fileTags = inherited(fileTags, tags, number)
    }

    /// Adds the tags of a line to those that bookmarks inherit, as far as there is room.
    private mutating func inherited(
        _ outer: [String], _ tags: [String], _ number: Int
    ) -> [String] {
        if tags.isEmpty { return outer }
        let all = Tags.unique(outer + tags)
        let rest = all.count - Self.mostInherited
        if rest <= 0 { return all }
        result.warn(
            number,
            "left out \(counted(rest, "tag")): bookmarks take at most \(Self.mostInherited) from "
                + "the headings above them, and as many from the file")
        return Array(all.prefix(Self.mostInherited))
    }

    /// More than people write, and few enough for each of a million bookmarks to have a copy.
    private static let mostInherited = 32

    mutating func closeHeadings(from level: Int) {
        while let last = headings.last, last.level >= level { headings.removeLast() }
    }

    /// Takes a headline that is a link.
    mutating func headline(
        level: Int, _ number: Int, _ found: (links: [FoundLink], rest: String)
    ) {
        end()
        closeHeadings(from: level)
        take(found, number, indent: 0, isHeadline: true)
    }

    /// Whether lines may still belong to a bookmark.
    var hasBookmark: Bool { !open.isEmpty }

    /// Ends the bookmarks to which a line does not belong. Below a headline, notes without links
    /// need no indentation.
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

    /// Whether a line, after ``endBookmarks(before:isPlain:)``, belongs to the notes of a bookmark
    /// despite its links. Tracks code blocks and comments that continue in the next line.
    mutating func isNote(_ line: Substring) -> Bool {
        let isCode = isCode(line)
        return !open.isEmpty && (isCode || ListItem(line) == nil)
    }

    /// Takes a line of the text, after ``endBookmarks(before:isPlain:)``.
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
        let escape = isOrg ? Self.orgEscape : Self.markdownEscape
        open[last].notes.append(ListItem.unescaped(line, with: escape))
        skip(found.links, number, "a link in the notes of another bookmark, where it stays")
    }

    /// Whether a line is in a code block or a comment of the open notes.
    private mutating func isCode(_ line: Substring) -> Bool {
        guard !isOrg, let last = open.indices.last else { return false }
        if let fence = open[last].fence {
            if fence.ends(at: line) { open[last].fence = nil }
            return true
        }
        if open[last].isInComment {
            open[last].isInComment = !line.contains("-->")
            return true
        }
        open[last].fence = MarkdownFence(line)
        open[last].isInComment =
            open[last].fence == nil && ListItem(line) == nil
            && MarkdownComments.hasOpenComment(line)
        return open[last].fence != nil
    }

    /// Takes the links of a line. More lines may belong to the last one.
    private mutating func take(
        _ line: (links: [FoundLink], rest: String), _ number: Int, indent: Int,
        isHeadline: Bool = false
    ) {
        for link in line.links {
            // A name that only repeats the URL is no name.
            found.append(
                ImportedBookmark(
                    name: link.name == link.url ? "" : link.name.collapsed, url: link.url,
                    tags: headingTags, description: link.description,
                    folder: folder, isUnread: link.isUnread,
                    isArchived: link.isArchived, line: number))
        }
        guard let last = found.indices.last else { return }
        Self.addRest(line.rest, to: &found[last])
        open.append(
            Open(
                number: last, indent: indent, isHeadline: isHeadline,
                notes: IndentedLines(keepsIndent: isOrg)))
    }

    /// Takes the URL of the page that a headline, or a file before its first headline, is about.
    mutating func takeProperty(_ url: String, _ number: Int) {
        if let last = open.last?.number, found[last].url == url { return }
        let name = open.last.map { found[$0.number].name } ?? headings.last?.name ?? ""
        let path = open.isEmpty ? headings.dropLast().last?.path ?? "" : folder
        if headings.isEmpty && name.isEmpty { titled.insert(found.count) }
        found.append(
            ImportedBookmark(
                name: name, url: url, tags: headingTags, folder: path, line: number))
        if open.isEmpty && !headings.isEmpty {
            open.append(
                Open(
                    number: found.count - 1, indent: 0, isHeadline: true,
                    notes: IndentedLines(keepsIndent: isOrg)))
        }
    }

    /// Adds the tags of a bookmark to those of the headlines above it.
    mutating func setTags(_ tags: [String]) {
        guard let number = open.last?.number else { return }
        found[number].tags = Tags.unique(headingTags + tags)
    }

    mutating func setAdded(_ text: String) {
        guard let number = open.last?.number else { return }
        found[number].added = Moment.parse(text)
        found[number].hasUnreadDate = Moment.isUnread(text)
    }

    /// Sets other fields from the properties of a bookmark.
    mutating func setMarks(_ description: String, isUnread: Bool, isArchived: Bool) {
        guard let number = open.last?.number else { return }
        found[number].description = description
        found[number].isUnread = isUnread
        found[number].isArchived = isArchived
    }

    /// Records links that are not the text's own.
    mutating func skip(_ links: [FoundLink], _ number: Int, _ reason: String) {
        for _ in links { result.skip(number, reason) }
    }

    /// Records an entry that is not a bookmark.
    mutating func skip(_ number: Int, _ reason: String) { result.skip(number, reason) }

    /// Takes a separate link, below the open headings.
    mutating func add(_ link: FoundLink, _ number: Int) {
        take(([link], ""), number, indent: 0)
        end()
    }

    /// Makes this line's indentation the margin of the notes.
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
        // Bookmarks without tags of their own share those of the headings.
        if !tags.isEmpty { bookmark.tags = Tags.unique(bookmark.tags + TagText.clean(tags)) }
        // The dash or colon between a link and the text about it.
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
    mutating func end() {
        while !open.isEmpty { endLast() }
        for (number, bookmark) in found.enumerated() {
            let place = result.bookmarks.count
            result.take(bookmark, isTidy: true)
            if titled.contains(number), result.bookmarks.count > place {
                titledInResult.append(place)
            }
        }
        found = []
        titled = []
    }

    mutating func finished() -> ParsedImport {
        end()
        title = title.collapsed
        for place in titledInResult { result.bookmarks[place].name = title }
        giveFileTags()
        result.skipped.sort { $0.line < $1.line }
        return result
    }

    /// Gives the tags of the file to all bookmarks. Neighbors with the same tags share them.
    private mutating func giveFileTags() {
        if fileTags.isEmpty { return }
        var own: [String] = []
        var all = fileTags
        for place in result.bookmarks.indices {
            if result.bookmarks[place].tags != own {
                own = result.bookmarks[place].tags
                all = Tags.unique(fileTags + own)
            }
            result.bookmarks[place].tags = all
        }
    }
}
