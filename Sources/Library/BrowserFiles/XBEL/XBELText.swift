/// Cleans titles and URLs for a file.
enum XBELText {
    /// Returns a title on one line, without characters that XML cannot hold and without surrounding
    /// white space.
    static func title(_ text: String) -> String { trimmed(cleaned(text, blank: " ")) }

    /// Returns a URL without control characters, which browsers also drop.
    static func url(_ text: String) -> String { trimmed(cleaned(text, blank: nil)) }

    private static func cleaned(_ text: String, blank: Unicode.Scalar?) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0xEF }
        if isPlain { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 9, 10, 13: if let blank { result.append(blank) }
            case 0..<0x20, 0xFFFE, 0xFFFF: break
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Removes the white space at both ends that JavaScript's `trim` removes.
    static func trimmed(_ text: String) -> String {
        if let first = text.utf8.first, let last = text.utf8.last,
            0x21..<0x80 ~= first, 0x21..<0x80 ~= last
        {
            return text
        }
        let isBlank = { (scalar: Unicode.Scalar) in
            scalar.properties.isWhitespace || scalar.value == 0xFEFF
        }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Appends text with the five entities that floccus knows, and no others.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&apos;".utf8
            default: bytes.append(byte)
            }
        }
    }

    private static let references = ["amp;", "lt;", "gt;", "quot;", "apos;"].map { Array($0.utf8) }

    /// Returns a file's bytes for a strict parser: without the control characters that browsers
    /// leave in titles, and with unknown entities as plain text, as floccus reads them.
    static func mended(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 64)
        var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var end: [UInt8]?  // of the section in which references mean nothing
        while place < bytes.count {
            let byte = bytes[place]
            if byte < 0x20, byte != 9, byte != 10, byte != 13 {
                place += 1
                continue
            }
            if byte == 0xEF, bytes[place...].starts(with: [0xEF, 0xBF]), place + 2 < bytes.count,
                bytes[place + 2] >= 0xBE
            {
                place += 3
                continue
            }
            if let closing = end {
                if bytes[place...].starts(with: closing) { end = nil }
            } else if byte == UInt8(ascii: "<") {
                if bytes[place...].starts(with: "<![CDATA[".utf8) { end = Array("]]>".utf8) }
                if bytes[place...].starts(with: "<!--".utf8) { end = Array("-->".utf8) }
            } else if byte == UInt8(ascii: "&") {
                let rest = bytes[(place + 1)...]
                result.append(byte)
                if !references.contains(where: { rest.starts(with: $0) }) { result += "amp;".utf8 }
                place += 1
                continue
            }
            result.append(byte)
            place += 1
        }
        return result
    }
}
