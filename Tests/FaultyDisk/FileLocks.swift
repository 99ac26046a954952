import CSQLite

/// The locks that connections have on one database file.
struct FileLocks: Sendable {
    /// The lock level of each open file.
    private var levels: [Int: Int32] = [:]

    func level(of file: Int) -> Int32 { levels[file] ?? SQLITE_LOCK_NONE }

    var isReserved: Bool { levels.values.contains { $0 >= SQLITE_LOCK_RESERVED } }

    /// Raises the lock of a file; returns `false` if another connection has a lock that forbids it.
    mutating func raise(_ file: Int, to level: Int32) -> Bool {
        if self.level(of: file) >= level { return true }
        let others = levels.filter { $0.key != file }.values.max() ?? SQLITE_LOCK_NONE
        switch level {
        case SQLITE_LOCK_SHARED:
            if others >= SQLITE_LOCK_PENDING { return false }
        case SQLITE_LOCK_RESERVED:
            if others >= SQLITE_LOCK_RESERVED { return false }
        default:
            if others >= SQLITE_LOCK_RESERVED { return false }
            if others >= SQLITE_LOCK_SHARED {
                // Admits no new readers until the current ones are gone.
                levels[file] = SQLITE_LOCK_PENDING
                return false
            }
        }
        levels[file] = level
        return true
    }

    mutating func lower(_ file: Int, to level: Int32) {
        levels[file] = level == SQLITE_LOCK_NONE ? nil : min(level, self.level(of: file))
    }
}
