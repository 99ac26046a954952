/// Distinguishes the formats that use JSON.
enum JSONFormats {
    /// - Parameter mapping: the fields that a person named; the format then doesn't matter.
    static func parse(
        _ root: Node, as format: ImportFormat?, mapping: RecordMapping?
    ) throws(ImportError) -> ParsedImport {
        if mapping == nil, let tree = tree(root, as: format) { return tree }
        var names = mapping ?? .common
        names.ignoresCase = true
        guard let mapping else { return try unmapped(root, as: format, names) }
        let records = try records(root, names)
        try mapping.check(records)
        return self.records(records, as: format, mapping: mapping)
    }

    private static func unmapped(
        _ root: Node, as format: ImportFormat?, _ names: RecordMapping
    ) throws(ImportError) -> ParsedImport {
        guard root.elements != nil || root.members != nil else {
            throw ImportError(line: root.line, "this JSON has no records")
        }
        let records = try records(root, names)
        let isNamed = RecordFormat.all.contains { $0.format == format }
        if isNamed || format == nil && records.first.flatMap(RecordFormat.of) != nil {
            return self.records(records, as: format, mapping: nil)
        }
        return try walked(root, records, as: .json)
    }

    /// Reads values that had one line each.
    static func lines(
        _ nodes: [Node], as format: ImportFormat?, mapping: RecordMapping?
    ) throws(ImportError) -> ParsedImport {
        let isNamed = RecordFormat.all.contains { $0.format == format }
        guard mapping == nil, !isNamed, nodes.first.flatMap(RecordFormat.of) == nil else {
            return records(
                nodes, as: format, mapping: mapping,
                otherwise: RecordFormat(format: .jsonl, signature: [], mapping: .common))
        }
        return try walked(Node(value: .array(nodes), line: 1), nodes, as: .jsonl)
    }

    /// Reads JSON of an unknown format.
    ///
    /// - Parameter records: the likely bookmarks, to report where nothing was found.
    static func walked(
        _ root: Node, _ records: [Node], as format: ImportFormat
    ) throws(ImportError) -> ParsedImport {
        var found = JSONTree.parse(root, as: format)
        guard found.bookmarks.isEmpty, found.skipped.isEmpty else { return found }
        try URLPlaces.check(root)
        if found.failed.isEmpty {
            for record in records { found.fail(record.line, "it has no URL") }
        }
        return found
    }

    /// Reads records of a named format, or of the format that they resemble.
    static func records(
        _ records: [Node], as format: ImportFormat?, mapping: RecordMapping?,
        otherwise: RecordFormat = .json
    ) -> ParsedImport {
        if let mapping { return otherwise.parse(records, mapping: mapping) }
        let named = RecordFormat.all.filter { $0.format == format }
        if let first = named.first(where: { one in
            records.first.map { record in one.signature.allSatisfy { record[$0] != nil } } ?? false
        }) ?? named.first {
            return first.parse(records)
        }
        let known = format == nil ? records.first.flatMap(RecordFormat.of) : nil
        return (known ?? otherwise).parse(records)
    }

    private static func tree(_ root: Node, as format: ImportFormat?) -> ParsedImport? {
        if format == .chrome || (format == nil && root["roots"]?.members != nil) {
            return ChromeFormat.parse(root)
        }
        let type = root["type"]?.text ?? ""
        let isFirefox = type.hasPrefix("text/x-moz-place") || root["typeCode"] != nil
        if format == .firefox && !JSONTree.isSession(root) || (format == nil && isFirefox) {
            return FirefoxFormat.parse(root)
        }
        if format == .linkwarden || (format == nil && LinkwardenFormat.recognizes(root)) {
            return LinkwardenFormat.parse(root)
        }
        if format == .keep || (format == nil && KeepFormat.recognizes(root)) {
            return KeepFormat.parse(root)
        }
        if format == .telegram || (format == nil && TelegramFormat.recognizes(root)) {
            return TelegramFormat.parse(root)
        }
        // A person cannot name these formats: they are always recognized.
        guard format == nil || format == .json else { return nil }
        if DiscordFormat.recognizes(root) { return DiscordFormat.parse(root) }
        if FacebookFormat.recognizes(root) { return FacebookFormat.parse(root) }
        if HypothesisFormat.recognizes(root) { return HypothesisFormat.parse(root) }
        return nil
    }

    private static func records(
        _ root: Node, _ mapping: RecordMapping
    ) throws(ImportError) -> [Node] {
        if let path = mapping.records {
            guard let found = root.at(path, ignoringCase: true) else {
                throw ImportError(
                    line: root.line, "records=\(path) is not in this file. Check the path.")
            }
            return found.elements ?? [found]
        }
        if let elements = root.elements { return elements }
        guard let members = root.members else {
            throw ImportError(line: root.line, "this JSON has no records")
        }
        let names = ["bookmarks", "items", "results", "links", "data", "_embedded.items", "list"]
        let known = names.lazy.compactMap { root.at($0, ignoringCase: true)?.elements }
        // An object with a URL is a record itself, unless it is the page of records with URLs.
        var reader = RecordReader(mapping, [])
        if !reader.url(of: root).isEmpty {
            return known.first { list in
                list.contains { !reader.url(of: $0).isEmpty && $0["rel"] == nil }
            } ?? [root]
        }
        if let elements = known.first(where: { _ in true }) { return elements }
        // Some programs give their only list an unusual name; a single record may be alone.
        let lists = members.filter { $0.node.elements?.first?.members != nil }
        if lists.count == 1, let elements = lists[0].node.elements { return elements }
        return [root]
    }
}
