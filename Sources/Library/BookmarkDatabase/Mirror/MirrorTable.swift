import Bookmarks
public import ReplicaFile
public import Replication
public import SQLite

// The property list lags behind the replica, and a person may edit it at any time. To distinguish
// their edits from the lag, the device must know what was last written. A copy would double every
// write, so this table keeps, for each bookmark that changed since, the value that was written. A
// bookmark that is not in the table was written as it is now.
//
// Writing the file takes a while, during which edits continue. Each write therefore begins a new
// generation, which records those edits; when the write is done, older generations are dropped. The
// program may end between writing the file and recording that. So the fingerprint of the new file
// is recorded before the file is replaced.

/// The values last written to the property list, of bookmarks that changed since.
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
