import Bookmarks

/// Says in which fields of a record the parts of a bookmark stand: `name=title,url=link.href`.
///
/// Several names for one part are tried in order; all present ones are joined for the notes.
public struct RecordMapping: Sendable, Hashable {
    var fields: [Part: [String]]
    var tags: TagStyle = .either
    /// Whether a field may be spelled in another case than it is here.
    var ignoresCase = false
    /// Whether parts of which nothing is said are found by the names that programs use.
    var usesCommonNames = false
    /// Where in a JSON file the records are; `nil` to find them.
    var records: String?
    /// The parts of which a person said where they stand.
    private var isSaid: Set<Part> = []

    enum Part: String, Sendable, CaseIterable {
        case name, url, tags, notes, description, folder, added, modified, unread, archived
        /// Known by common names alone: whether it was read, in what state it is, lists of which it
        /// may be in several, and a text that is the page's if the file has notes besides, and else
        /// the person's.
        case isRead, status, lists, about

        /// The parts that a person may name.
        static let named: [Part] = [
            .name, .url, .tags, .notes, .description, .folder, .added, .modified, .unread,
            .archived,
        ]
    }

    /// How a text that holds all tags separates them.
    enum TagStyle: Sendable, Hashable { case either, commas, blanks, bars }

    init(_ fields: [Part: [String]], tags: TagStyle = .either) {
        self.fields = fields
        self.tags = tags
    }

    /// Reads the mapping that a person typed.
    ///
    /// Besides the parts of a bookmark, `records=PATH` says where in a JSON file the records are.
    public init(_ text: String) throws(ImportError) {
        self = .common
        for pair in text.split(separator: ",") {
            let sides = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard sides.count == 2, !sides[1].isEmpty else {
                throw ImportError(
                    "“\(pair)” is not a mapping. Write Cloudy's field, =, and the file's field: "
                        + "name=title,url=link")
            }
            if sides[0] == "records" {
                records = sides[1]
                continue
            }
            guard let part = Part(rawValue: sides[0]), Part.named.contains(part) else {
                let known = Part.named.map(\.rawValue).joined(separator: ", ")
                throw ImportError(
                    "There is no field “\(sides[0])”. Fields: \(known); and records, the path to "
                        + "the bookmarks in a JSON file.")
            }
            fields[part] = [sides[1]]
            isSaid.insert(part)
        }
    }

    /// The names that programs use, in any spelling: see ``FieldName``.
    static let common: RecordMapping = {
        var mapping = RecordMapping([:])
        mapping.usesCommonNames = true
        return mapping
    }()

    /// Throws when a field that a person named is in none of the records: it is misspelled, and
    /// nothing should come in without what it says.
    func check(_ records: [Node]) throws(ImportError) {
        for part in Part.named where isSaid.contains(part) && !records.isEmpty {
            guard let name = fields[part]?.first,
                !records.contains(where: { $0.at(name, ignoringCase: true) != nil })
            else { continue }
            throw Self.missing(name, for: part, among: Self.names(in: records))
        }
    }

    /// Throws when the first row of a table names no column that a person named.
    func check(columns: [String], line: Int) throws(ImportError) {
        for part in Part.named where isSaid.contains(part) {
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
            "--map \(part.rawValue)=\(name): the file has no field “\(name)”. Its fields: "
                + "\(shown.isEmpty ? "no names" : shown + rest)")
    }

    /// More of them don't help.
    private static let shownNames = 20

    /// The names of the fields of some records, those of objects within them by their paths.
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

    /// Whether a member of a record is read by a name that was said.
    func namesMember(_ key: String) -> Bool {
        fields.values.contains { names in
            names.contains { name in
                name == key || (ignoresCase && ASCII.isSame(name, key))
                    || name.hasPrefix(key + ".")
            }
        }
    }

    /// The tags in all fields that hold some.
    func tags(_ nodes: [Node]) -> [String] {
        var tags: [String] = []
        for node in nodes {
            if let elements = node.elements {
                tags += TagText.clean(elements.compactMap(RecordText.name))
            } else if let members = node.members {
                tags += TagText.clean(members.map { RecordText.name($0.node) ?? $0.key })
            } else if let text = node.text, !text.trimmed.isEmpty {
                tags += split(text.trimmed)
            }
        }
        // Diigo's way to say that there is none.
        if tags == ["no_tag"] { return [] }
        return nodes.count > 1 ? Tags.unique(tags) : tags
    }

    private func split(_ text: String) -> [String] {
        // An array in a field of CSV. Between blanks a bracket is a letter as any other.
        if self.tags != .blanks, text.hasPrefix("["), text.hasSuffix("]") {
            if let elements = Self.elements(text) {
                return TagText.clean(elements.compactMap(RecordText.name))
            }
            if let list = TagText.quotedList(text) { return TagText.clean(list) }
        }
        return switch self.tags {
        case .either: TagText.any(text)
        case .commas: TagText.separated(text, by: ",")
        case .blanks: TagText.separated(text, by: " ")
        case .bars: TagText.separated(text, by: text.contains("|") ? "|" : ",")
        }
    }

    /// The elements of a JSON array in a text; `nil` where it is none.
    private static func elements(_ text: String) -> [Node]? {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
        return try? JSONReader.value(Array(text.utf8)).elements
    }

    /// The names in fields of lists, or between commas in a text. A number is an id, and no name.
    ///
    /// - Parameter path: the path of the list with an id, if there is one.
    static func lists(_ nodes: [Node], _ path: (String) -> String?) -> [String] {
        let lists = nodes.flatMap { node -> [String] in
            let text = node.isNumber ? nil : node.text?.trimmed
            if let elements = node.elements ?? text.flatMap(elements) {
                return elements.compactMap { element in
                    guard let name = RecordText.name(element) else { return nil }
                    return path(name) ?? (element.isNumber ? nil : FolderPath.path([name]))
                }
            }
            guard let name = RecordText.name(node) else { return [] }
            if let path = path(name) { return [path] }
            if node.isNumber { return [] }
            // One list that is described, or several that are named.
            return text == nil
                ? [FolderPath.path([name])] : name.split(separator: ",").map(String.init)
        }
        return lists.map(FolderPath.normalized).filter { !$0.isEmpty }
    }

    /// The folder that the first field names which names one. A number is an id, and no name.
    func folder(_ nodes: [Node]) -> String {
        for node in nodes where !node.isNumber {
            if let elements = node.elements {
                let names = elements.lazy.filter { !$0.isNumber }.compactMap(RecordText.name)
                let path = FolderPath.path(Array(names))
                if !path.isEmpty { return path }
            } else if let name = RecordText.name(node), !name.isEmpty {
                return FolderPath.normalized(name)
            }
        }
        return ""
    }
}
