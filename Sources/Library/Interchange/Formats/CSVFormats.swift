import Bookmarks

/// Reads CSV of any program: by the names in its first row, or, without names, by the contents of
/// the columns.
enum CSVFormats {
    static func parse(
        _ bytes: [UInt8], as format: ImportFormat?, mapping: RecordMapping?
    ) throws(ImportError) -> ParsedImport {
        let start = mapping == nil ? startOfTable(bytes) : nil
        var reader = CSVReader(bytes, from: start?.offset ?? 0, line: start?.line ?? 1)
        guard let head = try reader.next() else {
            throw ImportError("the file is empty")
        }
        var table = Table(head)
        let isNumbered = mapping?.namesColumnsByNumbers(head.fields) ?? false
        if isNumbered {
            table.names = head.fields.indices.map { "\($0 + 1)" }
            try mapping?.check(columns: table.names, line: head.line)
            if mapping?.url(in: head.fields)?.contains("://") == true { table.add(head) }
        } else {
            try mapping?.check(columns: head.fields.map(\.trimmed), line: head.line)
            if !isHead(head.fields, mapping) {
                guard let guessed = guessedNames(for: head.fields) else {
                    throw missingColumnError(head, &reader, isNamed: format != nil)
                }
                table.names = guessed
                table.add(head)
            }
        }
        do throws(ImportError) {
            while table.records.count <= ParsedImport.most, let row = try reader.next() {
                table.add(row)
            }
        } catch {
            table.failed.append(ImportNote(line: error.line ?? head.line, reason: error.message))
        }
        var mapping = mapping
        mapping?.lowercase()
        var result = JSONFormats.records(
            table.records, as: format, mapping: mapping, otherwise: .csv)
        result.failed += table.failed
        result.unreadFields = result.unreadFields.map { table.spellings[$0] ?? $0 }
        if let before = start?.before {
            result.warn(1, "ignored before the table: “\(before.prefix(200))”")
        }
        for note in table.warnings { result.warn(note.line, note.reason) }
        return result
    }

    /// Rows as records, by column name.
    private struct Table {
        var names: [String]
        /// The file's spelling of names that are in lower case here.
        var spellings: [String: String] = [:]
        var records: [Node] = []
        var failed: [ImportNote] = []
        var warnings: [ImportNote] = []

        /// The columns that repeat the name of an earlier column although a bookmark has only one
        /// such value, with the index of the earlier one.
        private var again: [(place: Int, first: Int)] = []

        init(_ head: CSVReader.Row) {
            names = head.fields.map { $0.trimmed.lowercased() }
            for field in head.fields { spellings[field.trimmed.lowercased()] = field.trimmed }
            for (place, name) in names.enumerated() {
                let first = names.firstIndex(of: name) ?? place
                let part = FieldName.place(FieldName.plain(name))?.part
                if first < place, part == .url || part == .name { again.append((place, first)) }
            }
        }

        mutating func add(_ row: CSVReader.Row) {
            let members = zip(names, row.fields).map { name, field in
                (key: name, node: Node(value: .string(field), line: row.line))
            }
            records.append(Node(value: .object(members), line: row.line))
            noteSecond(of: row)
            let rest = row.fields.dropFirst(names.count).filter { !$0.trimmed.isEmpty }
            if let first = rest.first {
                warnings.append(
                    ImportNote(
                        line: row.line,
                        reason: "it has more fields than the table has columns; ignored: "
                            + "“\(shortened(first))”\(rest.count > 1 ? " and others" : "")"))
            }
        }

        /// Warns that the second of two columns with the same name is ignored: the first non-empty
        /// value counts.
        private mutating func noteSecond(of row: CSVReader.Row) {
            for (place, first) in again where place < row.fields.count {
                let text = row.fields[place].trimmed
                let kept = row.fields[first].trimmed
                guard !text.isEmpty, !kept.isEmpty, text != kept else { continue }
                warnings.append(
                    ImportNote(
                        line: row.line,
                        reason: "two columns are called “\(names[place])”; ignored: "
                            + "“\(shortened(text))”"))
            }
        }
    }

    /// Whether a line names columns, including one for the URL. It may contain the next line.
    static func isHead(_ line: String) -> Bool { isHead(fields(of: line), nil) }

    private static func fields(of line: String) -> [String] {
        var reader = CSVReader(Array(line.utf8))
        return (try? reader.next())?.fields ?? []
    }

    private static func isHead(_ names: [String], _ mapping: RecordMapping?) -> Bool {
        if let wanted = mapping?.fields[.url] {
            return wanted.contains { name in
                names.contains { $0.trimmed.lowercased() == name.lowercased() }
            }
        }
        return names.contains { FieldName.place(FieldName.plain($0))?.part == .url }
    }

