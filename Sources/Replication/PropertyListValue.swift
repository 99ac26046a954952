/// A value that a property list can hold, nested as deep as ``maximumDepth``.
///
/// Two values are equal when they are written with the same bytes: two NaNs are equal, and 0.0 is
/// not -0.0, so that comparing records never calls a record changed that is not.
public enum PropertyListValue: Sendable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case data([UInt8])
    /// Seconds since 1970-01-01 00:00:00 UTC.
    case date(Double)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])

    /// How deep arrays and dictionaries may nest. Deeper values are refused, so that no value that
    /// arrives from elsewhere can exhaust the stack.
    public static let maximumDepth = 64
}

extension PropertyListValue: Hashable {
    public static func == (a: PropertyListValue, b: PropertyListValue) -> Bool {
        switch (a, b) {
        case (.string(let x), .string(let y)): x.utf8.elementsEqual(y.utf8)
        case (.integer(let x), .integer(let y)): x == y
        case (.real(let x), .real(let y)): x.bitPattern == y.bitPattern
        case (.boolean(let x), .boolean(let y)): x == y
        case (.data(let x), .data(let y)): x == y
        case (.date(let x), .date(let y)): x.bitPattern == y.bitPattern
        case (.array(let x), .array(let y)): x == y
        case (.dictionary(let x), .dictionary(let y)): areEqual(x, y)
        default: false
        }
    }

    /// Names of fields are compared as bytes too: a string of Swift equals its other spellings.
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
        case .real(let x), .date(let x): hasher.combine(x.bitPattern)
        case .boolean(let x): hasher.combine(x)
        case .data(let x): hasher.combine(x)
        case .array(let x): hasher.combine(x)
        case .dictionary(let x): hasher.combine(x)
        }
    }
}

extension PropertyListValue {
    /// The string, if it is one.
    public var string: String? { if case .string(let x) = self { x } else { nil } }
    /// The integer, if it is one.
    public var integer: Int64? { if case .integer(let x) = self { x } else { nil } }
    /// The elements, if it is an array.
    public var array: [PropertyListValue]? { if case .array(let x) = self { x } else { nil } }
    /// The fields, if it is a dictionary.
    public var dictionary: [String: PropertyListValue]? {
        if case .dictionary(let x) = self { x } else { nil }
    }
    /// Seconds since 1970, of a date.
    public var date: Double? { if case .date(let x) = self { x } else { nil } }
    /// The elements of an array that are strings.
    public var strings: [String] { array?.compactMap(\.string) ?? [] }
}
