/// The open lists in a file of bookmarks, and their names.
struct NetscapeLists {
    private struct List {
        let kind: Kind
        /// The name of the folder; empty if the list is not a folder.
        var name: String
        let isReading: Bool
        /// How many headings preceded the list.
        let headings: Int
    }

    /// The kind of list: a list or a table of an ordinary page, or a folder of a Netscape file.
    private enum Kind { case list, table, folder }

    private var open: [List] = []
    /// The name of the folder whose list comes next.
    var nextName: String?
    /// The heading above a list that is not a folder in Netscape's files: `<H1>Bookmarks</H1>`.
    var heading = ""
    /// Whether the heading may name a list of entries, and whether it names a list of things to
    /// read.
    private var isSubheading = false
    private var isReadingNext = false
    /// The number of headings so far.
    private var headings = 0
    /// How many open lists are nested deeper than folders can be.
    private var tooDeep = 0
    private static let deepest = 200

    /// The folders of an entry.
    var names: [String] { open.map(\.name) }

    /// Whether the entry is in a list of things to read.
    var isReading: Bool {
        heading.lowercased() == "unread" || open.contains { $0.isReading }
    }

    /// Whether the entry is in a read-later program's archive.
    ///
    /// - Parameter title: the title of the page. Other pages have archives, too.
    func isArchive(in title: String) -> Bool {
        let title = title.lowercased()
        return ["archive", "read archive"].contains(heading.lowercased())
            && (title.hasPrefix("pocket") || title.hasPrefix("instapaper"))
    }

    mutating func begin(heading tag: String, isReading: Bool) {
        headings += 1
        // The heading is about the next part of the table.
        if let last = open.indices.last, open[last].kind == .table { open[last].name = "" }
        isSubheading = tag != "h1"
        isReadingNext = isReading
    }

    /// - Parameter title: the title of the page.
    mutating func open(_ tag: String, isBelow title: String) {
        guard open.count < Self.deepest else {
            tooDeep += 1
            nextName = nil
            return
        }
        let kind: Kind = tag == "dl" ? .folder : tag == "table" ? .table : .list
        var name = nextName ?? ""
        if nextName == nil {
            if kind != .folder && isFirstBelowHeading {
                name = isFolder(title) ? heading : ""
            } else if kind == .folder && isSubheading {
                name = heading
                heading = ""
            }
        }
        open.append(List(kind: kind, name: name, isReading: isReadingNext, headings: headings))
        nextName = nil
        isReadingNext = false
    }

    /// Whether the heading directly precedes the next list.
    private var isFirstBelowHeading: Bool {
        !open.contains { $0.kind == .list || $0.kind == .table && $0.headings == headings }
    }

    /// Whether the heading names a folder, and not the page or a state.
    private func isFolder(_ title: String) -> Bool {
        let heading = heading.lowercased()
        return heading != title.lowercased()
            && !["unread", "archive", "read archive", "bookmarks"].contains(heading)
    }

    /// Closes a list. Does nothing if no such list is open.
    mutating func close(_ tag: String) {
        if tooDeep > 0 {
            tooDeep -= 1
            return
        }
        switch tag {
        case "dl": closeLast(.folder)
        case "table":
            // Not beyond the surrounding folder.
            if open.last(where: { $0.kind != .list })?.kind == .table { closeLast(.table) }
        default: if open.last?.kind == .list { open.removeLast() }
        }
    }

    /// Closes the last list of a kind, and all lists in it.
    private mutating func closeLast(_ kind: Kind) {
        guard let index = open.lastIndex(where: { $0.kind == kind }) else { return }
        open.removeSubrange(index...)
    }
}