    /// Returns the start of a table after other lines, such as the description of a Google list,
    /// and those lines; `nil` if the table is at the beginning of the file.
    static func startOfTable(
        _ bytes: [UInt8]
    ) -> (offset: Int, line: Int, before: String)? {
        var before = ""
        var offset = 0
        var lines = Lines(bytes)
        while let (number, line) = lines.next(), number <= mostLinesBefore, line.count < 4096 {
            let text = line.string
            let names = fields(of: text)
            let known = names.count { FieldName.place(FieldName.plain($0)) != nil }
            if names.count > 2, known * 2 > names.count, isHead(names, nil) {
                return before.isEmpty ? nil : (offset, number, before)
            }
            // A table without column names, or no table.
            if text.contains("://") || CSVReader.namedSeparator(line) != nil { return nil }
            if !text.trimmed.isEmpty { before += (before.isEmpty ? "" : " ") + text.trimmed }
            offset = line.endIndex
            while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
            offset += 1
        }
        return nil
    }

    private static let mostLinesBefore = 50

    /// Returns the error for a table in which no column is known to have URLs. It names the column
    /// that has some.
    private static func missingColumnError(
        _ head: CSVReader.Row, _ reader: inout CSVReader, isNamed: Bool
    ) -> ImportError {
        var samples: [Int: String] = [:]
        var (looked, uneven) = (0, 0)
        while looked < rowsLookedAt, let row = try? reader.next() {
            for (index, field) in row.fields.enumerated()
            where field.isLikeURL && samples[index] == nil && head.fields.indices.contains(index) {
                samples[index] = field.trimmed
            }
            looked += 1
            if row.fields.count != head.fields.count { uneven += 1 }
        }
        let columns = samples.keys.sorted().map { (index: $0, name: head.fields[$0].trimmed) }
        guard !columns.isEmpty else {
            let isTable = head.fields.count > 1 && looked > 0 && uneven * 4 <= looked
            return noLinksError(isTable || isNamed ? head : nil)
        }
        let sure = columns.filter { !$0.name.isEmpty && !FieldName.namesOtherResource($0.name) }
        let beginning = "the first row names no column for the URL. "
        guard sure.count == 1 else {
            let list = columns.prefix(10).map { column in
                "\(column.name.isEmpty ? "\(column.index + 1)" : column.name) "
                    + "(\(samples[column.index]?.prefix(60) ?? ""))"
            }
            return .unknown(
                beginning + "Name it with --map url=COLUMN, one of: "
                    + list.joined(separator: ", "), line: head.line)
        }
        return .unknown(
            beginning + "Name it: --map \(shellWord("url=" + sure[0].name))",
            line: head.line)
    }

    /// - Parameter head: the names of the columns; `nil` if the text is not a table.
    private static func noLinksError(_ head: CSVReader.Row?) -> ImportError {
        guard let head else {
            return .unknown(
                "no links found: it looks like ordinary text. Is it the right file?")
        }
        let names = head.fields.map(\.trimmed).filter { !$0.isEmpty }.prefix(20)
        return .unknown(
            "no column of this table has URLs. If one has addresses without https://, name it: "
                + "--map url=COLUMN. Columns: \(names.joined(separator: ", "))",
            line: head.line)
    }

    /// If none of this many rows has a URL, the rest hardly has one.
    private static let rowsLookedAt = 1000

    /// Returns names for the columns of a file without names: URL for the first one with a URL,
    /// name for the first one without.
    static func guessedNames(for fields: [String]) -> [String]? {
        guard let url = fields.firstIndex(where: { $0.contains("://") }) else { return nil }
        var names = fields.indices.map { "column \($0 + 1)" }
        names[url] = "url"
        if let name = fields.indices.first(where: { $0 != url }) { names[name] = "name" }
        return names
    }
}

extension RecordMapping {
    /// Lower-cases column names, which are compared ignoring case.
    mutating func lowercase() { fields = fields.mapValues { $0.map { $0.lowercased() } } }

    /// Whether a person gave column numbers, counted from 1, because the columns have no names.
    func namesColumnsByNumbers(_ head: [String]) -> Bool {
        let names = fields.values.joined()
        return !names.isEmpty
            && names.allSatisfy { name in
                Int(name).map { 1...head.count ~= $0 } == true
                    && !head.contains { $0.trimmed == name }
            }
    }

    /// Returns the URL of a row, from the column that a person gave for it.
    func url(in row: [String]) -> String? {
        fields[.url]?.first.flatMap { Int($0) }.flatMap {
            row.indices.contains($0 - 1) ? row[$0 - 1] : nil
        }
    }
}
