/// A note from one machine to the others: its writer, its number, and its time.
struct Note: Sendable, Equatable {
    /// The number of the machine that wrote it.
    var writer: UInt32
    /// The number of the note, from 1 for the first of this machine.
    var number: UInt32
    /// The time when the note was due, by ``nanoseconds()``.
    var time: Int64

    /// About the length of a bookmark's record.
    private static let length = 300

    init(writer: UInt32, number: UInt32, time: Int64) {
        self.writer = writer
        self.number = number
        self.time = time
    }

    /// Reads ``bytes``; `nil` for anything else.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        var rest = bytes.makeIterator()
        func number(_ count: Int) -> UInt64 {
            (0..<count).reduce(0) { value, _ in value << 8 | UInt64(rest.next() ?? 0) }
        }
        writer = UInt32(truncatingIfNeeded: number(4))
        self.number = UInt32(truncatingIfNeeded: number(4))
        time = Int64(bitPattern: number(8))
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.length)
        for shift in stride(from: 24, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: writer >> UInt32(shift)))
        }
        for shift in stride(from: 24, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
        }
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: time >> Int64(shift)))
        }
        // The padding is not zeros, which some servers would compress.
        while bytes.count < Self.length {
            bytes.append(UInt8(truncatingIfNeeded: bytes.count &* 167 &+ Int(number)))
        }
        return bytes
    }
}
