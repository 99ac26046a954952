import Bookmarks

/// Finds bookmarks in JSON of any shape: lists and trees with any nesting and keys.
///
/// An object with an address is a bookmark; an object with a name around bookmarks is their folder.
/// Values under names such as `settings`, `avatar` and `@context` are ignored.
struct JSONTree {
    var result: ParsedImport
    var reader: RecordReader
    let containers: NamedContainers

    /// Reads all bookmarks in a value.
    static func parse(_ root: Node, as format: ImportFormat) -> ParsedImport {
        var mapping = RecordMapping.common
        mapping.ignoresCase = true
        var tree = JSONTree(
            result: ParsedImport(format: format), reader: RecordReader(mapping, [root]),
            containers: NamedContainers(root))
        tree.reader.containers = tree.containers
        tree.walk(root, Place(isRoot: true))
        tree.result.unreadFields = tree.reader.unread
        for note in tree.reader.unclear { tree.result.warn(note.line, note.reason) }
        return tree.result
    }

    /// The place of a value in the tree.
    struct Place {
        /// The path of the folders around the value.
        var folder = ""
        /// The name of the member; empty in a list.
        var key = ""
        var isRoot = false
        /// Whether the member names of the surrounding object are folder names.
        var isNamed = false
        var isDeleted = false
        /// The time when the surrounding session was saved, in seconds since 1970.
        var saved: Double?
        /// Whether others in the same list have addresses, so that this value should have one, too.
        var isAmongPages = false

        func within(_ name: String, key: String = "") -> Place {
            Place(
                folder: name.isEmpty ? folder : FolderPath.path(folder, name), key: key,
                isDeleted: isDeleted || FieldName.plain(key) == "trash", saved: saved)
        }
    }

    private mutating func walk(_ node: Node, _ place: Place) {
        if let elements = node.elements {
            walkList(elements, place)
        } else if node.members != nil {
            walkObject(node, place)
        }
    }

    // MARK: Lists

    private mutating func walkList(_ elements: [Node], _ place: Place) {
        if elements.contains(where: { $0.string != nil }), elements.allSatisfy({ $0.text != nil }) {
            return takeURLs(elements, place)
        }
        if elements.allSatisfy({ $0.elements != nil }), takeRows(elements, place) { return }
        let isAmongPages = elements.contains { isPage($0) || page(within: $0) != nil }
        for element in elements {
            var inner = place
            inner.isRoot = false
            inner.isAmongPages = isAmongPages
            walk(element, inner)
        }
    }

    /// Takes plain addresses in a list of addresses.
    private mutating func takeURLs(_ elements: [Node], _ place: Place) {
        let isKept =
            place.isRoot || place.key.isEmpty || place.isNamed
            || Self.isStructure(place.key)
        let count = elements.count { $0.string?.isLikeURL == true }
        guard isKept, count * 2 > elements.count || place.isRoot else {
            return reader.note(
                place.key, FieldName.plain(place.key), Node(value: .array(elements), line: 1))
        }
        for element in elements {
            take(
                ImportedBookmark(
                    url: element.string ?? "", folder: place.folder, line: element.line),
                place)
        }
    }

    /// Takes rows such as `["A", "https://a.example/"]`; the first may have the column names.
    private mutating func takeRows(_ rows: [Node], _ place: Place) -> Bool {
        let texts = rows.map { row in row.elements?.map { $0.text ?? "" } ?? [] }
        guard
            rows.allSatisfy({
                $0.elements?.allSatisfy { $0.elements == nil && $0.members == nil } ?? false
            })
        else { return false }
        // Lists of addresses, such as the tabs of several windows, are not rows.
        if texts.allSatisfy({ $0.allSatisfy(\.isLikeURL) }) { return false }
        let plain = (texts.first ?? []).map(FieldName.plain)
        let isHead = plain.contains { FieldName.place($0)?.part == .url }
        // Pairs of numbers next to bookmarks, such as coordinates, are not rows.
        guard
            isHead || place.isRoot
                || texts.contains(where: { CSVFormats.guessedNames(for: $0) != nil })
        else { return false }
        for (row, fields) in zip(rows, texts).dropFirst(isHead ? 1 : 0) {
            guard let names = isHead ? texts[0] : CSVFormats.guessedNames(for: fields) else {
                result.fail(row.line, "it has no URL")
                continue
            }
            let members = zip(names, row.elements ?? []).map { (key: $0, node: $1) }
            let record = Node(value: .object(members), line: row.line)
            takeRecord(record, place)
        }
        return true
    }

