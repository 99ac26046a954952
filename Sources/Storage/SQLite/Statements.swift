import CSQLite
import Synchronization

extension Database {
    /// Runs one statement with the values of its `?`; drops its rows.
    ///
    /// - Returns: the number of rows that an INSERT, UPDATE or DELETE changed.
    @discardableResult
    public func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int {
        try run(sql, values)
    }

    /// Runs a statement like ``run(_:_:)``, with any number of values.
    @discardableResult
    public func run(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteError) -> Int {
        let statement = try prepare(sql, values)
        defer { finish(statement, sql) }
        while try step(statement, sql) {}
        return Int(sqlite3_changes(connection))
    }

    /// Returns the results of `row` for all rows.
    public func query<T>(
        _ sql: String, _ values: SQLiteValue..., row: (borrowing Row) throws -> T
    ) throws -> [T] {
        try query(sql, values, row: row)
    }

    /// Runs a query like ``query(_:_:row:)``, with any number of values.
    public func query<T>(
        _ sql: String, _ values: [SQLiteValue], row: (borrowing Row) throws -> T
    ) throws -> [T] {
        let statement = try prepare(sql, values)
        defer { finish(statement, sql) }
        var result: [T] = []
        while try step(statement, sql) { result.append(try row(Row(statement: statement))) }
        return result
    }

    /// Returns the result of `row` for the first row; `nil` if there is none.
    public func first<T>(
        _ sql: String, _ values: SQLiteValue..., row: (borrowing Row) throws -> T
    ) throws -> T? {
        let statement = try prepare(sql, values)
        defer { finish(statement, sql) }
        return try step(statement, sql) ? try row(Row(statement: statement)) : nil
    }

    /// Calls `body` with each row, until it throws.
    public func forEach(
        _ sql: String, _ values: SQLiteValue..., body: (borrowing Row) throws -> Void
    ) throws {
        try forEach(sql, values, body: body)
    }

    /// Runs a query like ``forEach(_:_:body:)``, with any number of values.
    public func forEach(
        _ sql: String, _ values: [SQLiteValue], body: (borrowing Row) throws -> Void
    ) throws {
        let statement = try prepare(sql, values)
        defer { finish(statement, sql) }
        while try step(statement, sql) { try body(Row(statement: statement)) }
    }

    /// Runs `body` with a statement that is run many times with different values: taking it out of
    /// the cache and putting it back takes as long as several runs.
    public func withStatement<R>(
        _ sql: String, _ body: (borrowing Statement) throws -> R
    ) throws -> R {
        let statement = try prepare(sql, [])
        defer { finish(statement, sql) }
        return try body(Statement(statement, sql, of: self))
    }

    /// Takes a statement out of the cache, so that the same SQL may run again while it is in use.
    private func prepare(
        _ sql: String, _ values: [SQLiteValue]
    ) throws(SQLiteError) -> OpaquePointer {
        let cached = statements.withLock { $0.removeValue(forKey: StatementKey(sql: sql)) }
        var statement = cached.flatMap { OpaquePointer(bitPattern: $0) }
        if statement == nil {
            let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
            try check(sqlite3_prepare_v3(connection, sql, -1, flags, &statement, nil), sql)
        }
        guard let statement else {
            throw SQLiteError(
                code: .other, extendedCode: SQLITE_MISUSE, message: "There is no statement",
                path: path, sql: sql)
        }
        do { try bind(values, to: statement, sql) } catch {
            finish(statement, sql)
            throw error
        }
        return statement
    }

    private func bind(
        _ values: [SQLiteValue], to statement: OpaquePointer, _ sql: String
    ) throws(SQLiteError) {
        var index: Int32 = 0
        for value in values {
            index += 1
            try check(bind(value, to: statement, at: index), sql)
        }
    }

    private func bind(_ value: SQLiteValue, to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let value): return sqlite3_bind_int64(statement, index, value)
        case .real(let value): return sqlite3_bind_double(statement, index, value)
        case .text(var value):
            return value.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    // A null pointer would bind NULL, and an empty string may have a null pointer.
                    sqlite3_bind_text64(
                        statement, index, $0.baseAddress ?? UnsafePointer(bitPattern: 1),
                        UInt64($0.count), csqlite_transient(), UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let value):
            guard !value.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
            return value.withUnsafeBytes {
                sqlite3_bind_blob64(
                    statement, index, $0.baseAddress, UInt64($0.count), csqlite_transient())
            }
        }
    }

    /// Steps to the next row. Returns whether there is one.
    func step(_ statement: OpaquePointer, _ sql: String) throws(SQLiteError) -> Bool {
        let result = sqlite3_step(statement)
        try check(result, sql)
        return result == SQLITE_ROW
    }

    /// Puts a statement back into the cache. Few programs have more than 128 different ones;
    /// generated statements beyond that are dropped.
    private func finish(_ statement: OpaquePointer, _ sql: String) {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
        let address = UInt(bitPattern: statement)
        let key = StatementKey(sql: sql)
        let isKept = statements.withLock { statements in
            guard statements[key] == nil, statements.count < 128 else { return false }
            statements[key] = address
            return true
        }
        if !isKept { sqlite3_finalize(statement) }
    }
}

/// The key of a cached statement. Hashing all of the SQL would take as long as some statements run.
struct StatementKey: Hashable {
    var sql: String

    func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
}
