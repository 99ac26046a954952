extension String {
    /// With single spaces in place of any white space, and none at the ends, to be shown on one
    /// line.
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
    /// White space, or a mark of the order of bytes in the middle of a text.
    package var isBlank: Bool { properties.isWhitespace || value == 0xFEFF }
}
