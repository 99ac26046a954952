/// FNV-1a with 64 bits: a hash that is the same in all versions and on all machines, unlike Swift's
/// own hashes. Different contents may have the same hash, by chance or on purpose.
///
/// Source: http://www.isthe.com/chongo/tech/comp/fnv
package struct FNV1a: Sendable {
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    package init(_ text: String) { add(text.utf8) }

    package init(_ bytes: ArraySlice<UInt8>) { add(bytes) }

    package mutating func combine(_ text: String) { add(text.utf8) }

    package mutating func combine(_ bytes: ArraySlice<UInt8>) { add(bytes) }

    package mutating func combine(_ byte: UInt8) { add(CollectionOfOne(byte)) }

    private mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }

    /// The hash as sixteen hexadecimal digits.
    package var hexadecimal: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
