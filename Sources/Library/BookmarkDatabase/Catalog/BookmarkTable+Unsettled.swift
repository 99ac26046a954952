import Bookmarks
import Documents
public import ReplicaFile
import Replication
import SQLite

// A conflict of a document shows in the row of its bookmark like a conflict of a field: the column
// `lost` has both. The table `unsettled` has the documents' part, so that an edit of the bookmark
// keeps it. In nearly all libraries, it is empty.

extension BookmarkTable {
    /// Returns the ids of the documents that a person can settle.
    public static func unsettledDocuments(in replica: ReplicaFile) throws -> [String] {
        try replica.withReader { database in
            try database.query("SELECT id FROM unsettled ORDER BY id") { $0.text(0) }
        }
    }

    /// Records conflicts of documents in the rows of their bookmarks.
    static func followDocuments(in changes: [EntryChange], in database: Database) throws {
        var touched = try noteDocuments(in: changes, in: database)
        let owners = Set(
            try database.query("SELECT DISTINCT bookmark FROM unsettled") { $0.text(0) })
        if !owners.isEmpty {
            let prefix = BookmarksController.keyPrefix
            for change in changes where change.key.hasPrefix(prefix) {
                let id = String(change.key.dropFirst(prefix.count))
                if owners.contains(id) { touched.insert(id) }
            }
        }
        for bookmark in touched { try writeLost(of: bookmark, in: database) }
    }

    /// Keeps `unsettled` in step. Returns the bookmarks whose conflicts of documents changed.
    private static func noteDocuments(
        in changes: [EntryChange], in database: Database
    ) throws -> Set<String> {
        var touched: Set<String> = []
        for change in changes where change.key.hasPrefix(Document.keyPrefix) {
            let id = SQLiteValue.text(String(change.key.dropFirst(Document.keyPrefix.count)))
            let former = try database.query(
                "DELETE FROM unsettled WHERE id = ? RETURNING bookmark", id
            ) { $0.text(0) }
            touched.formUnion(former)
            let record = change.new.record
            guard !record.isTombstone, let document = Document(key: change.key, record: record),
                document.isUnsettled
            else { continue }
            try database.run(
                "INSERT INTO unsettled VALUES(?, ?, ?)", id, .text(document.bookmark),
                .text(document.conflictSigns.joined(separator: " ")))
            touched.insert(document.bookmark)
        }
        return touched
    }

    private static func writeLost(of bookmark: String, in database: Database) throws {
        let stored = try database.first(
            "SELECT lost FROM bookmarks WHERE id = ?", .text(bookmark)
        ) { $0.text(0) }
        guard let stored else { return }
        let own = stored.split(separator: " ").map(String.init).filter { sign in
            !Document.Kind.allCases.contains { sign.hasPrefix("\($0.rawValue)@") }
        }
        let documents = try database.query(
            "SELECT lost FROM unsettled WHERE bookmark = ? ORDER BY id", .text(bookmark)
        ) { $0.text(0) }
        let lost = (own + documents).joined(separator: " ")
        if lost == stored { return }
        try database.run(
            "UPDATE bookmarks SET lost = ? WHERE id = ?", .text(lost), .text(bookmark))
    }
}

extension Document {
    /// The document's conflicts in the notation of ``BookmarkRow/lost``.
    fileprivate var conflictSigns: [String] {
        let versions = (head.isConflicting ? [head] : []) + lastingRivals
        return versions.map { "\(kind.rawValue)@\($0.made)" }
    }
}
