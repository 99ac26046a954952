public import ReplicaFile
import SQLite

extension BookmarkTable {
    /// The ids of the deleted documents whose bookmarks are in the list. Those of other bookmarks
    /// come back after their bookmarks do.
    public static func deletedDocuments(in replica: ReplicaFile) throws -> [String] {
        try replica.withReader { database in
            try database.query(
                """
                SELECT id FROM documents
                WHERE deleted = 1 AND bookmark IN (SELECT id FROM bookmarks)
                """
            ) { $0.text(0) }
        }
    }

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
