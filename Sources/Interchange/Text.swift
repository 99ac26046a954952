extension String {
    /// Without white space at both ends.
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

    /// With single spaces in place of any white space, and none at the ends: what is shown on one
    /// line.
    var collapsed: String {
        var previous: UInt8 = 0x20
        let isPlain = utf8.allSatisfy { byte in
            defer { previous = byte }
            return byte > 0x20 ? byte < 0x7F : byte == 0x20 && previous != 0x20
        }
        if isPlain && previous != 0x20 { return self }
        return unicodeScalars.split { $0.isBlank || $0.properties.generalCategory == .control }
            .map { String($0) }.joined(separator: " ")
    }

    /// Without blank lines before and after, and without blanks that end a line.
    var withoutLooseEnds: String {
        var lines = split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { line in line.lastIndex { !$0.isWhitespace }.map { line[...$0] } ?? "" }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    /// White space, or a mark of the order of bytes in the middle of a text.
    var isBlank: Bool { properties.isWhitespace || value == 0xFEFF }
}

/// Compares bytes of ASCII.
enum ASCII {
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}

extension Collection where Element == UInt8 {
    var string: String { String(decoding: self, as: UTF8.self) }
}
