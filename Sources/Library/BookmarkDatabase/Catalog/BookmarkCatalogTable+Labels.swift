public import Bookmarks
import ReplicaFile
import SQLite

extension BookmarkCatalogTable {
    public func tagCounts() throws -> [TagCount] {
        // On a separate connection: reading all rows takes a while, and the replica stays free.
        var tally = TagTally()
        try replica.makeReader().forEach(
            "SELECT tags FROM bookmarks WHERE tags <> '' AND archived = 0"
        ) { row in
            tally.add(row.text(0))
        }
        return tally.counts
    }

    public func folders(withArchived: Bool) throws -> [String: Int] {
        try replica.withReader { database in
            var folders: [String: Int] = [:]
            try database.forEach(
                """
                SELECT folder, count(*) FROM bookmarks WHERE folder <> '' AND archived <= ?
                GROUP BY folder
                """, .integer(withArchived ? 1 : 0)
            ) { row in
                // Two Unicode spellings of a name are the same folder.
                folders[row.text(0), default: 0] += Int(row.integer(1))
            }
            return folders
        }
    }

    public func ids(inFolders paths: [String]) throws -> [String] {
        try replica.withReader { database in
            try paths.flatMap { path in
                try database.query(
                    "SELECT id FROM bookmarks WHERE folder = ? AND folder <> '' ORDER BY id",
                    .text(path)
                ) { $0.text(0) }
            }
        }
    }
}
