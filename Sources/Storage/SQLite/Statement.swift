import CSQLite

/// A prepared statement, for many rows: see ``Database/withStatement(_:_:)``.
public struct Statement: ~Copyable {
    private let database: Database
    private let handle: OpaquePointer
    private let sql: String
    private let content = Content()

    init(_ handle: OpaquePointer, _ sql: String, of database: Database) {
        self.database = database
        self.handle = handle
        self.sql = sql
    }

    /// Runs the statement with a value for each of its `?`; drops its rows.
    public func run(_ values: [SQLiteValue]) throws(SQLiteError) {
        defer { sqlite3_reset(handle) }
        content.makeRoom(for: values)
        var index: Int32 = 0
        for value in values {
            index += 1
            try database.check(bind(value, at: index), sql)
        }
        while try database.step(handle, sql) {}
    }

    /// Runs an INSERT of a single row into a table that numbers its rows.
    ///
    /// - Returns: the number of the row. RETURNING would return it, too, but makes a table for the
    ///   answer, and takes as long again as inserting the row.
    public func insert(_ values: [SQLiteValue]) throws(SQLiteError) -> Int64 {
        try run(values)
        return sqlite3_last_insert_rowid(database.connection)
    }

    /// Binds a value. SQLite reads texts and blobs in place, instead of making a copy of each.
    private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let value): return sqlite3_bind_int64(handle, index, value)
        case .real(let value): return sqlite3_bind_double(handle, index, value)
        case .text(let value):
            let bytes =
                value.utf8.withContiguousStorageIfAvailable {
                    content.put(UnsafeRawBufferPointer($0))
                } ?? Array(value.utf8).withUnsafeBytes { content.put($0) }
            return sqlite3_bind_text64(
                handle, index, bytes.assumingMemoryBound(to: CChar.self),
                UInt64(value.utf8.count), nil, UInt8(SQLITE_UTF8))
        case .blob(let value):
            let bytes = value.withUnsafeBytes { content.put($0) }
            return sqlite3_bind_blob64(handle, index, bytes, UInt64(value.count), nil)
        }
    }

    /// The texts and blobs of a row, one after the other in memory.
    private final class Content {
        private var memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 1)
        private var room = 4096
        private var end = 0

        deinit { memory.deallocate() }

        /// Drops the previous row, and makes room for another.
        func makeRoom(for values: [SQLiteValue]) {
            end = 0
            let count = values.reduce(0) { $0 + $1.byteCount }
            if count <= room { return }
            memory.deallocate()
            memory = .allocate(byteCount: count, alignment: 1)
            room = count
        }

        /// Copies bytes into memory that must have room for them, and returns their address. An
        /// empty value has an address, too, since a null pointer would bind NULL.
        func put(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
            let place = memory + end
            if let start = bytes.baseAddress {
                place.copyMemory(from: start, byteCount: bytes.count)
            }
            end += bytes.count
            return UnsafeRawPointer(place)
        }
    }
}

extension SQLiteValue {
    /// The number of bytes of a text or a blob; otherwise 0.
    fileprivate var byteCount: Int {
        switch self {
        case .text(let value): value.utf8.count
        case .blob(let value): value.count
        case .null, .integer, .real: 0
        }
    }
}
