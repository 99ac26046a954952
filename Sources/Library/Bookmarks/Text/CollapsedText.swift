extension String {
    /// The text on one line: without white space at the ends, and with single spaces in between.
    package var collapsed: String {
        var previous: UInt8 = 0x20
        let isPlain = utf8.allSatisfy { byte in
            defer { previous = byte }
            return byte > 0x20 ? byte < 0x7F : byte == 0x20 && previous != 0x20
        }
        if isPlain && previous != 0x20 { return self }
        return unicodeScalars.split { $0.isBlank || $0.properties.generalCategory == .control }
            .map { String($0) }.joined(separator: " ")
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is white space or a byte order mark.
    package var isBlank: Bool { properties.isWhitespace || value == 0xFEFF }
}
