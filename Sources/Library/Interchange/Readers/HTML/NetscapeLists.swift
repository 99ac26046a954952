import Bookmarks

/// The open lists in a file of bookmarks, and the path of their folders.
///
/// A file may have many entries in deep lists, so each list also has the facts about those around
/// it.
struct NetscapeLists {
    private struct List {
        let kind: Kind
        /// The path of the folders down to this list.
        var path: String
        /// Whether this list, or one around it, has things to read.
        let isReading: Bool
        /// Whether this list, or one around it, is an ordinary one.
        let isInList: Bool
        /// The number of headings that preceded the innermost table down to here; `nil` without a
        /// table.
        let tableHeadings: Int?
        /// Whether the innermost folder or table down to here is a table.
        let isInTable: Bool
        /// The number of open folders down to here.
        let folders: Int
    }

    /// The kind of list: a list or a table of an ordinary page, or a folder of a Netscape file.
    private enum Kind { case list, table, folder }

    private var open: [List] = []
    /// The name of the folder whose list comes next.
    var nextName: String?
    /// The heading above a list that is not a folder in Netscape's files: `<H1>Bookmarks</H1>`.
    var heading = "" {
        didSet { lowercasedHeading = heading.lowercased() }
    }
    private var lowercasedHeading = ""
    /// The title of the page.
    var title = "" {
        didSet { lowercasedTitle = title.lowercased() }
    }
    private var lowercasedTitle = ""
    /// Whether the heading may name a list of entries, and whether it names a list of things to
    /// read.
    private var isSubheading = false
    private var isReadingNext = false
    /// The number of headings so far.
    private var headings = 0
    /// The number of open lists that are nested deeper than ``FolderPath/deepest``.
    private var tooDeep = 0

    /// The path of the folders of an entry. All entries of a folder share it.
    var path: String { open.last?.path ?? "" }

    /// Whether the entry is in a list of things to read.
    var isReading: Bool { lowercasedHeading == "unread" || open.last?.isReading == true }

    /// Whether the entry is in a read-later program's archive. Other pages have archives, too.
    var isArchive: Bool {
        ["archive", "read archive"].contains(lowercasedHeading)
            && (lowercasedTitle.hasPrefix("pocket") || lowercasedTitle.hasPrefix("instapaper"))
    }

    mutating func begin(heading tag: String, isReading: Bool) {
        headings += 1
        // The heading is about the next part of the table.
        if let last = open.indices.last, open[last].kind == .table {
            open[last].path = open.dropLast().last?.path ?? ""
        }
        isSubheading = tag != "h1"
        isReadingNext = isReading
    }

    mutating func open(_ tag: String) {
        guard open.count < FolderPath.deepest else {
            tooDeep += 1
            nextName = nil
            return
        }
        let kind: Kind = tag == "dl" ? .folder : tag == "table" ? .table : .list
        var name = nextName ?? ""
        if nextName == nil {
            if kind != .folder && isFirstBelowHeading {
                name = isHeadingOfFolder ? heading : ""
            } else if kind == .folder && isSubheading {
                name = heading
                heading = ""
            }
        }
        let outer = open.last
        open.append(
            List(
                kind: kind, path: FolderPath.path(path, name),
                isReading: isReadingNext || outer?.isReading == true,
                isInList: kind == .list || outer?.isInList == true,
                tableHeadings: kind == .table ? headings : outer?.tableHeadings,
                isInTable: kind == .list ? outer?.isInTable == true : kind == .table,
                folders: (outer?.folders ?? 0) + (kind == .folder ? 1 : 0)))
        nextName = nil
        isReadingNext = false
    }

    /// Whether the heading directly precedes the next list.
    private var isFirstBelowHeading: Bool {
        guard let last = open.last else { return true }
        return !last.isInList && last.tableHeadings != headings
    }

    /// Whether the heading names a folder, and not the page or a state.
    private var isHeadingOfFolder: Bool {
        lowercasedHeading != lowercasedTitle
            && !["unread", "archive", "read archive", "bookmarks"].contains(lowercasedHeading)
    }

    /// Closes a list. Does nothing if no such list is open.
    mutating func close(_ tag: String) {
        if tooDeep > 0 {
            tooDeep -= 1
            return
        }
        guard let last = open.last else { return }
        switch tag {
        case "dl":
            if last.folders > 0 { closeLast(.folder) }
        case "table":
            // Not beyond the surrounding folder.
            if last.isInTable { closeLast(.table) }
        default:
            if last.kind == .list { open.removeLast() }
        }
    }

    /// Closes the last list of a kind, and all lists in it.
    private mutating func closeLast(_ kind: Kind) {
        guard let index = open.lastIndex(where: { $0.kind == kind }) else { return }
        open.removeSubrange(index...)
    }
}
