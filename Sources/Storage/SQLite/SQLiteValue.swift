/// A value of a statement's parameter or of a column.
public enum SQLiteValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// Makes an integer.
    public init(_ value: Int) { self = .integer(Int64(value)) }
    /// Makes an integer.
    public init(_ value: Int64) { self = .integer(value) }
    /// Makes the integer 1 for true, and 0 for false.
    public init(_ value: Bool) { self = .integer(value ? 1 : 0) }
    /// Makes a text.
    public init(_ value: String) { self = .text(value) }
    /// Makes a blob.
    public init(_ value: [UInt8]) { self = .blob(value) }
    /// Makes an integer with all 64 bits, which ``Row/bits(_:)`` reads. SQLite treats it as signed.
    public init(bits value: UInt64) { self = .integer(Int64(bitPattern: value)) }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByNilLiteral
{
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .real(value) }
    public init(stringLiteral value: String) { self = .text(value) }
    public init(nilLiteral: ()) { self = .null }
}
