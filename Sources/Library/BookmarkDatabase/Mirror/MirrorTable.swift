import Bookmarks
public import ReplicaFile
public import Replication
public import SQLite

// The defaults plist lags behind the replica, and a person may edit it at any time. To tell their
// edits from the lag, one must know what was written to it last. Keeping a copy would double every
// write; so this table keeps, for each bookmark that changed since, the value it had when the file
// was written. A bookmark that is not in the table was written as it is now.
//
// Writing the file takes a while, and edits go on. Each write therefore begins a new generation:
// edits made during it are noted there, and when it is done the older generations are dropped.
// The program may end between writing the file and noting that: so how the file will look is noted
// before it takes its place.

/// The bookmarks last written to the defaults plist, where they differ from the replica.
public struct MirrorTable: DerivedTable {
    public let name = "mirror"
    public let version: Int64 = 3

    public init() {}

    public func create(in database: Database) throws {
        try database.execute(
            """
            DROP TABLE IF EXISTS mirror;
            DROP TABLE IF EXISTS mirror_state;
            CREATE TABLE mirror(
                key TEXT NOT NULL, generation INTEGER NOT NULL, written BLOB,
                PRIMARY KEY(key, generation)
            ) WITHOUT ROWID;
            CREATE TABLE mirror_state(
                id INTEGER PRIMARY KEY CHECK (id = 0), generation INTEGER NOT NULL,
                size INTEGER, modified INTEGER, inode INTEGER,
                next_generation INTEGER, next_size INTEGER, next_modified INTEGER,
                next_inode INTEGER,
                settings BLOB NOT NULL, written_settings BLOB NOT NULL, next_settings BLOB
            );
            """)
        let none = SQLiteValue.blob(PropertyListValue.dictionary([:]).encoded())
        try database.run(
            """
            INSERT INTO mirror_state(id, generation, settings, written_settings)
            VALUES(0, 1, ?, ?)
            """, none, none)
    }

    public func update(for changes: [EntryChange], in database: Database) throws {
        let changes = changes.filter { $0.new.key.hasPrefix(BookmarksController.keyPrefix) }
        if changes.isEmpty { return }
        let generation = try database.first("SELECT generation FROM mirror_state") {
            $0.integer(0)
        }
        guard let generation else { return }
        // The first change of a generation has the written value; later ones must not replace it.
        try database.withStatement("INSERT OR IGNORE INTO mirror VALUES(?, ?, ?)") { statement in
            for change in changes {
                let old = change.old?.record.encoded()
                try statement.run(
                    [.text(change.key), .integer(generation), old.map { .blob($0) } ?? .null])
            }
        }
    }
}
