/// Reads JSON (RFC 8259) from a stranger, in time that grows only with its length.
///
/// A Foundation decoder tries each type in turn, and for each failure notes the whole path to the
/// value: a megabyte of small, deeply nested arrays takes it many minutes.
struct JSONReader {
    /// The error for a text that is not JSON, or is nested too deep.
    struct Fault: Error {}

    /// The greatest depth to which values may nest. No message of a client has more than three
    /// levels.
    private static let deepest = 64

    private var rest: ArraySlice<UInt8>

    /// Returns the value of a JSON text.
    static func value(_ bytes: [UInt8]) throws(Fault) -> JSONValue {
        var reader = JSONReader(rest: bytes[...])
        // Some editors begin a file with a byte order mark.
        if reader.rest.starts(with: [0xEF, 0xBB, 0xBF]) { reader.rest.removeFirst(3) }
        let value = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.rest.isEmpty else { throw Fault() }
        return value
    }

    private mutating func skipBlanks() {
        rest = rest.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first.map({ Unicode.Scalar($0) }) == sign else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func value(depth: Int) throws(Fault) -> JSONValue {
        guard depth < Self.deepest else { throw Fault() }
        skipBlanks()
        switch rest.first {
        case UInt8(ascii: "{"): return .object(try object(depth))
        case UInt8(ascii: "["): return .array(try array(depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ text: String, _ value: JSONValue) throws(Fault) -> JSONValue {
        guard rest.starts(with: text.utf8) else { throw Fault() }
        rest.removeFirst(text.utf8.count)
        return value
    }

    private mutating func array(_ depth: Int) throws(Fault) -> [JSONValue] {
        rest.removeFirst()
        skipBlanks()
        if take("]") { return [] }
        var elements: [JSONValue] = []
        while true {
            elements.append(try value(depth: depth + 1))
            skipBlanks()
            if take("]") { return elements }
            guard take(",") else { throw Fault() }
        }
    }

    /// Reads an object. If a name occurs more than once, the last one counts.
    private mutating func object(_ depth: Int) throws(Fault) -> [String: JSONValue] {
        rest.removeFirst()
        skipBlanks()
        if take("}") { return [:] }
        var members: [String: JSONValue] = [:]
        while true {
            skipBlanks()
            guard rest.first == UInt8(ascii: "\"") else { throw Fault() }
            let name = try string()
            skipBlanks()
            guard take(":") else { throw Fault() }
            members[name] = try value(depth: depth + 1)
            skipBlanks()
            if take("}") { return members }
            guard take(",") else { throw Fault() }
        }
    }

    private mutating func number() throws(Fault) -> JSONValue {
        let start = rest
        _ = take("-")
        let whole = digits()
        guard whole > 0, whole == 1 || start.first(where: { $0 != 0x2D }) != UInt8(ascii: "0")
        else { throw Fault() }
        var isWhole = true
        if take(".") {
            isWhole = false
            guard digits() > 0 else { throw Fault() }
        }
        if take("e") || take("E") {
            isWhole = false
            if !take("+") { _ = take("-") }
            guard digits() > 0 else { throw Fault() }
        }
        let text = String(decoding: start[..<rest.startIndex], as: UTF8.self)
        if isWhole, let integer = Int(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw Fault() }
        return .number(number)
    }

    private mutating func digits() -> Int {
        let count = rest.prefix { (0x30...0x39).contains($0) }.count
        rest.removeFirst(count)
        return count
    }

    // MARK: Strings

    private mutating func string() throws(Fault) -> String {
        rest.removeFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: bytes, as: UTF8.self) else { throw Fault() }
                return text
            case UInt8(ascii: "\\"): bytes += try escaped()
            case 0..<0x20: throw Fault()
            default: bytes.append(byte)
            }
        }
        throw Fault()
    }

    private mutating func escaped() throws(Fault) -> [UInt8] {
        switch rest.popFirst().map({ Unicode.Scalar($0) }) {
        case "\""?: return [0x22]
        case "\\"?: return [0x5C]
        case "/"?: return [0x2F]
        case "b"?: return [0x08]
        case "f"?: return [0x0C]
        case "n"?: return [0x0A]
        case "r"?: return [0x0D]
        case "t"?: return [0x09]
        case "u"?:
            var code = try unit()
            // A character above U+FFFF is written as two surrogates; a single one is invalid.
            if (0xD800...0xDBFF).contains(code) {
                guard take("\\"), take("u") else { throw Fault() }
                let low = try unit()
                guard (0xDC00...0xDFFF).contains(low) else { throw Fault() }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw Fault() }
            return Array(String(scalar).utf8)
        default: throw Fault()
        }
    }

    private mutating func unit() throws(Fault) -> UInt32 {
        let text = String(decoding: rest.prefix(4), as: UTF8.self)
        guard text.utf8.count == 4, text.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
            let code = UInt32(text, radix: 16)
        else { throw Fault() }
        rest.removeFirst(4)
        return code
    }
}
