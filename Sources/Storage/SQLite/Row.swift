import CSQLite

/// One row of a result, valid only during the closure that receives it.
///
/// Columns count from 0. SQLite converts its values to the requested type: NULL reads as 0, 0.0, ""
/// or no bytes.
public struct Row: ~Copyable {
    let statement: OpaquePointer

    /// Returns an integer. A real is truncated.
    public func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }

    /// Returns a floating-point number.
    public func real(_ column: Int) -> Double { sqlite3_column_double(statement, Int32(column)) }

    /// Returns a text. Bytes that are not UTF-8 are replaced with U+FFFD.
    public func text(_ column: Int) -> String {
        withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a copy of the bytes of a blob or text.
    public func blob(_ column: Int) -> [UInt8] { withBytes(column) { [UInt8]($0) } }

    /// Returns whether the column is NULL, which the other calls read as an empty value.
    public func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }

    /// Returns the bits that ``SQLiteValue/init(bits:)`` stored.
    public func bits(_ column: Int) -> UInt64 { UInt64(bitPattern: integer(column)) }

    /// Calls `body` with the bytes of a text or blob, without copying them. The bytes must not
    /// leave `body`.
    public func withBytes<R, E: Error>(
        _ column: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        // The order matters: the first call fixes the representation whose length the second
        // returns.
        let start = sqlite3_column_blob(statement, Int32(column))
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
