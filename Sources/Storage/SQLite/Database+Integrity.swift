extension Database {
    /// Returns the problems that SQLite finds in the file, at most `limit` sentences; none if it is
    /// sound. Reads the whole file and changes nothing.
    public func integrityProblems(limit: Int = 20) throws -> [String] {
        let found = try query("PRAGMA integrity_check(\(limit))") { $0.text(0) }
        return found == ["ok"] ? [] : found
    }
}
