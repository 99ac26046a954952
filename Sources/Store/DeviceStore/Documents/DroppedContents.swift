import Documents
public import ReplicaFile
public import Replication
public import SQLite

/// The contents that a person dropped from this device. They are fetched only on demand.
public struct DroppedContents: DerivedTable {
    public let name = "dropped_contents"
    public let version: Int64 = 1
    public let isKept = true

    public init() {}

    public func create(in database: Database) throws {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS dropped_contents(content TEXT PRIMARY KEY NOT NULL)
            WITHOUT ROWID;
            """)
    }

    public func update(for changes: [EntryChange], in database: Database) {}

    static func add(_ contents: [ChunkName], in replica: ReplicaFile) throws {
        try replica.withDatabase { database in
            for content in contents {
                try database.run(
                    "INSERT OR IGNORE INTO dropped_contents VALUES(?)",
                    .text(content.description))
            }
        }
    }

    static func remove(_ content: ChunkName, in replica: ReplicaFile) throws {
        _ = try replica.withDatabase { database in
            try database.run(
                "DELETE FROM dropped_contents WHERE content = ?", .text(content.description))
        }
    }

    static func names(in replica: ReplicaFile) throws -> Set<ChunkName> {
        try replica.withReader { database in
            Set(
                try database.query("SELECT content FROM dropped_contents") {
                    ChunkName($0.text(0))
                }.compactMap(\.self))
        }
    }
}
