// Records are written as deterministically encoded CBOR (RFC 8949 §4.2.1: definite lengths,
// shortest integers, map keys in the order of their bytes), so that equal records have equal bytes.
// One exception: a floating-point number always takes eight bytes, since nothing here needs the
// shorter forms.

/// Writes CBOR (RFC 8949) deterministically.
struct CBORWriter {
    var bytes: [UInt8] = []
    /// Collects the values that earlier versions cannot read. The nearest readable value is written
    /// in their place. If `nil`, values are written exactly. See ``ExactValues``.
    var exact: ExactValues?

    init(approximating: Bool = false) {
        if approximating { exact = ExactValues() }
        // Enough for most records: a growing array is copied each time.
        bytes.reserveCapacity(256)
    }

    enum Major: UInt8 {
        case unsigned = 0
        case negative, data, text, array, map, tag, simple
    }

    mutating func head(_ major: Major, _ argument: UInt64) {
        let top = major.rawValue << 5
        switch argument {
        case 0..<24:
            bytes.append(top | UInt8(argument))
        case 24...0xff:
            bytes.append(top | 24)
            bytes.append(UInt8(argument))
        case 0x100...0xffff:
            bytes.append(top | 25)
            bigEndian(argument, count: 2)
        case 0x1_0000...0xffff_ffff:
            bytes.append(top | 26)
            bigEndian(argument, count: 4)
        default:
            bytes.append(top | 27)
            bigEndian(argument, count: 8)
        }
    }

    /// Returns the number of bytes that ``head(_:_:)`` writes.
    static func headCount(_ argument: UInt64) -> Int {
        switch argument {
        case 0..<24: 1
        case 24...0xff: 2
        case 0x100...0xffff: 3
        case 0x1_0000...0xffff_ffff: 5
        default: 9
        }
    }

    /// Returns the number of bytes that ``text(_:)`` writes.
    static func textCount(_ text: String) -> Int {
        headCount(UInt64(text.utf8.count)) + text.utf8.count
    }

    private mutating func bigEndian(_ value: UInt64, count: Int) {
        for shift in stride(from: (count - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }

    mutating func unsigned(_ value: UInt64) { head(.unsigned, value) }

    mutating func integer(_ value: Int64) {
        value >= 0 ? head(.unsigned, UInt64(value)) : head(.negative, UInt64(-1 - value))
    }

    mutating func text(_ value: String) {
        head(.text, UInt64(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    mutating func data(_ value: [UInt8]) {
        head(.data, UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    mutating func double(_ value: Double) {
        bytes.append(0xfb)
        bigEndian(value.bitPattern, count: 8)
    }

    mutating func boolean(_ value: Bool) { bytes.append(value ? 0xf5 : 0xf4) }

    mutating func null() { bytes.append(0xf6) }

    mutating func value(_ value: PropertyListValue) {
        switch value {
        case .string(let string): text(string)
        case .integer(let number): integer(number)
        case .unsigned(let number):
            if exact == nil { return head(.unsigned, number) }
            exact?.note(value)
            double(Double(number))
        case .real(let number):
            exact?.place += 1
            double(number)
        case .boolean(let flag): boolean(flag)
        case .data(let octets): data(octets)
        case .date(let seconds):
            exact?.place += 1
            head(.tag, 1)
            double(seconds)
        case .referenceDate(let seconds):
            if exact == nil {
                head(.tag, Self.referenceDateTag)
                return double(seconds)
            }
            exact?.note(value)
            head(.tag, 1)
            double(value.date ?? seconds)
        case .array(let elements):
            head(.array, UInt64(elements.count))
            for element in elements { self.value(element) }
        case .dictionary(let fields):
            head(.map, UInt64(fields.count))
            for (key, field) in fields.sorted(by: { Self.precedes($0.key, $1.key) }) {
                text(key)
                self.value(field)
            }
        }
    }

    /// A private tag, for values that no other version reads: `2001` in ASCII.
    static let referenceDateTag: UInt64 = 0x3230_3031

    /// Orders map keys by their encoded bytes, which begin with the length.
    static func precedes(_ a: String, _ b: String) -> Bool {
        let (x, y) = (a.utf8, b.utf8)
        return x.count != y.count ? x.count < y.count : x.lexicographicallyPrecedes(y)
    }
}
