import Bookmarks
import ReplicaFile
import SQLite

extension BookmarkCatalogTable {
    /// Returns the first `limit` bookmarks that a query finds, by date added. It reads bookmarks in
    /// that order until there are enough. `nil` for a query about other bookmarks or documents,
    /// whose cost does not depend on the limit.
    func first(
        _ limit: Int, matching query: Query, _ order: SortOrder
    ) throws -> [BookmarkRow]? {
        guard !query.asksForDeleted, !query.asksForDuplicates, query.neededDocumentTerms.isEmpty
        else { return nil }
        if limit <= 0 { return [] }
        // On a separate connection: if few match, this takes a while.
        let database = try replica.makeReader()
        return try database.readingInPlace {
            try database.transaction(.deferred) {
                let pieces = query.allPieces
                if pieces.isEmpty {
                    return try walk(limit, query, order, among: nil, in: database)
                }
                let hits = try Self.chunks(with: pieces, in: database)
                let count = hits.reduce(0) { $0 + $1.slots.nonzeroBitCount }
                if count > limit * Self.fewTimes {
                    return try walk(limit, query, order, among: hits, in: database)
                }
                var rows: [BookmarkRow] = []
                for chunk in hits { try Self.appendRows(of: chunk, to: &rows, in: database) }
                return Array(try filtered(rows, query, order).prefix(limit))
            }
        }
    }

    /// Up to this many times the limit, reading and sorting all candidates is quicker than reading
    /// in order.
    private static var fewTimes: Int { 4 }

    /// The error that ends a walk early.
    private struct Enough: Error {}

    /// Reads bookmarks by date added, in growing batches.
    ///
    /// - Parameter hits: candidates that include all matches; `nil` for all bookmarks.
    private func walk(
        _ limit: Int, _ query: Query, _ order: SortOrder, among hits: [Hits]?,
        in database: Database
    ) throws -> [BookmarkRow] {
        let slots = hits.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.chunk, $0.slots) }) }
        let (condition, values) = query.need.map(Self.condition) ?? ("1", [])
        var found: [BookmarkRow] = []
        var numbers: [Int64] = []
        var most = limit
        func take() throws {
            let rows = try numbers.compactMap { number in
                try database.first(
                    "SELECT \(Self.columns) FROM bookmarks WHERE number = ?", .integer(number),
                    row: Self.row)
            }
            found += try filtered(rows, query, order)
            numbers = []
            most *= 2
        }
        do {
            try database.forEach(
                """
                SELECT number FROM bookmarks WHERE \(condition)
                ORDER BY added \(order.isDescending ? "DESC" : "ASC"), id
                """, values
            ) { row in
                let number = row.integer(0)
                if let slots {
                    let chunk = SearchChunk.chunk(of: number)
                    let slot = UInt32(number & (SearchChunk.size - 1))
                    if slots[chunk, default: 0] & 1 << slot == 0 { return }
                }
                numbers.append(number)
                if numbers.count < most { return }
                try take()
                if found.count >= limit { throw Enough() }
            }
            try take()
        } catch is Enough {}
        return Array(found.prefix(limit))
    }
}
