import Replication
import SQLite

extension CloudFile {
    /// Makes the tables of a new file, and refuses the file of another program or a newer version.
    ///
    /// For a valid file, this reads two rows and writes nothing.
    static func prepare(_ database: Database) throws {
        // The number is in the first page, so reading it also fails for a file that is not a
        // database.
        let found = try database.userVersion()
        if found == 0 { try createTables(database) }
        if found != 0, found != version {
            throw CloudError(
                .unusable,
                """
                \(database.path) was written by another version of this program, most likely a \
                newer one (format \(found); this one knows \(version)). Update the program.
                """)
        }
        // The first clouds had no application id; their tables identify them.
        guard try [0, applicationID].contains(database.applicationID()) else {
            throw foreign(database)
        }
        try database.setSynchronous(.full)
        do {
            _ = try state(database)
        } catch let error as SQLiteError where error.code == .other {
            throw foreign(database)
        }
    }

    private static func foreign(_ database: Database) -> CloudError {
        CloudError(
            .unusable,
            """
            \(database.path) is the database of another program. Move it away, or choose another \
            place for the cloud.
            """)
    }

    private static func createTables(_ database: Database) throws {
        let isMade = try database.make {
            try database.execute(schema)
            let epoch = ActorID(rawValue: .random(in: 0...UInt64.max)).description
            try database.run(
                """
                INSERT INTO meta(id, epoch, head, floor, usedBytes, usedKeys, collected)
                VALUES(1, ?, 0, 0, 0, 0, 0)
                """, .text(epoch))
            try database.execute(
                "PRAGMA user_version=\(version); PRAGMA application_id=\(applicationID)")
        }
        guard isMade else { throw foreign(database) }
    }

    /// Times are in milliseconds since 1970. `usedBytes` and `usedKeys` are updated with every
    /// change of the live records, so that nothing needs to be counted.
    private static let schema = """
        CREATE TABLE meta(
          id INTEGER PRIMARY KEY CHECK(id = 1),
          epoch TEXT NOT NULL,
          head INTEGER NOT NULL,
          floor INTEGER NOT NULL,
          usedBytes INTEGER NOT NULL,
          usedKeys INTEGER NOT NULL,
          collected INTEGER NOT NULL
        );
        CREATE TABLE records(
          revision INTEGER PRIMARY KEY,
          key TEXT NOT NULL UNIQUE,
          isTombstone INTEGER NOT NULL,
          committed INTEGER NOT NULL,
          record BLOB NOT NULL
        );
        CREATE INDEX tombstones ON records(revision) WHERE isTombstone;
        CREATE TABLE actors(
          actor INTEGER PRIMARY KEY,
          device TEXT NOT NULL,
          mark INTEGER,
          nonce INTEGER,
          cursor INTEGER NOT NULL,
          seen INTEGER NOT NULL,
          standing INTEGER NOT NULL
        );
        """
}
