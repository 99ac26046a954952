import CSQLite

/// SQLite's extended error codes, which are macros that Swift does not import.
enum IOFailure {
    static let shortRead = SQLITE_IOERR | 2 << 8
    static let write = SQLITE_IOERR | 3 << 8
    static let sync = SQLITE_IOERR | 4 << 8
    static let syncFolder = SQLITE_IOERR | 5 << 8
    static let truncate = SQLITE_IOERR | 6 << 8
    static let delete = SQLITE_IOERR | 10 << 8
    static let access = SQLITE_IOERR | 13 << 8
    static let lockMemory = SQLITE_IOERR | 20 << 8
    static let deleteMissing = SQLITE_IOERR | 23 << 8
}
