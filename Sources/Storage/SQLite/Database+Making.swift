import Glibc

extension Database {
    /// Makes the tables of a new file, of however many programs that open it at the same moment in
    /// only one. A program that dies here leaves an empty database, in which the next one makes
    /// them.
    ///
    /// In a file that has tables already nothing changes, also not its journal mode: it may be
    /// another program's.
    ///
    /// - Parameter tables: makes them, in a transaction, and sets the number that
    ///   ``userVersion()`` tells.
    /// - Returns: whether the file has a number now. One without is another program's.
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

    /// Makes commits write to a log beside the database, as its file says from then on.
    ///
    /// SQLite does this only while no other connection reads or writes, and does not wait. So this
    /// function waits, as long as the busy time-out.
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
