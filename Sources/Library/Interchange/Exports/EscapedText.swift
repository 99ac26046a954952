/// Text of ASCII bytes in which escape sequences switch the meaning of the bytes that follow.
struct EscapedText {
    private enum Mode { case ascii, roman, katakana, pairs }

    private let isHZ: Bool

    static let iso2022jp = EscapedText(isHZ: false)
    static let hz = EscapedText(isHZ: true)

    private static let escapes: [(sign: [UInt8], mode: Mode)] = [
        (Array("\u{1B}(B".utf8), .ascii), (Array("\u{1B}(J".utf8), .roman),
        (Array("\u{1B}(I".utf8), .katakana), (Array("\u{1B}$@".utf8), .pairs),
        (Array("\u{1B}$B".utf8), .pairs),
    ]
    private static let escapesOfHZ: [(sign: [UInt8], mode: Mode)] = [
        (Array("~{".utf8), .pairs), (Array("~}".utf8), .ascii),
    ]

    /// Whether a text contains one of the escape sequences.
    func hasEscapes(in bytes: [UInt8]) -> Bool {
        let start = UInt8(isHZ ? 0x7E : 0x1B)
        return bytes.indices.contains { bytes[$0] == start && escape(bytes, $0) != nil }
    }

    private func escape(_ bytes: [UInt8], _ place: Int) -> (sign: [UInt8], mode: Mode)? {
        (isHZ ? Self.escapesOfHZ : Self.escapes).first { bytes[place...].starts(with: $0.sign) }
    }

    func utf8(_ bytes: [UInt8]) throws(MissingConverter) -> [UInt8] {
        var result: [UInt8] = []
        var mode = Mode.ascii
        var pairs: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte == 0x1B || isHZ && byte == 0x7E, let (sign, next) = escape(bytes, place) {
                try append(&pairs, to: &result)
                mode = next
                place += sign.count
                continue
            }
            let isPair = mode == .pairs && 0x21...0x7E ~= byte
            if isPair, place + 1 < bytes.count, 0x21...0x7E ~= bytes[place + 1] {
                pairs += pair(byte, bytes[place + 1])
                place += 2
                continue
            }
            try append(&pairs, to: &result)
            // A truncated character must not spoil the rest of the file.
            if byte == 0x0A { mode = .ascii }
            result += isPair ? Array("\u{FFFD}".utf8) : single(byte, mode)
            place += 1
        }
        try append(&pairs, to: &result)
        return result
    }

    /// Returns two bytes in the form of another set that the system converts.
    private func pair(_ first: UInt8, _ second: UInt8) -> [UInt8] {
        if isHZ { return [first | 0x80, second | 0x80] }
        let row = (first - 0x21) / 2 + (first <= 0x5E ? 0x81 : 0xC1)
        let isOdd = first % 2 == 1
        return [row, isOdd ? second + (second >= 0x60 ? 0x20 : 0x1F) : second + 0x7E]
    }

    private func append(
        _ pairs: inout [UInt8], to result: inout [UInt8]
    ) throws(MissingConverter) {
        if pairs.isEmpty { return }
        result += try (isHZ ? MultibyteText.gb18030 : .shiftJIS).utf8(pairs)
        pairs = []
    }

    private func single(_ byte: UInt8, _ mode: Mode) -> [UInt8] {
        switch (mode, byte) {
        case (_, 0x80...): Array("\u{FFFD}".utf8)
        case (.roman, 0x5C): Array("¥".utf8)
        case (.roman, 0x7E): Array("‾".utf8)
        case (.katakana, 0x21...0x5F):
            Array(String(Unicode.Scalar(UInt32(byte) + 0xFF40) ?? "\u{FFFD}").utf8)
        default: [byte]
        }
    }
}
