import CSQLite
import Synchronization

extension Database {
    /// The length of the log, in pages, at which a commit during large writes copies it to the
    /// database: about the size of an import of 100,000 bookmarks, which is then copied once.
    private static let longLog: Int32 = 32_768

    /// Gives more memory to the current transaction and later ones, until ``giveRoomBack()``. Use
    /// it for transactions that write all over the file: pages that do not fit go to the log each
    /// time they change, and commits copy many of them to the database that soon change again.
    ///
    /// The log stays long: see ``shortenLog()``.
    public func makeRoom() throws(SQLiteError) {
        if hasMuchRoom.exchange(true, ordering: .relaxed) { return }
        hasLongLog.store(true, ordering: .relaxed)
        try execute("PRAGMA cache_size = -65536")
        sqlite3_wal_autocheckpoint(connection, Self.longLog)
    }

    /// Returns to the usual amount of memory.
    public func giveRoomBack() {
        guard hasMuchRoom.exchange(false, ordering: .relaxed) else { return }
        // SQLite's default. If this fails, the connection only uses more memory.
        try? execute("PRAGMA cache_size = -2000")
        sqlite3_wal_autocheckpoint(connection, Self.usualLog)
    }

    /// Copies the log of a large transaction to the database, and empties the log: otherwise the
    /// next opening reads all of it.
    ///
    /// Does nothing if there was no large transaction. Does not wait: pages that others still read
    /// stay in the log until the next call. Others can write during most of the copying.
    ///
    /// - Parameter ofOthers: whether another connection made the transaction.
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
