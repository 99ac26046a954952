import Bookmarks

extension String {
    /// The text without white space at both ends.
    var trimmed: String { String(trimmedPart) }

    private var trimmedPart: Substring {
        let bytes = utf8
        if let first = bytes.first, let last = bytes.last, first > 0x20 && first < 0x80,
            last > 0x20 && last < 0x80
        {
            return self[...]
        }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.isBlank }),
            let last = scalars.lastIndex(where: { !$0.isBlank })
        else { return "" }
        return Substring(scalars[first...last])
    }

    /// The text without blank lines at both ends, and without blanks at the ends of lines.
    var withoutLooseEnds: String {
        if !utf8.contains(UInt8(ascii: "\n")), last?.isWhitespace != true { return self }
        var lines = split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { line in line.lastIndex { !$0.isWhitespace }.map { line[...$0] } ?? "" }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }
}

/// Compares ASCII bytes.
enum ASCII {
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    /// Whether a byte is a control character that no text has: line and page breaks, tabs and
    /// escapes are allowed.
    static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && !isBlank(byte) && byte != 0x1B
    }
    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
    /// Whether bytes, in lower case, equal a text.
    static func isLowercased(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        guard bytes.count == text.utf8.count else { return false }
        var place = bytes.startIndex
        for wanted in text.utf8 {
            if lowercased(bytes[place]) != wanted { return false }
            place += 1
        }
        return true
    }
    /// Whether two texts differ only in the case of letters.
    static func isSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count
            && zip(one.utf8, other.utf8).allSatisfy { lowercased($0) == lowercased($1) }
    }
}

extension Collection where Element == UInt8 {
    var string: String { String(decoding: self, as: UTF8.self) }
}
