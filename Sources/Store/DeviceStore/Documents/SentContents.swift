public import Documents
public import ReplicaFile
public import Replication
public import SQLite

/// The contents that a cloud has, as far as this device knows. No record contains this.
public struct SentContents: DerivedTable {
    public let name = "sent_contents"
    public let version: Int64 = 1
    public let isKept = true

    public init() {}

    public func create(in database: Database) throws {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS sent_contents(
                content TEXT NOT NULL, cloud TEXT NOT NULL, PRIMARY KEY(content, cloud)
            ) WITHOUT ROWID;
            """)
    }

    public func update(for changes: [EntryChange], in database: Database) throws {
        for change in changes where change.key.hasPrefix(Document.keyPrefix) {
            for content in Document.unnamedContents(by: change).union(Self.restored(by: change)) {
                try database.run(
                    "DELETE FROM sent_contents WHERE content = ?", .text(content.description))
            }
        }
    }

    /// Returns the contents of a deleted document that comes back. A device that joined meanwhile
    /// may not know of the document, and may have collected them in the cloud.
    private static func restored(by change: EntryChange) -> Set<ChunkName> {
        guard change.old?.record.isTombstone == true, !change.new.record.isTombstone,
            let document = Document(key: change.key, record: change.new.record)
        else { return [] }
        return Set(document.named.map(\.content))
    }

    /// Notes that a cloud has a content that this device has, too, and ends its transfer.
    static func add(_ content: ChunkName, _ cloud: String, in replica: ReplicaFile) throws {
        try replica.withDatabase { database in
            try database.transaction {
                try database.run(
                    "INSERT OR IGNORE INTO sent_contents VALUES(?, ?)",
                    .text(content.description), .text(cloud))
                try database.run(
                    "DELETE FROM transfers WHERE content = ?", .text(content.description))
            }
        }
    }

    /// Notes that a cloud may lack a content.
    static func remove(_ content: ChunkName, _ cloud: String, in replica: ReplicaFile) throws {
        _ = try replica.withDatabase { database in
            try database.run(
                "DELETE FROM sent_contents WHERE content = ? AND cloud = ?",
                .text(content.description), .text(cloud))
        }
    }

    /// Returns the contents that any of the clouds accepted by `isMeant` was known to have, from a
    /// file that is only read.
    public static func names(
        in database: Database, where isMeant: (_ cloud: String) -> Bool
    ) throws -> Set<ChunkName> {
        let isThere = try database.first(
            "SELECT 1 FROM sqlite_master WHERE name = 'sent_contents'"
        ) { _ in true }
        if isThere == nil { return [] }
        return Set(
            try database.query("SELECT content, cloud FROM sent_contents") { row in
                isMeant(row.text(1)) ? ChunkName(row.text(0)) : nil
            }.compactMap(\.self))
    }

    /// Removes all notes of the contents that a cloud has.
    static func forget(_ cloud: String, in replica: ReplicaFile) throws {
        _ = try replica.withDatabase { database in
            try database.run("DELETE FROM sent_contents WHERE cloud = ?", .text(cloud))
        }
    }

    /// Returns the contents that a cloud is known to have.
    public static func all(_ cloud: String, in replica: ReplicaFile) throws -> Set<ChunkName> {
        try replica.withReader { database in
            Set(
                try database.query(
                    "SELECT content FROM sent_contents WHERE cloud = ?", .text(cloud)
                ) { ChunkName($0.text(0)) }.compactMap(\.self))
        }
    }

    /// Returns the contents of versions that are not known to be in a cloud, the shown ones first.
    static func unsent(
        _ cloud: String, in replica: ReplicaFile
    ) throws -> [(content: ChunkName, length: Int)] {
        try replica.withReader { database in
            try database.query(
                """
                SELECT content, max(length) FROM document_versions
                WHERE content NOT IN (SELECT content FROM sent_contents WHERE cloud = ?)
                GROUP BY content ORDER BY max(head) DESC, content
                """, .text(cloud)
            ) { row in ChunkName(row.text(0)).map { ($0, Int(row.integer(1))) } }.compactMap(\.self)
        }
    }
}
