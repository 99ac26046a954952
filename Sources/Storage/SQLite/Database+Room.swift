import CSQLite
import Synchronization

extension Database {
    /// How many pages the log has before a commit of a transaction that writes much copies them to
    /// the database: as many as an import of 100,000 bookmarks writes, which are copied once then.
    private static let longLog: Int32 = 32_768

    /// Gives the transaction that is going on more memory, and those that follow, until
    /// ``giveRoomBack()``. For transactions that write much all over the file: pages that do not
    /// fit go to the log each time that they change, and its commit copies many of them to the
    /// database which the next one changes again.
    ///
    /// The log is left long: see ``shortenLog()``.
    public func makeRoom() throws(SQLiteError) {
        if hasMuchRoom.exchange(true, ordering: .relaxed) { return }
        hasLongLog.store(true, ordering: .relaxed)
        try execute("PRAGMA cache_size = -65536")
        sqlite3_wal_autocheckpoint(connection, Self.longLog)
    }

    /// Keeps no more memory than any connection.
    public func giveRoomBack() {
        guard hasMuchRoom.exchange(false, ordering: .relaxed) else { return }
        // SQLite's default. Keeping more costs memory and does no harm.
        try? execute("PRAGMA cache_size = -2000")
        sqlite3_wal_autocheckpoint(connection, Self.usualLog)
    }

    /// Copies the log that a large transaction has left to the database, and empties the log:
    /// otherwise the next opening reads all of it.
    ///
    /// Does nothing where there was no such transaction, and does not wait: pages that others still
    /// read stay in the log until the next call. Others can write while the most is copied.
    ///
    /// - Parameter ofOthers: whether the transaction was one of another connection.
    public func shortenLog(ofOthers: Bool = false) {
        guard ofOthers || hasLongLog.load(ordering: .relaxed) else { return }
        let patience = try? first("PRAGMA busy_timeout") { $0.integer(0) }
        sqlite3_busy_timeout(connection, 0)
        defer { sqlite3_busy_timeout(connection, Int32(clamping: patience ?? 5000)) }
        sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        let result = sqlite3_wal_checkpoint_v2(
            connection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        if result == SQLITE_OK { hasLongLog.store(false, ordering: .relaxed) }
    }
}
