/// The reason why bytes cannot be read: they were cut, damaged, or written by a newer Cloudy.
public struct DecodingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The item or value that was expected.
    public var reason: String
    /// The position of the error, in bytes from the start.
    public var offset: Int

    public var description: String { "\(reason) at byte \(offset)" }
}

/// Reads CBOR (RFC 8949) as ``CBORWriter`` writes it. It never traps and never reads past the end,
/// whatever the bytes are; its memory is bounded by their number.
struct CBORReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    /// Whether to accept values that no record contains directly: see ``ExactValues``.
    private let readsExact: Bool

    init(_ bytes: [UInt8], readsExact: Bool = false) {
        self.readsExact = readsExact
        self.bytes = bytes[...]
        position = 0
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    func failure(_ reason: String) -> DecodingError {
        DecodingError(reason: reason, offset: position)
    }

    private mutating func byte() throws(DecodingError) -> UInt8 {
        guard position < bytes.endIndex else { throw failure("the record ends too early") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func head() throws(DecodingError) -> (major: CBORWriter.Major, argument: UInt64) {
        let first = try byte()
        guard let major = CBORWriter.Major(rawValue: first >> 5) else {
            throw failure("no major type")
        }
        let low = first & 0x1f
        if low < 24 { return (major, UInt64(low)) }
        guard low <= 27 else { throw failure("an indefinite length") }
        var argument: UInt64 = 0
        for _ in 0..<(1 << (low - 24)) { argument = argument << 8 | UInt64(try byte()) }
        return (major, argument)
    }

    private mutating func expect(_ major: CBORWriter.Major, _ what: String) throws(DecodingError)
        -> UInt64
    {
        let (found, argument) = try head()
        guard found == major else { throw failure("expected \(what)") }
        return argument
    }

    mutating func unsigned() throws(DecodingError) -> UInt64 { try expect(.unsigned, "a number") }

    mutating func integer() throws(DecodingError) -> Int64 {
        let (major, argument) = try head()
        return try signed(major, argument)
    }

    private func signed(_ major: CBORWriter.Major, _ argument: UInt64) throws(DecodingError)
        -> Int64
    {
        guard argument <= UInt64(Int64.max) else { throw failure("a number out of range") }
        switch major {
        case .unsigned: return Int64(argument)
        case .negative: return -1 - Int64(argument)
        default: throw failure("expected a number")
        }
    }

    private mutating func octets(_ count: UInt64) throws(DecodingError) -> ArraySlice<UInt8> {
        guard count <= UInt64(bytes.endIndex - position) else {
            throw failure("a length beyond the end")
        }
        defer { position += Int(count) }
        return bytes[position..<position + Int(count)]
    }

    mutating func text() throws(DecodingError) -> String {
        try string(try expect(.text, "text"))
    }

    private mutating func string(_ count: UInt64) throws(DecodingError) -> String {
        guard let string = String(validating: try octets(count), as: UTF8.self) else {
            throw failure("text that is not UTF-8")
        }
        return string
    }

    /// Returns the number of elements of an array, each at least one byte long.
    mutating func array() throws(DecodingError) -> Int { try count(try expect(.array, "an array")) }

    mutating func map() throws(DecodingError) -> Int { try count(try expect(.map, "a map")) }

    private func count(_ argument: UInt64) throws(DecodingError) -> Int {
        guard argument <= UInt64(bytes.endIndex - position) else {
            throw failure("a count beyond the end")
        }
        return Int(argument)
    }

    private mutating func double() throws(DecodingError) -> Double {
        guard try byte() == 0xfb else { throw failure("expected a floating-point number") }
        var bits: UInt64 = 0
        for _ in 0..<8 { bits = bits << 8 | UInt64(try byte()) }
        return Double(bitPattern: bits)
    }

    /// Returns a value, or `nil` for null.
    mutating func value(depth: Int = 0) throws(DecodingError) -> PropertyListValue? {
        guard depth < PropertyListValue.maximumDepth else { throw failure("nested too deep") }
        let start = position
        let (major, argument) = try head()
        switch major {
        case .unsigned where readsExact: return .unsigned(exactly: argument)
        case .unsigned, .negative: return .integer(try signed(major, argument))
        case .text: return .string(try string(argument))
        case .data: return .data(Array(try octets(argument)))
        case .tag:
            switch argument {
            case 1: return .date(try double())
            case CBORWriter.referenceDateTag where readsExact:
                return .date(sinceReference: try double())
            default: throw failure("an unknown tag")
            }
        case .array:
            var elements: [PropertyListValue] = []
            for _ in 0..<(try count(argument)) { elements.append(try required(depth)) }
            return .array(elements)
        case .map:
            let count = try count(argument)
            // A damaged count must not reserve much.
            var fields = [String: PropertyListValue](minimumCapacity: min(count, 16))
            for _ in 0..<count {
                let key = try text()
                guard fields.updateValue(try required(depth), forKey: key) == nil else {
                    throw failure("a duplicate field")
                }
            }
            return .dictionary(fields)
        case .simple:
            position = start
            switch bytes[start] {
            case 0xf4, 0xf5:
                position += 1
                return .boolean(bytes[start] == 0xf5)
            case 0xf6:
                position += 1
                return nil
            default: return .real(try double())
            }
        }
    }

    private mutating func required(_ depth: Int) throws(DecodingError) -> PropertyListValue {
        guard let value = try value(depth: depth + 1) else { throw failure("null in a value") }
        return value
    }
}
