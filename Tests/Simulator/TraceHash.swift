/// A hash of everything that happened in a simulated world, in order. The same seed must give the
/// same hash; otherwise the simulation depends on something besides the seed.
struct TraceHash: Sendable {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func combine(_ number: UInt64) {
        value = (value ^ number) &* 0x0000_0100_0000_01b3
        value ^= value &>> 29
    }

    mutating func combine(_ number: Int) { combine(UInt64(bitPattern: Int64(number))) }
    mutating func combine(_ number: Int64) { combine(UInt64(bitPattern: number)) }

    mutating func combine(_ bytes: [UInt8]) {
        for byte in bytes { combine(UInt64(byte)) }
    }
}
