import Bookmarks

/// Says in which fields of a record the parts of a bookmark stand: `name=title,url=link.href`.
///
/// Several names for one part are tried in order; all that are there are joined for the notes.
public struct RecordMapping: Sendable, Hashable {
    var fields: [Part: [String]]
    var tags: TagStyle = .either
    /// Whether a field may be spelled in another case than it is here.
    var ignoresCase = false
    /// Where in a JSON file the records are; `nil` to find them.
    var records: String?
    /// The parts of which a person said where they stand.
    private var isSaid: Set<Part> = []

    enum Part: String, Sendable, CaseIterable {
        case name, url, tags, notes, folder, added, modified, unread
    }

    /// How a text that holds all tags separates them.
    enum TagStyle: Sendable, Hashable { case either, commas, blanks, bars }

    init(_ fields: [Part: [String]], tags: TagStyle = .either) {
        self.fields = fields
        self.tags = tags
    }

    /// Reads what a person typed.
    ///
    /// Besides the parts of a bookmark, `records=PATH` says where in a JSON file the records are.
    public init(_ text: String) throws(ImportError) {
        self = .common
        for pair in text.split(separator: ",") {
            let sides = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard sides.count == 2, !sides[1].isEmpty else {
                throw ImportError(
                    "“\(pair)” maps nothing. Write what Cloudy calls it, =, and what the file "
                        + "calls it: name=title,url=link")
            }
            if sides[0] == "records" {
                records = sides[1]
                continue
            }
            guard let part = Part(rawValue: sides[0]) else {
                let known = Part.allCases.map(\.rawValue).joined(separator: ", ")
                throw ImportError(
                    "A bookmark has no “\(sides[0])”. It has: \(known); and records says where "
                        + "in a JSON file the bookmarks are.")
            }
            fields[part] = [sides[1]]
            isSaid.insert(part)
        }
    }

    /// The names that most programs use.
    static let common = RecordMapping([
        .name: ["name", "title", "text", "label"],
        .url: ["url", "uri", "href", "link", "address", "resolved_url", "given_url"],
        .tags: ["tags", "tag_names", "tag", "labels", "keywords", "categories"],
        .notes: ["notes", "note", "description", "desc", "excerpt", "comment", "extended"],
        .folder: ["folder", "folders", "path", "collection", "category", "group"],
        .added: [
            "added", "created", "created_at", "createdAt", "date_added", "dateAdded", "time_added",
            "add_date", "saved_at", "savedAt", "date", "time", "timestamp",
        ],
        .modified: [
            "modified", "updated", "updated_at", "updatedAt", "date_modified", "dateModified",
        ],
        .unread: ["unread", "toread", "to_read"],
    ])

    /// Throws when a field that a person named is in none of the records: it is misspelled, and
    /// nothing should come in without what it says.
    func check(_ records: [Node]) throws(ImportError) {
        for part in Part.allCases where isSaid.contains(part) && !records.isEmpty {
            guard let name = fields[part]?.first,
                !records.contains(where: { $0.at(name, ignoringCase: true) != nil })
            else { continue }
            throw Self.missing(name, for: part, among: Self.names(in: records))
        }
    }

    /// Throws when the first row of a table names no column that a person named.
    func check(columns: [String], line: Int) throws(ImportError) {
        for part in Part.allCases where isSaid.contains(part) {
            guard let name = fields[part]?.first,
                !columns.contains(where: { $0.lowercased() == name.lowercased() })
            else { continue }
            var error = Self.missing(name, for: part, among: columns)
            error.line = line
            throw error
        }
    }

    private static func missing(
        _ name: String, for part: Part, among names: [String]
    ) -> ImportError {
        let shown = names.filter { !$0.isEmpty }.prefix(shownNames).joined(separator: ", ")
        let rest = names.count > shownNames ? " and others" : ""
        return ImportError(
            "nothing in it is called “\(name)”, as --map \(part.rawValue)=\(name) says. There are: "
                + "\(shown.isEmpty ? "no names" : shown + rest)")
    }

