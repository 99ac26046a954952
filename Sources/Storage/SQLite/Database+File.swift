import CSQLite

extension Database {
    /// Reads a database without changing committed data.
    ///
    /// If a killed program left a transaction half written, it is rolled back first, as at the next
    /// opening.
    public static func inspect<T>(path: String, _ body: (Database) throws -> T) throws -> T {
        do {
            return try body(Database(path: path, access: .readOnly))
        } catch let error as SQLiteError where error.isOfUnfinishedWrite {
            return try body(Database(path: path, access: .readWrite))
        }
    }

    /// Throws unless the file is still the one at its path. Writing to a removed or replaced file
    /// works, but the data would be lost.
    public func checkPlace() throws(SQLiteError) {
        var hasMoved: Int32 = 0
        let result = sqlite3_file_control(connection, nil, SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        guard result == SQLITE_OK, hasMoved != 0 else { return }
        throw SQLiteError.moved(path)
    }

    /// Returns the number that identifies the format of the file; 0 in a new file.
    public func userVersion() throws -> Int64 {
        try first("PRAGMA user_version") { $0.integer(0) } ?? 0
    }

    /// Returns the application id of the file; 0 if unset.
    public func applicationID() throws -> Int64 {
        try first("PRAGMA application_id") { $0.integer(0) } ?? 0
    }

    /// Returns whether the file has no tables and no application id.
    public func isEmpty() throws -> Bool {
        let isBare = try first("SELECT 1 FROM sqlite_master LIMIT 1") { _ in true } == nil
        return try isBare && applicationID() == 0
    }

    /// Returns whether all these tables exist.
    public func hasTables(_ names: [String]) throws -> Bool {
        try names.allSatisfy { name in
            try first(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", .text(name)
            ) { _ in true } != nil
        }
    }
}
