import Bookmarks
import Glibc
import SQLite

extension TextIndex {
    /// The format of the file. A file of another version is replaced.
    private static let version = Int64(1_000 + TextTokens.version)
    /// The number by which SQLite files of this kind are recognized.
    private static let applicationID: Int64 = 0x436C_5478

    /// Opens the file, and creates it if there is none; `nil` for a file of another kind.
    static func openOrCreate(_ path: String) throws -> Database? {
        let database = try Database(path: path, busyTimeout: 10_000)
        // After a power failure, lost entries are made again from the documents.
        try database.setSynchronous(.normal)
        let isMade = try database.make {
            try database.execute(
                """
                CREATE TABLE documents(
                    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, bookmark TEXT NOT NULL,
                    mark INTEGER NOT NULL, content TEXT NOT NULL, length INTEGER NOT NULL);
                CREATE INDEX documents_bookmark ON documents(bookmark);
                CREATE TABLE bodies(
                    number INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL, page BLOB);
                CREATE VIRTUAL TABLE words USING fts5(
                    text, content='', columnsize=0, tokenize='ascii');
                CREATE TABLE state(name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL)
                    WITHOUT ROWID;
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);
                """)
        }
        guard isMade, try database.userVersion() == version,
            try database.applicationID() == applicationID,
            try database.hasTables(["documents", "bodies", "words", "state"])
        else { return nil }
        return database
    }

    /// Removes the file, unless another process did, and creates an empty one.
    static func replace(_ kept: inout Database?, _ path: String) throws {
        let isMine = kept.map { (try? $0.checkPlace()) != nil } ?? true
        kept = nil
        if isMine { remove(path) }
        kept = try openOrCreate(path)
    }

    /// Whether the file was emptied while its companion files remain.
    static func isEmptied(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size == 0 && access(path + "-wal", F_OK) == 0
    }

    static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
}

extension SQLiteError {
    /// Whether the error means that the file is no index: it is damaged, or another kind of file.
    var isDamageOfAFile: Bool {
        switch code {
        case .corrupt, .notADatabase: true
        // SQLITE_IOERR_SHORT_READ: a part of the file is missing.
        case .ioError: extendedCode & 0xff00 == 2 << 8
        default: lacksPart
        }
    }
}
