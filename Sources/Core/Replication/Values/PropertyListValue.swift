/// A value that a property list can hold, nested as deep as ``maximumDepth``.
///
/// Two values are equal if they are encoded as the same bytes: two NaNs are equal, and 0.0 differs
/// from -0.0. So a record counts as changed exactly when its bytes changed.
public enum PropertyListValue: Sendable {
    case string(String)
    case integer(Int64)
    /// A whole number above `Int64.max`. Use ``unsigned(exactly:)``, which chooses the right case.
    case unsigned(UInt64)
    case real(Double)
    case boolean(Bool)
    case data([UInt8])
    /// A date, in seconds since 1970-01-01 00:00:00 UTC.
    case date(Double)
    /// A date, in seconds since 2001-01-01 00:00:00 UTC, that seconds since 1970 cannot express
    /// exactly. Use ``date(sinceReference:)``, which chooses the right case.
    case referenceDate(Double)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])

    /// The greatest depth to which arrays and dictionaries may nest. Deeper values are refused, so
    /// that no value from elsewhere can exhaust the stack.
    public static let maximumDepth = 64
}

extension PropertyListValue: Hashable {
    public static func == (a: PropertyListValue, b: PropertyListValue) -> Bool {
        switch (a, b) {
        case (.string(let x), .string(let y)): x.utf8.elementsEqual(y.utf8)
        case (.integer(let x), .integer(let y)): x == y
        case (.unsigned(let x), .unsigned(let y)): x == y
        case (.real(let x), .real(let y)): x.bitPattern == y.bitPattern
        case (.boolean(let x), .boolean(let y)): x == y
        case (.data(let x), .data(let y)): x == y
        case (.date(let x), .date(let y)): x.bitPattern == y.bitPattern
        case (.referenceDate(let x), .referenceDate(let y)): x.bitPattern == y.bitPattern
        case (.array(let x), .array(let y)): x == y
        case (.dictionary(let x), .dictionary(let y)): areEqual(x, y)
        default: false
        }
    }

    /// Compares the names of fields as bytes: Swift's strings also equal other spellings.
    private static func areEqual(
        _ x: [String: PropertyListValue], _ y: [String: PropertyListValue]
    ) -> Bool {
        x.count == y.count
            && x.allSatisfy { name, value in
                guard let index = y.index(forKey: name) else { return false }
                return y[index].key.utf8.elementsEqual(name.utf8) && y[index].value == value
            }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .string(let x): for byte in x.utf8 { hasher.combine(byte) }
        case .integer(let x): hasher.combine(x)
        case .unsigned(let x): hasher.combine(x)
        case .real(let x), .date(let x), .referenceDate(let x): hasher.combine(x.bitPattern)
        case .boolean(let x): hasher.combine(x)
        case .data(let x): hasher.combine(x)
        case .array(let x): hasher.combine(x)
        case .dictionary(let x): hasher.combine(x)
        }
    }
}

extension PropertyListValue {
    /// The string; `nil` for any other value.
    public var string: String? { if case .string(let x) = self { x } else { nil } }
    /// The integer; `nil` for any other value.
    public var integer: Int64? { if case .integer(let x) = self { x } else { nil } }
    /// The elements of an array; `nil` for any other value.
    public var array: [PropertyListValue]? { if case .array(let x) = self { x } else { nil } }
    /// The fields of a dictionary; `nil` for any other value.
    public var dictionary: [String: PropertyListValue]? {
        if case .dictionary(let x) = self { x } else { nil }
    }
    /// The seconds since 1970 of a date, rounded for a ``referenceDate(_:)``; `nil` for any other
    /// value.
    public var date: Double? {
        switch self {
        case .date(let x): x
        case .referenceDate(let x): x + Self.secondsTo2001
        default: nil
        }
    }
    /// The strings in an array; empty for any other value.
    public var strings: [String] { array?.compactMap(\.string) ?? [] }
}

extension PropertyListValue {
    /// The seconds from 1970 to 2001, the reference date of property lists.
    private static let secondsTo2001 = 978_307_200.0

    /// Returns the exact date of a number of seconds after 2001-01-01 00:00:00 UTC.
    public static func date(sinceReference seconds: Double) -> PropertyListValue {
        let since1970 = seconds + secondsTo2001
        let isExact = (since1970 - secondsTo2001).bitPattern == seconds.bitPattern
        return isExact ? .date(since1970) : .referenceDate(seconds)
    }

    /// Returns a whole number, however large.
    public static func unsigned(exactly number: UInt64) -> PropertyListValue {
        Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
    }

    /// The size of the value in the limits of a store: the bytes of a text or of data, and the
    /// encoded bytes of all other types.
    public var contentCount: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .data(let bytes): bytes.count
        case .referenceDate(let seconds): PropertyListValue.date(seconds).encodedCount
        default: encodedCount
        }
    }
}
