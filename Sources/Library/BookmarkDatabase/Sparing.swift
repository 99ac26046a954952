import SQLite

/// Runs `body` within a transaction that must go on even where a table of convenience is damaged.
/// Returns `nil` then, after `empty` has made the table anew, if that is possible.
func sparing<R>(
    _ database: Database, empty: (Database) throws -> Void, _ body: () throws -> R
) throws -> R? {
    try database.run("SAVEPOINT sparing")
    do {
        let value = try body()
        try database.run("RELEASE sparing")
        return value
    } catch let error as SQLiteError where error.isDamageOfATable {
        try database.run("ROLLBACK TO sparing")
        do {
            try empty(database)
        } catch let error as SQLiteError where error.isDamageOfATable {
            try database.run("ROLLBACK TO sparing")
        }
        try database.run("RELEASE sparing")
        return nil
    }
}
