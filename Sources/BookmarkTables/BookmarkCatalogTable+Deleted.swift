public import Bookmarks
import ReplicaFile
import SQLite

extension BookmarkCatalogTable {
    public func deletedRows(limit: Int?) throws -> [DeletedRow] {
        try replica.withReader { database in
            try database.query(
                "SELECT * FROM deleted ORDER BY deleted DESC, id LIMIT ?",
                .integer(limit.map(Int64.init) ?? -1), row: Self.deletedRow)
        }
    }

    public func deletedRows(idPrefix prefix: String, limit: Int) throws -> [DeletedRow] {
        try replica.withReader { database in
            try database.query(
                "SELECT * FROM deleted WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
                .text(prefix), .text(prefix + "\u{10ffff}"), .integer(Int64(limit)),
                row: Self.deletedRow)
        }
    }

    private static func deletedRow(_ row: borrowing Row) -> DeletedRow {
        DeletedRow(
            id: row.text(0), name: row.text(1), url: row.text(2), tags: row.text(3),
            added: row.real(4), deleted: row.real(5), device: row.text(6))
    }
}