    // MARK: Objects

    private mutating func walkObject(_ node: Node, _ place: Place) {
        if let reason = Self.reasonToSkip(node) { return result.skip(node.line, reason) }
        if let (shown, others) = Self.pages(ofTab: node) {
            for other in others { result.skip(other.line, "a page that a tab showed before") }
            return walk(shown, place)
        }
        let isListItself = place.isRoot && hasListOfPages(node)
        if !isListItself, isPage(node) {
            takeRecord(node, place)
            let name = reader.name(of: node)
            let below = (node.members ?? []).filter { Self.isBelowPage($0.key) }
            if below.isEmpty { return }
            let around = place.within(name)
            for (key, child) in below { walk(child, around.within("", key: key)) }
            return
        }
        if !place.isRoot, let (key, inner) = page(within: node) {
            return takeNested(node, key, inner, place)
        }
        let before = result.bookmarks.count + result.skipped.count + result.failed.count
        walkContainer(node, place)
        let after = result.bookmarks.count + result.skipped.count + result.failed.count
        if before == after, place.isAmongPages, !isFolder(node) {
            result.fail(node.line, "it has no URL")
        }
    }

    private mutating func walkContainer(_ node: Node, _ place: Place) {
        let members = node.members ?? []
        var place = place
        if Self.isSession(node) { place.saved = reader.added(of: node) ?? place.saved }
        let isTree = members.contains { FieldName.plain($0.key) == "children" }
        // The name of the whole file is not a folder.
        var name = place.isRoot && !isTree ? "" : reader.name(of: node)
        if name.hasPrefix("[xbs] ") { name.removeFirst(6) }
        if name.isEmpty, place.isNamed { name = place.key }
        let areNames = haveNamesForKeys(members, place)
        let arePages = areNamesOfPages(members, place)
        let around = place.within(name)
        for (key, child) in members {
            if URLReference.scheme(of: key) != nil, key.isLikeURL {
                takeKeyed(url: key, child, around)
            } else if arePages, let url = child.string {
                take(
                    ImportedBookmark(
                        name: key, url: url, folder: around.folder, line: child.line), place)
            } else if Self.namesClosedTabs(key) {
                for element in child.elements ?? [] { result.skip(element.line, "a closed tab") }
            } else if FieldName.namesOtherResource(key) {
                reader.note(key, FieldName.plain(key), child)
            } else if child.elements != nil || child.members != nil {
                var inner = around.within("", key: key)
                inner.isNamed = areNames
                if areNames, child.elements != nil {
                    inner.folder = FolderPath.path(inner.folder, key)
                }
                walk(child, inner)
            }
        }
    }

    /// Takes a page whose address is under its name, with facts about it.
    private mutating func takeKeyed(url: String, _ node: Node, _ place: Place) {
        let fields = reader.fields(node)
        var bookmark = reader.bookmark(fields, line: node.line)
        bookmark.url = url
        if let text = node.text, bookmark.name.isEmpty { bookmark.name = text }
        if bookmark.folder.isEmpty { bookmark.folder = place.folder }
        take(bookmark, place)
    }

    // MARK: Records

