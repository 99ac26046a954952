/// The lists that are open in a file of bookmarks, and their names.
struct NetscapeLists {
    private struct List {
        let kind: Kind
        /// Empty where it is not a folder.
        var name: String
        let isReading: Bool
        /// How many headings came before it.
        let headings: Int
    }

    /// Lists and tables of pages, and lists that are folders in Netscape's files.
    private enum Kind { case list, table, folder }

    private var open: [List] = []
    /// The name of the folder whose list begins next.
    var nextName: String?
    /// The heading above a list, which is not a folder in Netscape's files: `<H1>Bookmarks</H1>`.
    var heading = ""
    /// Whether it may name a list of entries, and whether it is that of a list of things to read.
    private var isSubheading = false
    private var isReadingNext = false
    /// How many headings there were.
    private var headings = 0
    /// How many lists are open that stand deeper than folders are told apart.
    private var tooDeep = 0
    private static let deepest = 200

    /// The folders that an entry is in.
    var names: [String] { open.map(\.name) }

    /// Whether an entry stands in a list of things to read.
    var isReading: Bool {
        heading.lowercased() == "unread" || open.contains { $0.isReading }
    }

    /// Whether an entry stands in the list of what a program for reading put aside.
    ///
    /// - Parameter title: that of the page. Other pages have archives too.
    func isArchive(in title: String) -> Bool {
        let title = title.lowercased()
        return ["archive", "read archive"].contains(heading.lowercased())
            && (title.hasPrefix("pocket") || title.hasPrefix("instapaper"))
    }

    mutating func begin(heading tag: String, isReading: Bool) {
        headings += 1
        // It is about what follows it in the table.
        if let last = open.indices.last, open[last].kind == .table { open[last].name = "" }
        isSubheading = tag != "h1"
        isReadingNext = isReading
    }

    /// - Parameter title: that of the page.
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

    /// Whether the heading is not that of a list around the next one.
    private var isFirstBelowHeading: Bool {
        !open.contains { $0.kind == .list || $0.kind == .table && $0.headings == headings }
    }

    /// Whether the heading names a folder, and not the page or the state of its contents.
    private func isFolder(_ title: String) -> Bool {
        let heading = heading.lowercased()
        return heading != title.lowercased()
            && !["unread", "archive", "read archive", "bookmarks"].contains(heading)
    }

    /// The end of a list that is not open is nothing.
    mutating func close(_ tag: String) {
        if tooDeep > 0 {
            tooDeep -= 1
            return
        }
        switch tag {
        case "dl": closeLast(.folder)
        case "table":
            // Not beyond the folder that it is in.
            if open.last(where: { $0.kind != .list })?.kind == .table { closeLast(.table) }
        default: if open.last?.kind == .list { open.removeLast() }
        }
    }

    /// Closes the last list of a kind, and all in it.
    private mutating func closeLast(_ kind: Kind) {
        guard let index = open.lastIndex(where: { $0.kind == kind }) else { return }
        open.removeSubrange(index...)
    }
}
