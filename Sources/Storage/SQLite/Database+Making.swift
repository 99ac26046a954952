import Glibc

extension Database {
    /// Makes the tables of a new file, in only one of the programs that open it at the same time.
    /// If that program dies, it leaves an empty database, in which the next program makes them.
    ///
    /// In a file that already has tables, nothing changes, not even its journal mode: it may belong
    /// to another program.
    ///
    /// - Parameter tables: makes the tables, in a transaction, and sets the ``userVersion()``.
    /// - Returns: whether the file has a number now. A file without one belongs to another program.
    public func make(_ tables: () throws -> Void) throws -> Bool {
        if try userVersion() != 0 { return true }
        if try isEmpty() { try useLog() }
        return try transaction {
            if try userVersion() != 0 { return true }
            guard try isEmpty() else { return false }
            try tables()
            return true
        }
    }

    /// Makes commits write to a log beside the database. The setting is stored in the file.
    ///
    /// SQLite does this only while no other connection reads or writes, and does not wait. So this
    /// function waits, at most for the busy time-out.
    public func useLog() throws {
        let start = ContinuousClock.now
        while true {
            do {
                try run("PRAGMA journal_mode=WAL")
                return
            } catch let error where error.code == .busy {
                guard ContinuousClock.now - start < .milliseconds(busyTimeout) else { throw error }
                usleep(1000)
            }
        }
    }
}