    /// What is typed behind `--map`, as a shell takes it.
    static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789=,._-".unicodeScalars.contains($0)
        }
        return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }

    /// More help nobody.
    private static let shownNames = 20

    /// What the fields of some records are called, those of objects within them by their paths.
    private static func names(in records: [Node]) -> [String] {
        var names: [String] = []
        var known: Set<String> = []
        for record in records.prefix(100) {
            for member in record.members ?? [] {
                let node = member.node.elements?.first ?? member.node
                let inner = node.members?.map { "\(member.key).\($0.key)" }
                for name in inner ?? [member.key] where known.insert(name).inserted {
                    names.append(name)
                }
            }
        }
        return names
    }

    /// The bookmark that a record describes; without a URL where it has none.
    func bookmark(_ record: Node) -> ImportedBookmark {
        var bookmark = ImportedBookmark(
            name: text(.name, record), url: text(.url, record), tags: tags(record),
            notes: notes(record), folder: folder(record), added: moment(.added, record),
            modified: moment(.modified, record),
            isUnread: nodes(.unread, record).contains { $0.isTrue }, line: record.line)
        if bookmark.added == nil {
            bookmark.hasUnreadDate = nodes(.added, record).contains { $0.isUnreadMoment }
        }
        return bookmark
    }

    /// Whether a record says where the page of its bookmark is.
    func namesURL(_ record: Node) -> Bool { !text(.url, record).isEmpty }

    private func nodes(_ part: Part, _ record: Node) -> some Sequence<Node> {
        (fields[part] ?? []).lazy.compactMap { record.at($0, ignoringCase: ignoresCase) }
    }

    private func text(_ part: Part, _ record: Node) -> String {
        nodes(part, record).compactMap(\.text).first { !$0.isEmpty } ?? ""
    }

    private func moment(_ part: Part, _ record: Node) -> Double? {
        nodes(part, record).compactMap(\.moment).first { _ in true }
    }

    private func notes(_ record: Node) -> String {
        var found: [String] = []
        for node in nodes(.notes, record) {
            let texts =
                node.elements?.compactMap { $0.text ?? $0["text"]?.text } ?? [node.text ?? ""]
            for text in texts.map(\.withoutLooseEnds) where !text.isEmpty && !found.contains(text) {
                found.append(text)
            }
        }
        return found.joined(separator: "\n\n")
    }

    private func tags(_ record: Node) -> [String] {
        for node in nodes(.tags, record) {
            if let elements = node.elements {
                let tags = TagText.clean(elements.compactMap(Self.name))
                if !tags.isEmpty { return tags }
            } else if let text = node.text, !text.trimmed.isEmpty {
                return split(text)
            }
        }
        return []
    }

    private func split(_ text: String) -> [String] {
        // A JSON array in a field of CSV. Between blanks a bracket is a letter as any other.
        if tags != .blanks, text.hasPrefix("["),
            let elements = try? JSONReader.value(Array(text.utf8)).elements
        {
            return TagText.clean(elements.compactMap(Self.name))
        }
        return switch tags {
        case .either: TagText.either(text)
        case .commas: TagText.separated(text, by: ",")
        case .blanks: TagText.separated(text, by: " ")
        case .bars: TagText.separated(text, by: text.contains("|") ? "|" : ",")
        }
    }

    private func folder(_ record: Node) -> String {
        for node in nodes(.folder, record) {
            if let elements = node.elements {
                return FolderPath.path(elements.compactMap(Self.name))
            }
            if let name = Self.name(node), !name.isEmpty { return FolderPath.normalized(name) }
        }
        return ""
    }

    /// What a thing is called that is written as a text or as an object with a name.
    private static func name(_ node: Node) -> String? {
        node.text
            ?? ["name", "label", "title", "slug"].lazy.compactMap { node[$0]?.text }.first
    }
}