    private mutating func takeRecord(_ record: Node, _ place: Place) {
        let fields = reader.fields(record) { Self.isBelowPage($0) }
        var bookmark = reader.bookmark(fields, line: record.line)
        bookmark.folder = folder(of: record, fields, bookmark.folder, place)
        take(bookmark, place)
    }

    /// Takes a bookmark whose address is in a nested object.
    private mutating func takeNested(
        _ outer: Node, _ path: [String], _ inner: Node, _ place: Place
    ) {
        let around = reader.fields(outer) { $0 == path.first }
        let fields = reader.fields(inner, path: path.joined(separator: ".") + ".")
        var bookmark = reader.bookmark(fields, line: outer.line)
        let rest = reader.bookmark(around, line: outer.line)
        // Arc keeps the page's title inside, and the folder's name outside.
        let isSaved = inner.members?.contains { FieldName.plain($0.key) == "savedtitle" } ?? false
        if !rest.name.isEmpty, !isSaved || bookmark.name.isEmpty { bookmark.name = rest.name }
        bookmark.tags = Tags.unique(rest.tags + bookmark.tags)
        bookmark.notes = [rest.notes, bookmark.notes].filter { !$0.isEmpty }
            .joined(separator: "\n\n")
        bookmark.description = [rest.description, bookmark.description]
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
        bookmark.added = rest.added ?? bookmark.added
        if isSaved { bookmark.added = rest.added.flatMap(Moment.apple) }
        bookmark.modified = rest.modified ?? bookmark.modified
        bookmark.isUnread = rest.isUnread || bookmark.isUnread
        bookmark.isArchived = rest.isArchived || bookmark.isArchived
        bookmark.folder = folder(of: outer, around, rest.folder, place)
        take(bookmark, place)
    }

    /// Returns the folder that a record names, the folders around it, or the folder that it refers
    /// to.
    ///
    /// - Parameter own: the folder named by the record.
    private mutating func folder(
        of record: Node, _ fields: RecordReader.Fields, _ own: String, _ place: Place
    ) -> String {
        let named = fields(.folder)
        let texts = named.flatMap { $0.elements?.map(RecordText.name) ?? [RecordText.name($0)] }
        var seen: Set<String> = []
        let ids = texts.compactMap { $0 }.filter {
            containers.contains($0) && seen.insert($0).inserted
        }
        if let first = ids.first, let path = containers.path(first) {
            if ids.count > 1 { warnAboutFolders(ids.dropFirst(), record.line) }
            return path
        }
        // The path of a list with an id is complete.
        let lists = fields(.lists).flatMap { $0.elements ?? [$0] }.compactMap(RecordText.name)
        if named.isEmpty, lists.contains(where: { containers.contains($0) }) { return own }
        let around = place.folder
        if !own.isEmpty { return FolderPath.joined(around, own) }
        return around.isEmpty ? containers.path(around: record) ?? "" : around
    }

    /// Warns that a record is in more folders than the one that it gets.
    private mutating func warnAboutFolders(_ ids: ArraySlice<String>, _ line: Int) {
        let names = ids.prefix(Self.shownFolders).compactMap { id in
            containers.path(id).map { path in
                let start = path.unicodeScalars.prefix(Self.shownLength)
                return start.endIndex == path.endIndex ? path : String(start) + "…"
            }
        }
        let rest = ids.count - names.count
        result.warn(
            line,
            "it is in several folders; ignored: \(names.joined(separator: ", "))"
                + (rest > 0 ? " and \(grouped(rest)) more" : ""))
    }

    /// More folders, and more of their paths, don't help.
    private static let shownFolders = 10
    private static let shownLength = 200

    private mutating func take(_ bookmark: ImportedBookmark, _ place: Place) {
        if place.isDeleted {
            return result.skip(bookmark.line, "it is in the browser's trash")
        }
        var bookmark = bookmark
        if bookmark.added == nil, !bookmark.hasUnreadDate { bookmark.added = place.saved }
        result.take(bookmark)
    }
}
