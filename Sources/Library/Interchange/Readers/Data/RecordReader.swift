import Bookmarks

/// Makes bookmarks from records by the names of their fields, and remembers names without a
/// meaning.
struct RecordReader {
    let mapping: RecordMapping
    private var places: [String: (part: RecordMapping.Part, rank: Int)?] = [:]
    private var listedNames: Set<String> = []
    /// The names of non-empty fields that were not imported, as the file spells them.
    private(set) var unread: [String] = []

    /// The lists that records refer to by id.
    var containers: NamedContainers?
    private let orders: DayOrders
    /// Whether the file has a field for the person's own words.
    private let hasNotes: Bool
    /// Dates with an ambiguous order of day and month, the first of each column.
    private(set) var unclear: [ImportNote] = []
    private var unclearColumns: Set<String> = []

    /// - Parameter records: the records to read. Their dates resolve ambiguous ones.
    init(_ mapping: RecordMapping, _ records: [Node]) {
        self.mapping = mapping
        orders = DayOrders(records)
        var seen: Set<String> = []
        hasNotes = mapping.usesCommonNames && Self.haveNotes(records, &seen)
    }

    /// - Parameter seen: names that were already checked.
    private static func haveNotes(_ nodes: [Node], _ seen: inout Set<String>) -> Bool {
        for node in nodes {
            if let elements = node.elements, haveNotes(elements, &seen) { return true }
            for (key, inner) in node.members ?? [] {
                if seen.count < mostNames, seen.insert(key).inserted,
                    FieldName.personal.contains(FieldName.plain(key))
                {
                    return true
                }
                if inner.elements != nil || inner.members != nil, haveNotes([inner], &seen) {
                    return true
                }
            }
        }
        return false
    }

    /// The values of a record by part of a bookmark, the preferred value first.
    struct Fields {
        fileprivate var nodes: [RecordMapping.Part: [(rank: Int, node: Node)]] = [:]

        func callAsFunction(_ part: RecordMapping.Part) -> [Node] { sorted(part).map(\.node) }

        /// A damaged record may have any number of values for one part, so they are sorted only
        /// when all are known.
        fileprivate mutating func add(_ part: RecordMapping.Part, _ rank: Int, _ node: Node) {
            nodes[part, default: []].append((rank, node))
        }

        /// The values of a part by rank. Those of one rank stay in the order of the record.
        private func sorted(_ part: RecordMapping.Part) -> [(rank: Int, node: Node)] {
            guard let list = nodes[part] else { return [] }
            return list.count < 2 ? list : list.sorted { $0.rank < $1.rank }
        }

        /// The values of the date added. A date that may be the page's counts only if there is no
        /// other.
        fileprivate var added: [Node] {
            let list = sorted(.added)
            let sure = list.filter { $0.rank < FieldName.vagueRank * 2 }
            return (sure.isEmpty ? list : sure).map(\.node)
        }
    }

    /// Assigns the values of a record to parts, and records those that are not read.
    ///
    /// - Parameters:
    ///   - path: the path of the record, with a dot at the end. A long one is left out of the
    ///     names of fields, each of which would have a copy.
    ///   - isRead: whether a name is handled elsewhere.
    mutating func fields(
        _ record: Node, path: String = "", isRead: (String) -> Bool = { _ in false }
    ) -> Fields {
        let path = path.utf8.count > Self.longestPath ? "" : path
        var fields = Fields()
        for (part, names) in mapping.fields {
            for (rank, name) in names.enumerated() {
                let node = record.at(name, ignoringCase: mapping.ignoresCase)
                if let node { fields.add(part, rank, dated(node, part, name)) }
            }
        }
        let repository = mapping.usesCommonNames ? repositoryName(record) : nil
        var hasCopies: Bool?
        func isOfPage(_ name: String) -> Bool {
            if repository != nil, Repository.isRepositoryField(name) { return true }
            guard SavedCopies.isCopyField(name) else { return false }
            let found = hasCopies ?? SavedCopies.areNamed(in: record)
            hasCopies = found
            return found
        }
        for (key, node) in record.members ?? [] {
            if mapping.namesMember(key) { continue }
            if mapping.usesCommonNames, let (named, rank) = place(key),
                let part = part(named, isOfRepository: repository != nil),
                !isOfPage(FieldName.plain(key))
            {
                let isFirst = key == repository
                let place = part == named ? rank : rank - FieldName.vagueRank
                fields.add(part, isFirst ? -1 : Self.rank(place, of: key), dated(node, part, key))
            } else if !isRead(key) {
                note(path + key, FieldName.plain(key), node)
            }
        }
        return fields
    }

