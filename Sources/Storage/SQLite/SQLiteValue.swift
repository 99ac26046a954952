/// A value that a statement is given or that a column holds.
public enum SQLiteValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// An integer.
    public init(_ value: Int) { self = .integer(Int64(value)) }
    /// An integer.
    public init(_ value: Int64) { self = .integer(value) }
    /// 1 for true and 0 for false.
    public init(_ value: Bool) { self = .integer(value ? 1 : 0) }
    /// A text.
    public init(_ value: String) { self = .text(value) }
    /// A blob.
    public init(_ value: [UInt8]) { self = .blob(value) }
    /// Keeps all 64 bits; ``Row/bits(_:)`` reads them back. SQLite itself sees a signed number.
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
