/// Reads CSV of any program: by the names in its first row, or by what stands where if it has none.
enum CSVFormats {
    static func parse(
        _ bytes: [UInt8], as format: ImportFormat?, mapping: RecordMapping?
    ) throws(ImportError) -> ParsedImport {
        var reader = CSVReader(bytes)
        guard let head = try reader.next() else {
            throw ImportError("the file is empty")
        }
        var names = head.fields.map { $0.trimmed.lowercased() }
        var records: [Node] = []
        try mapping?.check(columns: head.fields.map(\.trimmed), line: head.line)
        if !isHead(names, mapping) {
            guard let guessed = guess(head.fields) else { throw noURL(head, &reader) }
            names = guessed
            records.append(record(head, names))
        }
        var failed: [ImportNote] = []
        do throws(ImportError) {
            while records.count <= ParsedImport.most, let row = try reader.next() {
                records.append(record(row, names))
            }
        } catch {
            failed.append(ImportNote(line: error.line ?? head.line, reason: error.message))
        }
        var mapping = mapping
        mapping?.lowercase()
        var result = JSONFormats.records(records, as: format, mapping: mapping, otherwise: .csv)
        result.failed += failed
        return result
    }

    /// Whether a line names columns, one of them for the URL.
    static func isHead(_ line: String) -> Bool {
        var reader = CSVReader(Array(line.utf8))
        let fields = (try? reader.next())?.fields ?? []
        return isHead(fields.map { $0.trimmed.lowercased() }, nil)
    }

    private static func isHead(_ names: [String], _ mapping: RecordMapping?) -> Bool {
        let wanted = (mapping ?? .common).fields[.url] ?? []
        return wanted.contains { names.contains($0.lowercased()) }
    }

    /// Why nothing is read where no column is known to have the URLs, with that which has some.
    private static func noURL(_ head: CSVReader.Row, _ reader: inout CSVReader) -> ImportError {
        var column: Int?
        var looked = 0
        while column == nil, looked < rowsLookedAt, let row = try? reader.next() {
            column = row.fields.indices.first {
                row.fields[$0].isLikeURL && head.fields.indices.contains($0)
                    && !head.fields[$0].trimmed.isEmpty
            }
            looked += 1
        }
        let name = column.map { RecordMapping.quoted("url=" + head.fields[$0].trimmed) }
        return ImportError(
            line: head.line,
            "the first row names no column for the URL. Say which it is: "
                + "--map \(name ?? "url=COLUMN")")
    }

    /// Where none of so many rows has a URL, there is hardly one.
    private static let rowsLookedAt = 1000

    /// Names for the columns of a file that has none: the first that holds a URL, and the first
    /// that does not for the name.
    private static func guess(_ fields: [String]) -> [String]? {
        guard let url = fields.firstIndex(where: { $0.contains("://") }) else { return nil }
        var names = fields.indices.map { "column \($0)" }
        names[url] = "url"
        if let name = fields.indices.first(where: { $0 != url }) { names[name] = "name" }
        return names
    }

    private static func record(_ row: CSVReader.Row, _ names: [String]) -> Node {
        let members = zip(names, row.fields).map { name, field in
            (key: name, node: Node(value: .string(field), line: row.line))
        }
        return Node(value: .object(members), line: row.line)
    }
}

extension RecordMapping {
    /// For names of columns, which are compared without regard to case.
    mutating func lowercase() { fields = fields.mapValues { $0.map { $0.lowercased() } } }
}
