public import Bookmarks
import ReplicaFile
import SQLite

extension BookmarkCatalogTable {
    public func rows(
        matching query: Query, sortedBy order: SortOrder, limit: Int?
    ) throws -> [BookmarkRow] {
        if query.isEmpty { return try listedRows(sortedBy: order, limit: limit) }
        guard let limit else { return try all(matching: query, sortedBy: order) }
        if order.field == .added, let rows = try first(limit, matching: query, order) {
            return rows
        }
        return Array(try all(matching: query, sortedBy: order).prefix(limit))
    }

    private func all(
        matching query: Query, sortedBy order: SortOrder
    ) throws -> [BookmarkRow] {
        var answers: [DocumentTerm: Set<String>] = [:]
        for term in query.neededDocumentTerms { answers[term] = try bookmarks(having: term) }
        var found = try candidates(query, order, answers)
        if query.asksForDeleted { found += try deletedRows(limit: nil).map(\.row) }
        return try filtered(found, query, order, answers)
    }

    public func deletedRows(matching query: Query) throws -> [BookmarkRow] {
        try filtered(
            deletedRows(limit: nil).map(\.row), query.amongDeleted,
            SortOrder(.modified, descending: true))
    }

    /// Returns candidates that include all matches of a query.
    private func candidates(
        _ query: Query, _ order: SortOrder, _ answers: [DocumentTerm: Set<String>]
    ) throws -> [BookmarkRow] {
        // A few rows are quicker to read by id.
        if let fewest = answers.values.min(by: { $0.count < $1.count }), fewest.count < 2000 {
            return Array(try rows(ids: Array(fewest)).values)
        }
        let pieces = query.allPieces
        if pieces.isEmpty {
            guard let need = query.need else { return try rows(sortedBy: order, limit: nil) }
            let (condition, values) = Self.condition(need)
            return try replica.makeReader().query(
                "SELECT \(Self.columns) FROM bookmarks WHERE \(condition)", values,
                row: Self.row)
        }
        // One transaction, so that both queries see the same state.
        return try replica.withReader { database in
            try database.readingInPlace {
                try database.transaction(.deferred) {
                    var rows: [BookmarkRow] = []
                    for chunk in try Self.chunks(with: pieces, in: database) {
                        try Self.appendRows(of: chunk, to: &rows, in: database)
                    }
                    return rows
                }
            }
        }
    }

    /// Filters and sorts candidates with a list, which decides the matches.
    func filtered(
        _ rows: [BookmarkRow], _ query: Query, _ order: SortOrder,
        _ answers: [DocumentTerm: Set<String>] = [:]
    ) throws -> [BookmarkRow] {
        var list = BookmarkList(rows: rows, sortedBy: order, facts: self)
        list.know(answers)
        list.filter(query)
        try list.throwLookupError()
        return (0..<list.count).map { list[$0] }
    }

    public func noted() throws -> [String: BookmarkDetails] {
        var found: [String: BookmarkDetails] = [:]
        // On a separate connection: reading all rows takes a while, and the replica stays free.
        try replica.makeReader().forEach(
            """
            SELECT id, \(Self.detailColumns) FROM bookmarks WHERE \(Self.isNoted)
            UNION ALL
            SELECT id, \(Self.detailColumns) FROM deleted WHERE \(Self.isNoted)
            """
        ) { row in found[row.text(0)] = Self.details(row, at: 1) }
        return found
    }

    /// The condition that a bookmark has fields that rows leave out.
    private static let isNoted = "notes <> '' OR folder <> '' OR description <> ''"

    public func duplicates() throws -> Set<String> {
        Set(try duplicateGroups().flatMap { $0.map(\.id) })
    }

    /// The condition that another bookmark's page has the same hash.
    static let sharesPage = """
        page IN (SELECT page FROM bookmarks GROUP BY page HAVING count(*) > 1)
        """

    public func duplicateGroups() throws -> [[BookmarkRow]] {
        let rows = try replica.makeReader().query(
            "SELECT \(Self.columns) FROM bookmarks WHERE \(Self.sharesPage)", row: Self.row)
        // Two pages may share a hash.
        let pages = Dictionary(grouping: rows) { WebAddress(stored: $0.url).pageKey }
        return pages.values.filter { $0.count > 1 }
    }

    public func details(ofIDs ids: [String]) throws -> [String: BookmarkDetails] {
        try replica.withReader { database in
            var found: [String: BookmarkDetails] = [:]
            found.reserveCapacity(ids.count)
            // From some number on, it is quicker to read all rows in the order of the file.
            if ids.count > 2000 {
                let wanted = Set(ids)
                try database.forEach(
                    """
                    SELECT id, \(Self.detailColumns) FROM bookmarks
                    UNION ALL SELECT id, \(Self.detailColumns) FROM deleted
                    """
                ) { row in
                    let id = row.text(0)
                    guard wanted.contains(id) else { return }
                    found[id] = Self.details(row, at: 1)
                }
                return found
            }
            for id in ids {
                found[id] = try database.first(
                    """
                    SELECT \(Self.detailColumns) FROM bookmarks WHERE id = ?1
                    UNION ALL SELECT \(Self.detailColumns) FROM deleted WHERE id = ?1
                    """, .text(id)
                ) { Self.details($0, at: 0) }
            }
            return found
        }
    }

    /// The bookmarks of a chunk that have all pieces: bit n stands for slot n.
    struct Hits {
        var chunk: Int64
        var slots: UInt32
    }

    static func chunks(
        with pieces: [[[UInt8]]], in database: Database
    ) throws -> [Hits] {
        var hits: [Hits] = []
        try database.forEach("SELECT chunk, text FROM search") { row in
            let slots = row.withBytes(1) { bytes -> UInt32 in
                guard SearchText.contains(pieces, in: bytes) else { return 0 }
                var slots: UInt32 = 0
                SearchChunk.forEachText(in: bytes) { slot, text in
                    let text = UnsafeRawBufferPointer(rebasing: bytes[text])
                    if SearchText.contains(pieces, in: text) { slots |= 1 << UInt32(slot) }
                }
                return slots
            }
            if slots != 0 { hits.append(Hits(chunk: row.integer(0), slots: slots)) }
        }
        return hits
    }

    static func appendRows(
        of hits: Hits, to rows: inout [BookmarkRow], in database: Database
    ) throws {
        let first = hits.chunk &* SearchChunk.size
        try database.forEach(
            "SELECT \(columns), number FROM bookmarks WHERE number BETWEEN ? AND ?",
            .integer(first), .integer(first &+ SearchChunk.size - 1)
        ) { row in
            if hits.slots & 1 << UInt32(row.integer(Self.numberColumn) - first) != 0 {
                rows.append(Self.row(row))
            }
        }
    }
}
