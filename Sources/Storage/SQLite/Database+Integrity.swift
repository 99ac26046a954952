extension Database {
    /// What SQLite finds wrong with the file, at most `limit` sentences of its own; nothing when it
    /// is sound. Reads all of the file and changes nothing.
    public func integrityProblems(limit: Int = 20) throws -> [String] {
        let found = try query("PRAGMA integrity_check(\(limit))") { $0.text(0) }
        return found == ["ok"] ? [] : found
    }
}
