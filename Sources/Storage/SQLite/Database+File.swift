import CSQLite

extension Database {
    /// Reads a database and changes nothing that was committed.
    ///
    /// A transaction that a killed program left half written is rolled back first, as the next
    /// opening would do.
    public static func inspect<T>(path: String, _ body: (Database) throws -> T) throws -> T {
        do {
            return try body(Database(path: path, access: .readOnly))
        } catch let error as SQLiteError where error.isOfUnfinishedWrite {
            return try body(Database(path: path, access: .readWrite))
        }
    }

    /// Makes sure that the file is still the one at its path. Writing to a removed or replaced file
    /// works as ever, but the data would never be seen again.
    public func checkPlace() throws(SQLiteError) {
        var hasMoved: Int32 = 0
        let result = sqlite3_file_control(connection, nil, SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        guard result == SQLITE_OK, hasMoved != 0 else { return }
        throw SQLiteError(
            code: .moved, extendedCode: SQLiteError.Code.movedResult,
            message: "The file is no longer at its path", path: path)
    }

    /// The number by which a program tells the formats of its file apart; 0 in a new file.
    public func userVersion() throws -> Int64 {
        try first("PRAGMA user_version") { $0.integer(0) } ?? 0
    }

    /// The number of the file's application; 0 if unset.
    public func applicationID() throws -> Int64 {
        try first("PRAGMA application_id") { $0.integer(0) } ?? 0
    }

    /// Whether it has no tables and no application's number.
    public func isEmpty() throws -> Bool {
        let isBare = try first("SELECT 1 FROM sqlite_master LIMIT 1") { _ in true } == nil
        return try isBare && applicationID() == 0
    }

    /// Whether all these tables are in it.
    public func hasTables(_ names: [String]) throws -> Bool {
        try names.allSatisfy { name in
            try first(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", .text(name)
            ) { _ in true } != nil
        }
    }
}
