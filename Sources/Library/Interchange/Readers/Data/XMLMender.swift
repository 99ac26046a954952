/// Repairs XML of programs that do not escape texts: lone `&`, HTML entities, quotes in attributes,
/// blank lines before the declaration.
///
/// It reads each byte once and keeps all line breaks. Valid XML stays as it is, except comments and
/// the declaration, which become blanks.
struct XMLMender {
    private let bytes: [UInt8]
    private var place = 0
    private var result: [UInt8] = []

    static func mended(_ bytes: [UInt8]) -> [UInt8] {
        var mender = XMLMender(bytes: bytes)
        mender.result.reserveCapacity(bytes.count + bytes.count / 16)
        mender.run()
        return mender.result
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func run() {
        while place < bytes.count {
            if bytes[place] != UInt8(ascii: "<") {
                copyCharacter()
            } else if starts(with: "<!--") {
                blankOut(until: "-->")
            } else if starts(with: "<![CDATA[") {
                copy(until: "]]>")
            } else if starts(with: "<?xml ") || starts(with: "<?xml\t") {
                blankOut(until: "?>")
            } else if starts(with: "<?") {
                copy(until: "?>")
            } else if starts(with: "<!") {
                copyDeclaration()
            } else if let next = byte(after: 1),
                ASCII.isLetter(next) || "/_:".utf8.contains(next) || next > 0x7F
            {
                mendTag()
            } else {
                result += "&lt;".utf8
                place += 1
            }
        }
    }

    private func byte(after count: Int) -> UInt8? {
        place + count < bytes.count ? bytes[place + count] : nil
    }

    private func starts(with text: StaticString) -> Bool {
        let end = place + text.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(bytes[place..<end]) }
    }

    /// Returns the place after the next `mark`, or the end.
    private func end(of mark: StaticString) -> Int {
        let count = mark.utf8CodeUnitCount
        return mark.withUTF8Buffer { mark in
            var index = place + 1
            while index + count <= bytes.count {
                if bytes[index] == mark[0], mark.elementsEqual(bytes[index..<index + count]) {
                    return index + count
                }
                index += 1
            }
            return bytes.count
        }
    }

    private mutating func copy(until mark: StaticString) {
        let end = end(of: mark)
        result += bytes[place..<end]
        place = end
    }

    private mutating func blankOut(until mark: StaticString) {
        let end = end(of: mark)
        for byte in bytes[place..<end] { result.append(byte == 0x0A ? 0x0A : 0x20) }
        place = end
    }

    /// Copies a declaration with everything in its brackets. Expat refuses entity declarations.
    private mutating func copyDeclaration() {
        var depth = 0
        while place < bytes.count {
            let byte = bytes[place]
            result.append(byte)
            place += 1
            if byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "]") { depth -= 1 }
            if byte == UInt8(ascii: ">"), depth <= 0 { return }
        }
    }

    private mutating func mendTag() {
        var quote: UInt8?
        result.append(bytes[place])
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            if let open = quote {
                if byte == open, endsValue() {
                    quote = nil
                    result.append(byte)
                    place += 1
                } else if byte == open {
                    result += (byte == UInt8(ascii: "'") ? "&#39;" : "&quot;").utf8
                    place += 1
                } else if byte == UInt8(ascii: "<") {
                    result += "&lt;".utf8
                    place += 1
                } else {
                    copyCharacter()
                }
                continue
            }
            result.append(byte)
            place += 1
            if byte == UInt8(ascii: ">") { return }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        }
    }

    /// Whether the quote here ends an attribute's value: another attribute or the end of the tag
    /// follows.
    private func endsValue() -> Bool {
        var index = place + 1
        while index < bytes.count, ASCII.isBlank(bytes[index]) { index += 1 }
        guard index < bytes.count else { return true }
        if bytes[index] == UInt8(ascii: ">") { return true }
        if bytes[index] == UInt8(ascii: "/") {
            return index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: ">")
        }
        let start = index
        while index < bytes.count, index - start < Self.longestName,
            ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) || bytes[index] > 0x7F
                || "_:.-".utf8.contains(bytes[index])
        { index += 1 }
        guard index > start else { return false }
        while index < bytes.count, ASCII.isBlank(bytes[index]) { index += 1 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return false }
        index += 1
        while index < bytes.count, ASCII.isBlank(bytes[index]) { index += 1 }
        return index < bytes.count
            && (bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'"))
    }

    private static let longestName = 200

    /// Copies a character; one that XML cannot hold becomes U+FFFD.
    private mutating func copyCharacter() {
        let byte = bytes[place]
        if byte == UInt8(ascii: "&") { return mendEntity() }
        place += 1
        if byte < 0x20, !ASCII.isBlank(byte) || byte == 0x0B || byte == 0x0C {
            result += "\u{FFFD}".utf8
        } else {
            result.append(byte)
        }
    }

    private mutating func mendEntity() {
        let name = bytes[(place + 1)...].prefix(Self.longestEntity).prefix {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "#")
        }
        let end = name.endIndex
        guard !name.isEmpty, end < bytes.count, bytes[end] == UInt8(ascii: ";") else {
            result += "&amp;".utf8
            place += 1
            return
        }
        if Self.own.contains(name.string) || isCharacter(name) {
            result += bytes[place...end]
        } else if name.first == UInt8(ascii: "#") {
            result += "\u{FFFD}".utf8
        } else {
            let text = HTMLEntities.decoded(bytes[place...end])
            let isKnown = text != bytes[place...end].string
            result += (isKnown ? MarkupText.escaped(text) : "&amp;\(name.string);").utf8
        }
        place = end + 1
    }

    private static let longestEntity = 40
    /// The entities that XML defines.
    private static let own: Set<String> = ["amp", "lt", "gt", "quot", "apos"]

    /// Whether a number stands for a character that XML can hold.
    private func isCharacter(_ name: ArraySlice<UInt8>) -> Bool {
        guard name.first == UInt8(ascii: "#") else { return false }
        let digits = name.dropFirst()
        let value =
            digits.first == UInt8(ascii: "x")
            ? UInt32(digits.dropFirst().string, radix: 16) : UInt32(digits.string)
        guard let value, let scalar = Unicode.Scalar(value) else { return false }
        return scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
            || [9, 10, 13].contains(scalar.value)
    }
}
