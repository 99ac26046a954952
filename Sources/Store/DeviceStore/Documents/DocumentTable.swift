public import Documents
public import ReplicaFile
public import Replication
public import SQLite

/// A table of the documents and of the contents that their versions name. It is derived from the
/// records, for questions that would be slow to answer from them.
public struct DocumentTable: DerivedTable {
    public let name = "documents"
    public let version: Int64 = 4

    public init() {}

    /// Makes the empty tables. A deleted document stays in them as long as its record has its last
    /// value: it can come back, and its contents are kept for that.
    public func create(in database: Database) throws {
        try database.execute(
            """
            DROP TABLE IF EXISTS documents;
            DROP TABLE IF EXISTS document_versions;
            CREATE TABLE documents(
                id TEXT PRIMARY KEY NOT NULL, bookmark TEXT NOT NULL, kind TEXT NOT NULL,
                added REAL NOT NULL, deleted INTEGER NOT NULL, content TEXT NOT NULL,
                length INTEGER NOT NULL, contested INTEGER NOT NULL, name TEXT NOT NULL,
                type TEXT NOT NULL, mark INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX documents_contested ON documents(id) WHERE contested;
            CREATE INDEX documents_bookmark ON documents(bookmark, id);
            CREATE TABLE document_versions(
                id TEXT NOT NULL, content TEXT NOT NULL, length INTEGER NOT NULL,
                head INTEGER NOT NULL, PRIMARY KEY(id, content)
            ) WITHOUT ROWID;
            CREATE INDEX document_versions_content ON document_versions(content);
            """)
    }

    public func update(for changes: [EntryChange], in database: Database) throws {
        for change in changes where change.key.hasPrefix(Document.keyPrefix) {
            let id = SQLiteValue.text(String(change.key.dropFirst(Document.keyPrefix.count)))
            try database.run("DELETE FROM documents WHERE id = ?", id)
            try database.run("DELETE FROM document_versions WHERE id = ?", id)
            let record = change.new.record
            guard let document = Document(key: change.key, record: record) else { continue }
            try database.run(
                "INSERT INTO documents VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", id,
                .text(document.bookmark), .text(document.kind.rawValue), .real(document.added),
                SQLiteValue(record.isTombstone), .text(document.head.content.description),
                SQLiteValue(document.head.length), SQLiteValue(!document.rivals.isEmpty),
                .text(document.name), .text(document.mediaType), SQLiteValue(document.mark))
            for version in document.named {
                try database.run(
                    "INSERT OR IGNORE INTO document_versions VALUES(?, ?, ?, ?)", id,
                    .text(version.content.description), SQLiteValue(version.length),
                    SQLiteValue(version.content == document.head.content))
            }
        }
    }

    /// Returns the ids of the documents of a bookmark, the first added first.
    public static func ids(ofBookmark id: String, in replica: ReplicaFile) throws -> [String] {
        try replica.withReader { database in
            try database.query(
                """
                SELECT id FROM documents WHERE bookmark = ? AND deleted = 0 ORDER BY added, id
                """, .text(id)
            ) { $0.text(0) }
        }
    }

    /// Returns the ids of all documents that are not deleted, the latest added first.
    public static func ids(in replica: ReplicaFile) throws -> [String] {
        try replica.withReader { database in
            try database.query(
                "SELECT id FROM documents WHERE deleted = 0 ORDER BY added DESC, id"
            ) { $0.text(0) }
        }
    }

    /// Returns the ids of documents that have former versions.
    public static func idsWithVersions(in replica: ReplicaFile) throws -> [String] {
        try replica.withReader { database in
            try database.query(
                "SELECT id FROM document_versions GROUP BY id HAVING count(*) > 1 ORDER BY id"
            ) { $0.text(0) }
        }
    }

    /// Returns the ids of documents that several devices wrote at the same time.
    public static func contested(in replica: ReplicaFile) throws -> [String] {
        try replica.withReader { database in
            try database.query(
                "SELECT id FROM documents WHERE contested AND deleted = 0 ORDER BY id"
            ) { $0.text(0) }
        }
    }

    /// Returns the contents that any version names, including those of deleted documents.
    static func contents(in replica: ReplicaFile) throws -> [ChunkName] {
        try replica.withReader { database in
            try database.query("SELECT DISTINCT content FROM document_versions") {
                ChunkName($0.text(0))
            }.compactMap(\.self)
        }
    }

    /// Returns the contents that the versions in unsent records name.
    static func contentsOfUnsentRecords(in replica: ReplicaFile) throws -> [ChunkName] {
        try replica.withReader { database in
            try database.query(
                """
                SELECT DISTINCT content FROM entries
                JOIN document_versions ON id = substr(key, 1 + length(?1))
                WHERE dirty > 0 AND substr(key, 1, length(?1)) = ?1
                """, .text(Document.keyPrefix)
            ) { ChunkName($0.text(0)) }.compactMap(\.self)
        }
    }

    /// Returns the contents of all versions, each with its length.
    public static func versions(
        in replica: ReplicaFile
    ) throws -> [(content: ChunkName, length: Int)] {
        try replica.withReader { database in
            try database.query(
                "SELECT content, max(length) FROM document_versions GROUP BY content"
            ) { row in ChunkName(row.text(0)).map { ($0, Int(row.integer(1))) } }.compactMap(\.self)
        }
    }

    /// Returns the shown contents of documents that are not deleted, each with its length, the
    /// latest first.
    public static func heads(
        in replica: ReplicaFile
    ) throws -> [(content: ChunkName, length: Int)] {
        try replica.withReader { database in
            try database.query(
                """
                SELECT content, max(length) FROM documents WHERE deleted = 0
                GROUP BY content ORDER BY max(added) DESC
                """
            ) { row in ChunkName(row.text(0)).map { ($0, Int(row.integer(1))) } }.compactMap(\.self)
        }
    }
}