    /// Returns the bookmark that the values of a record describe; its URL is empty if the record
    /// has none.
    func bookmark(_ fields: Fields, line: Int) -> ImportedBookmark {
        // The first of several lists is the folder, unless the record also names a folder.
        var lists = RecordMapping.lists(fields(.lists)) { containers?.contains($0) ?? false }
        var first: String?
        if !fields(.folder).contains(where: \.saysSomething),
            let place = lists.firstIndex(where: { !path(of: $0).isEmpty })
        {
            first = path(of: lists.remove(at: place))
        }
        let tags = mapping.tags(fields(.tags)) + TagText.clean(lists.compactMap { tag(for: $0) })
        var bookmark = ImportedBookmark(
            name: text(fields(.name)), url: url(fields),
            tags: lists.isEmpty ? tags : Tags.unique(tags),
            notes: RecordText.notes(fields(.notes)),
            description: RecordText.notes(fields(.description)),
            folder: first ?? mapping.folder(fields(.folder)),
            added: fields.added.lazy.compactMap(\.moment).first { _ in true },
            modified: fields(.modified).lazy.compactMap(\.moment).first { _ in true },
            isUnread: isUnread(fields), isArchived: isArchived(fields), line: line)
        if bookmark.added == nil {
            bookmark.hasUnreadDate = fields.added.contains { $0.isUnreadMoment }
        }
        return bookmark
    }

    private func path(of list: RecordMapping.RecordList) -> String {
        switch list {
        case .id(let id): containers?.path(id) ?? ""
        case .path(let path): path
        }
    }

    /// Returns the last name of a list, without its path, which may be long.
    private func tag(for list: RecordMapping.RecordList) -> String? {
        let path =
            switch list {
            case .id(let id): containers?.name(id) ?? ""
            case .path(let whole): whole
            }
        return FolderPath.names(path).last
    }

    /// Returns the bookmark of a record: see ``fields(_:path:isRead:)``.
    mutating func bookmark(
        _ record: Node, isRead: (String) -> Bool = { _ in false }
    ) -> ImportedBookmark {
        bookmark(fields(record, isRead: isRead), line: record.line)
    }

    /// Returns the page's address in a record; empty if there is none.
    mutating func url(of record: Node) -> String {
        guard let members = record.members else { return "" }
        if let names = mapping.fields[.url] {
            let texts = names.compactMap { [mapping] in
                record.at($0, ignoringCase: mapping.ignoresCase)?.text
            }
            return texts.first { !$0.isEmpty } ?? ""
        }
        guard mapping.usesCommonNames else { return "" }
        var fields = Fields()
        for (key, node) in members {
            if let (part, rank) = place(key), part == .url {
                fields.add(.url, Self.rank(rank, of: key), node)
            }
        }
        return url(fields)
    }

    /// Returns the name in a record.
    mutating func name(of record: Node) -> String {
        var fields = Fields()
        for (key, node) in record.members ?? [] {
            if let (part, rank) = place(key), part == .name { fields.add(.name, rank, node) }
        }
        return text(fields(.name))
    }

    /// Returns the date added of a record, in seconds since 1970.
    mutating func added(of record: Node) -> Double? {
        var fields = Fields()
        for (key, node) in record.members ?? [] {
            if let (part, rank) = place(key), part == .added {
                fields.add(.added, Self.rank(rank, of: key), dated(node, part, key))
            }
        }
        return fields.added.lazy.compactMap(\.moment).first { _ in true }
    }

