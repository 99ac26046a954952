public import Bookmarks
import ReplicaFile
import SQLite

extension BookmarkCatalogTable {
    public func deletedRows(limit: Int?) throws -> [DeletedRow] {
        try replica.withReader { database in
            try database.query(
                "\(Self.deletedRows) ORDER BY deleted DESC, deleted.id LIMIT ?",
                .integer(limit.map(Int64.init) ?? -1), row: Self.deletedRow)
        }
    }

    public func deletedRows(idPrefix prefix: String, limit: Int) throws -> [DeletedRow] {
        try replica.withReader { database in
            try database.query(
                """
                \(Self.deletedRows) WHERE deleted.id >= ? AND deleted.id < ?
                ORDER BY deleted.id LIMIT ?
                """,
                .text(prefix), .text(prefix + "\u{10ffff}"), .integer(Int64(limit)),
                row: Self.deletedRow)
        }
    }

    /// A deleted bookmark keeps the date when this device last opened it.
    private static let deletedRows = """
        SELECT deleted.id, name, url, tags, added, deleted, position, coalesce(last, 0),
            coalesce(count, 0), device, unread, archived
        FROM deleted LEFT JOIN opened ON opened.id = deleted.id
        """

    private static func deletedRow(_ row: borrowing Row) -> DeletedRow {
        DeletedRow(
            BookmarkRow(
                id: row.text(0), name: row.text(1), url: row.text(2), tags: row.text(3),
                added: row.real(4), modified: row.real(5), position: row.text(6),
                opened: row.real(7), opens: Int(row.integer(8)), isUnread: row.integer(10) != 0,
                isArchived: row.integer(11) != 0),
            device: row.text(9))
    }
}
