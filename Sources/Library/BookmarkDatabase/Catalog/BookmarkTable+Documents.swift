public import ReplicaFile
import SQLite

extension BookmarkTable {
    /// The documents, also deleted ones, whose bookmarks are not in the list, each with the id of
    /// its bookmark.
    public static func documentsWithoutBookmark(
        in replica: ReplicaFile
    ) throws -> [(id: String, bookmark: String)] {
        try replica.withReader { database in
            try database.query(
                """
                SELECT id, bookmark FROM documents
                WHERE bookmark NOT IN (SELECT id FROM bookmarks)
                """
            ) { ($0.text(0), $0.text(1)) }
        }
    }
}
