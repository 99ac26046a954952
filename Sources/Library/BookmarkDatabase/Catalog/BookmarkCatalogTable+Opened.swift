import Bookmarks
import ReplicaFile
import SQLite

extension BookmarkCatalogTable {
    public func noteOpening(of id: String, at time: Double) throws {
        try replica.withDatabase { database in
            try database.transaction {
                try database.run(
                    """
                    INSERT INTO opened VALUES(?1, ?2, 1)
                    ON CONFLICT(id) DO UPDATE SET last = max(last, ?2), count = count + 1
                    """, .text(id), .real(time))
                try database.run(
                    """
                    UPDATE bookmarks SET (opened, opens) =
                        (SELECT last, count FROM opened WHERE id = ?1)
                    WHERE id = ?1
                    """, .text(id))
            }
        }
    }

    public func openings(since time: Double) throws -> [String: Double] {
        try replica.withReader { database in
            var openings: [String: Double] = [:]
            try database.forEach(
                "SELECT id, last FROM opened WHERE last >= ?", .real(time)
            ) { row in openings[row.text(0)] = row.real(1) }
            return openings
        }
    }
}