    /// Returns an ambiguous date as a date, if other dates of its column settle the order of day
    /// and month.
    private mutating func dated(_ node: Node, _ part: RecordMapping.Part, _ key: String) -> Node {
        guard part == .added || part == .modified, let text = node.string,
            let date = CalendarDate(text), date.moment == nil
        else { return node }
        let column = key.split(separator: ".").last.map(String.init) ?? key
        if let moment = orders.moment(date, in: column) {
            return Node(value: .date(moment), line: node.line)
        }
        if part == .added, unclearColumns.count < Self.mostNames,
            unclearColumns.insert(column).inserted
        {
            unclear.append(
                ImportNote(
                    line: node.line,
                    reason: "the date \(text.trimmed) is left out: day and month could be swapped, "
                        + "and no other date in “\(column)” shows which is first"))
        }
        return node
    }

    /// Returns the field with the full name of a repository, if the record is one.
    private mutating func repositoryName(_ record: Node) -> String? {
        guard let members = record.members,
            let name = members.first(where: { key, node in
                place(key)?.part == .name && Repository.names.contains(FieldName.plain(key))
                    && node.string.map(Repository.isName) == true
            }), let path = name.node.string
        else { return nil }
        let isItsOwn = members.contains { key, node in
            place(key)?.part == .url && node.string.map { Repository.isPage($0, of: path) } == true
        }
        return isItsOwn ? name.key : nil
    }

    /// Records a value that is not imported, unless it is empty.
    mutating func note(_ name: String, _ plain: String, _ node: Node) {
        guard node.saysSomething, !FieldName.bookkeeping.contains(plain),
            listedNames.count < Self.mostNames, listedNames.insert(name).inserted
        else { return }
        unread.append(name)
    }

    /// A damaged file may have as many names as records.
    private static let mostNames = 1000
    private static let longestPath = 1000

    /// Returns the part that a name stands for, looked up once per spelling.
    mutating func place(_ key: String) -> (part: RecordMapping.Part, rank: Int)? {
        if let known = places[key] { return known }
        let place = FieldName.place(FieldName.plain(key))
        if places.count < Self.mostNames { places[key] = .some(place) }
        return place
    }

    /// Returns the part of a value with a common name; `nil` if a person mapped that part.
    private func part(
        _ named: RecordMapping.Part, isOfRepository: Bool
    ) -> RecordMapping.Part? {
        if named == .lists, mapping.fields[.folder] != nil { return nil }
        var part = named
        if named == .about || named == .description {
            let isOfPage =
                named == .description || hasNotes || isOfRepository
                || mapping.fields[.notes] != nil
            part = isOfPage && mapping.fields[.description] == nil ? .description : .notes
        }
        return mapping.fields[part] == nil ? part : nil
    }

    /// Returns a rank that prefers the plain one of two spellings of a name.
    private static func rank(_ rank: Int, of key: String) -> Int {
        rank * 2 + (key.utf8.allSatisfy { 0x61...0x7A ~= $0 } ? 0 : 1)
    }

    private func text(_ nodes: [Node]) -> String {
        nodes.lazy.compactMap(\.text).first { !$0.isEmpty } ?? ""
    }

    /// Returns the first address with a scheme, or else the first address.
    private func url(_ fields: Fields) -> String {
        let texts = fields(.url).compactMap(\.text).filter { !$0.isEmpty }
        if texts.count < 2 { return texts.first ?? "" }
        return texts.first { URLReference.scheme(of: $0) != nil } ?? texts[0]
    }

    private func isUnread(_ fields: Fields) -> Bool {
        if fields(.unread).contains(where: \.isTrue) { return true }
        let later: Set<String> = [
            "unread", "toread", "to-read", "to read", "later", "new", "queue", "queued",
            "read later", "shortlist",
        ]
        if fields(.status).contains(where: { later.contains($0.text?.lowercased() ?? "") }) {
            return true
        }
        return fields(.isRead).contains { $0.isFalse }
    }

    private func isArchived(_ fields: Fields) -> Bool {
        fields(.archived).contains(where: \.isTrue)
            || fields(.status).contains {
                ["archive", "archived"].contains($0.text?.lowercased() ?? "")
            }
    }
}

/// Recognizes programs that keep copies of pages, and call a page archived once they have a copy.
private enum SavedCopies {
    static func isCopyField(_ name: String) -> Bool { name == "archived" || name == "isarchived" }

    /// Whether a record names a copy.
    static func areNamed(in record: Node) -> Bool {
        record.members?.contains { FieldName.plain($0.key) == "archivepath" } ?? false
    }
}
