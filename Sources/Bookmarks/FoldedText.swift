/// Text folded for searching and sorting: lower case, as UTF-8, without the byte 0.
///
/// Folding goes scalar by scalar, so that the folding of a whole always contains the foldings of
/// its parts; that is what makes searching in folded bytes right. For the same reason the final
/// sigma ς folds to σ. U+0000 folds to U+0001, which leaves 0 free to end fields.
enum FoldedText {
    /// Appends the folding of `text` to `bytes`.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        let wasContiguous: Void? = text.utf8.withContiguousStorageIfAvailable {
            bytes.append(contentsOf: $0)
        }
        if wasContiguous == nil { bytes.append(contentsOf: text.utf8) }
        if !foldASCII(&bytes, from: start) {
            bytes.removeSubrange(start...)
            for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
        }
    }

    static func bytes(of text: some StringProtocol) -> [UInt8] {
        var bytes: [UInt8] = []
        append(String(text), to: &bytes)
        return bytes
    }

    /// Folds the ASCII bytes from `start` on in place, and says whether there were no others.
    ///
    /// One loop without branches, which the compiler turns into vector instructions: nearly all
    /// text is ASCII, and a list of 100,000 bookmarks is folded when it opens.
    private static func foldASCII(_ bytes: inout [UInt8], from start: Int) -> Bool {
        bytes.withUnsafeMutableBufferPointer { buffer in
            var seen: UInt8 = 0
            for index in start..<buffer.count {
                let byte = buffer[index]
                seen |= byte
                let isUpper: UInt8 = byte &- 0x41 < 26 ? 0x20 : 0
                let isZero: UInt8 = byte == 0 ? 1 : 0
                buffer[index] = byte | isUpper | isZero
            }
            return seen < 0x80
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar.value {
        case 0: bytes.append(1)
        case 0x41...0x5A: bytes.append(UInt8(scalar.value) | 0x20)
        case ..<0x80: bytes.append(UInt8(scalar.value))
        case 0x80..<0x800 where twoByteFoldings[Int(scalar.value) - 0x80] != 0:
            // Both stay in the two-byte part of UTF-8.
            let folded = UInt32(twoByteFoldings[Int(scalar.value) - 0x80])
            bytes.append(UInt8(0xC0 | folded >> 6))
            bytes.append(UInt8(0x80 | folded & 0x3F))
        case 0x0800..<0x10A0, 0x2E80..<0xA640, 0xAC00..<0xFF00, 0x1F000...:
            // South and East Asian scripts and emoji have no case: spare them the lookup.
            bytes.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
        default:
            bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
        }
    }

    /// The foldings of U+0080 to U+07FF (accented Latin, Greek, Cyrillic, Armenian, Hebrew,
    /// Arabic), or 0 where the folding isn't one scalar of the same range.
    private static let twoByteFoldings: [UInt16] = (0x80..<0x800).map { value in
        guard let scalar = Unicode.Scalar(UInt32(value)), value != 0x3C2 else { return 0x3C3 }
        let folded = scalar.properties.lowercaseMapping.unicodeScalars
        guard folded.count == 1, let only = folded.first, (0x80..<0x800).contains(only.value)
        else { return 0 }
        return UInt16(only.value)
    }
}
