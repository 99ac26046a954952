/// Decodes HTML entities, by the rules of its standard.
enum HTMLEntities {
    /// The context of a text. In an attribute, `&copy=2` is part of an address.
    enum Place { case text, attribute }

    /// Returns a text with its entities replaced. Other text stays as it is.
    static func decoded(_ bytes: ArraySlice<UInt8>, in place: Place = .text) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return bytes.string }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "&"),
                let (text, end) = entity(bytes[index...].dropFirst(), place)
            {
                result += text.utf8
                index = end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result.string
    }

    /// Returns the text of a named or numbered entity, and its end.
    private static func entity(_ rest: ArraySlice<UInt8>, _ place: Place) -> (String, Int)? {
        if rest.first == UInt8(ascii: "#") { return numbered(rest.dropFirst()) }
        let name = rest.prefix(HTMLEntityNames.longest).prefix(while: isNamePart)
        if name.isEmpty { return nil }
        if name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ";"),
            let text = usual(name) ?? HTMLEntityNames[name.string]?.text
        {
            return (text, name.endIndex + 1)
        }
        var length = min(name.count, HTMLEntityNames.longestWithoutSemicolon)
        while length > 1 {
            let part = name.prefix(length)
            if let entity = HTMLEntityNames[part.string], entity.needsNoSemicolon {
                let next = part.endIndex < rest.endIndex ? rest[part.endIndex] : 0
                let isAddress = isNamePart(next) || next == UInt8(ascii: "=")
                return place == .attribute && isAddress ? nil : (entity.text, part.endIndex)
            }
            length -= 1
        }
        return nil
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte)
    }

    /// Returns the most common entities, without building the table of all.
    private static func usual(_ name: ArraySlice<UInt8>) -> String? {
        switch name.string {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        default: nil
        }
    }

    private static func numbered(_ rest: ArraySlice<UInt8>) -> (String, Int)? {
        let isHexadecimal = rest.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let body = isHexadecimal ? rest.dropFirst() : rest
        let digits = body.prefix {
            ASCII.isDigit($0) || isHexadecimal && 0x61...0x66 ~= $0 | 0x20
        }
        if digits.isEmpty { return nil }
        let hasSemicolon =
            digits.endIndex < rest.endIndex && rest[digits.endIndex] == UInt8(ascii: ";")
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        let value = UInt32(significant.prefix(8).string, radix: isHexadecimal ? 16 : 10) ?? 0
        let scalar = significant.count > 8 ? "\u{FFFD}" : scalar(value)
        return (String(Character(scalar)), digits.endIndex + (hasSemicolon ? 1 : 0))
    }

    /// Returns the character with a number. Numbers of control characters mean the characters of
    /// Windows-1252.
    private static func scalar(_ value: UInt32) -> Unicode.Scalar {
        if value == 0 { return "\u{FFFD}" }
        if 0x80..<0xA0 ~= value { return SourceText.windows(UInt8(value)) }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}
