// Reading 100,000 short rows costs SQLite 20 ms, most of it spent between the rows. So the folded
// text of 32 bookmarks at a time is in one row, where a word is looked for at once:
//
//     slot length text  slot length text …
//
// `slot` is a byte, the bookmark's number modulo 32; `length` is that of the text, four bytes with
// the lowest first. Texts stand in no order.

/// The folded text of up to 32 bookmarks with neighbouring numbers.
struct SearchChunk {
    /// How many bookmarks share a chunk; about as many as fit into a page of the database.
    static let size: Int64 = 32
    private static let header = 5

    private(set) var bytes: [UInt8]

    /// Which chunk the bookmark with a number is in.
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

    /// Calls `body` with each slot that is taken, and where its text is.
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
