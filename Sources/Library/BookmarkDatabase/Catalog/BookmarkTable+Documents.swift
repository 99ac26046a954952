public import ReplicaFile
import SQLite

extension BookmarkTable {
    /// Returns the ids of the deleted documents whose bookmarks are not deleted. Others can be
    /// restored only after their bookmarks.
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

    /// Returns the documents, deleted ones included, whose bookmarks are not in the list, with the
    /// ids of their bookmarks.
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
