/// Cleans addresses from files.
enum ImportedURL {
    /// Returns an address as browsers read it (https://url.spec.whatwg.org/#url-parsing): without
    /// surrounding blanks, and without the line breaks and tabs of a wrapped address; other control
    /// characters are written as in `%1B`.
    static func cleaned(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text.trimmed }
        var bytes = Array(text.utf8)[...]
        while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        var result: [UInt8] = []
        for byte in bytes where byte != 0x09 && byte != 0x0A && byte != 0x0D {
            if byte < 0x20 || byte == 0x7F {
                let digits = Array("0123456789ABCDEF".utf8)
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                result.append(byte)
            }
        }
        return result.string.trimmed
    }
}
