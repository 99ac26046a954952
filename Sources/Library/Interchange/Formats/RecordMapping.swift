import Bookmarks

/// Maps the fields of a record to the parts of a bookmark: `name=title,url=link.href`.
///
/// Several names for one part are tried in order; for the notes, all present values are joined.
public struct RecordMapping: Sendable, Hashable {
    var fields: [Part: [String]]
    var tags: TagStyle = .either
    /// Whether the case of field names is ignored.
    var ignoresCase = false
    /// Whether parts without a mapping are found by the names that programs commonly use.
    var usesCommonNames = false
    /// The path of the records in a JSON file; `nil` to find them.
    var records: String?
    /// The parts that a person mapped.
    private var mappedParts: Set<Part> = []

    enum Part: String, Sendable, CaseIterable {
        case name, url, tags, notes, description, folder, added, modified, unread, archived
        /// Parts known only by common names: whether the page was read, its state, its lists, and a
        /// text that is the page's if the file also has notes, and otherwise the person's.
        case isRead, status, lists, about

        /// The parts that a person may name.
        static let named: [Part] = [
            .name, .url, .tags, .notes, .description, .folder, .added, .modified, .unread,
            .archived,
        ]
    }

    /// The separators in a text with all tags.
    enum TagStyle: Sendable, Hashable { case either, commas, blanks, bars }

    init(_ fields: [Part: [String]], tags: TagStyle = .either) {
        self.fields = fields
        self.tags = tags
    }

    /// Reads the mapping that a person typed.
    ///
    /// In addition to parts of a bookmark, `records=PATH` gives the path of the records in a JSON
    /// file.
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
            mappedParts.insert(part)
        }
    }

    /// The names that programs commonly use, in any spelling: see ``FieldName``.
    static let common: RecordMapping = {
        var mapping = RecordMapping([:])
        mapping.usesCommonNames = true
        return mapping
    }()

    /// Throws if no record has a field that a person named: it is misspelled, and the import would
    /// lack it.
    func check(_ records: [Node]) throws(ImportError) {
        for part in Part.named where mappedParts.contains(part) && !records.isEmpty {
            guard let name = fields[part]?.first,
                !records.contains(where: { $0.at(name, ignoringCase: true) != nil })
            else { continue }
            throw Self.missing(name, for: part, among: Self.names(in: records))
        }
    }

    /// Throws if the first row of a table lacks a column that a person named.
    func check(columns: [String], line: Int) throws(ImportError) {
        for part in Part.named where mappedParts.contains(part) {
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

    /// More names don't help.
    private static let shownNames = 20

    /// Returns the names of the fields of records, with paths for nested objects.
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

    /// Whether the mapping reads a member of a record.
    func namesMember(_ key: String) -> Bool {
        fields.values.contains { names in
            names.contains { name in
                name == key || (ignoresCase && ASCII.isSame(name, key))
                    || name.hasPrefix(key + ".")
            }
        }
    }

    /// Returns the tags in all fields that have some.
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
        // Diigo writes this for no tags.
        if tags == ["no_tag"] { return [] }
        return nodes.count > 1 ? Tags.unique(tags) : tags
    }

    private func split(_ text: String) -> [String] {
        // An array in a field of CSV. Among tags separated by blanks, a bracket is an ordinary
        // character.
        if self.tags != .blanks, text.hasPrefix("["), text.hasSuffix("]") {
            if let elements = Self.elements(text) {
                return TagText.clean(elements.compactMap(RecordText.name))
            }
            if let list = TagText.quotedList(text) { return TagText.clean(list) }
        }
        return switch self.tags {
        case .either: TagText.splitAtAnySeparator(text)
        case .commas: TagText.separated(text, by: ",")
        case .blanks: TagText.separated(text, by: " ")
        case .bars: TagText.separated(text, by: text.contains("|") ? "|" : ",")
        }
    }

    /// Returns the elements of a JSON array in a text; `nil` if it is none.
    private static func elements(_ text: String) -> [Node]? {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
        return try? JSONReader.value(Array(text.utf8)).elements
    }

    /// A list that a record is in: the id of one that the file describes, or a path.
    enum RecordList: Hashable {
        case id(String)
        case path(String)
    }

    /// Returns the lists in fields of lists, or in a text separated by commas, each once. Other
    /// numbers than ids of lists mean nothing.
    ///
    /// - Parameter isID: whether the file describes a list with an id.
    static func lists(_ nodes: [Node], _ isID: (String) -> Bool) -> [RecordList] {
        let lists = nodes.flatMap { node -> [RecordList] in
            let text = node.isNumber ? nil : node.text?.trimmed
            if let elements = node.elements ?? text.flatMap(elements) {
                return elements.compactMap { element -> RecordList? in
                    guard let name = RecordText.name(element) else { return nil }
                    if isID(name) { return RecordList.id(name) }
                    return element.isNumber ? nil : RecordList.path(FolderPath.path([name]))
                }
            }
            guard let name = RecordText.name(node) else { return [] }
            if isID(name) { return [RecordList.id(name)] }
            if node.isNumber { return [] }
            // One list given as an object, or several given by name.
            if text == nil { return [RecordList.path(FolderPath.path([name]))] }
            return name.split(separator: ",").map {
                RecordList.path(FolderPath.normalized(String($0)))
            }
        }
        var seen: Set<RecordList> = []
        return lists.filter { $0 != .path("") && seen.insert($0).inserted }
    }

    /// Returns the folder from the first field that names one. Numbers are ids, not names.
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
