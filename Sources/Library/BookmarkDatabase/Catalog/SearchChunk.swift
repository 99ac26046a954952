// Reading 100,000 short rows costs SQLite 20 ms, most of it spent between the rows. So one row has
// the folded text of 32 bookmarks, which is searched at once:
//
//     slot length text  slot length text …
//
// `slot` is a byte, the bookmark's number modulo 32; `length` is the length of the text, four bytes
// in little-endian order. The order of the texts does not matter.

/// The folded text of up to 32 bookmarks with neighbouring numbers.
struct SearchChunk {
    /// The number of bookmarks that share a chunk, so that it fits roughly into a page of the
    /// database.
    static let size: Int64 = 32
    private static let header = 5

    private(set) var bytes: [UInt8]

    /// Returns the chunk of the bookmark with a number.
    static func chunk(of number: Int64) -> Int64 { number >> 5 }

    /// Sets or, with `nil`, removes the text of the bookmark with a number.
    mutating func set(_ text: [UInt8]?, for number: Int64) {
        let slot = UInt8(truncatingIfNeeded: number & (Self.size - 1))
        var old: Range<Int>?
        bytes.withUnsafeBytes { bytes in
            Self.forEachText(in: bytes) { if $0 == slot { old = $1 } }
        }
        if let old { bytes.removeSubrange((old.lowerBound - Self.header)..<old.upperBound) }
        guard let text else { return }
        bytes.append(slot)
        for shift in stride(from: 0, to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: text.count >> shift))
        }
        bytes += text
    }

    /// Calls `body` with each used slot and the range of its text.
    static func forEachText(
        in bytes: UnsafeRawBufferPointer, _ body: (UInt8, Range<Int>) -> Void
    ) {
        var start = 0
        while start + header <= bytes.count {
            let length = bytes.loadUnaligned(fromByteOffset: start + 1, as: UInt32.self)
            let text = start + header
            let end = min(text + Int(UInt32(littleEndian: length)), bytes.count)
            body(bytes[start], text..<end)
            start = end
        }
    }
}
