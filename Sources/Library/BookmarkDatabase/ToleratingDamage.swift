import SQLite

/// Runs `body` within a transaction that must continue even if an optional table is damaged. Then
/// it returns `nil`, after `empty` has recreated the table, if possible.
func toleratingDamage<R>(
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
