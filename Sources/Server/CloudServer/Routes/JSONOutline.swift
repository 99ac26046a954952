/// Follows JSON byte by byte, as far as it takes to know where strings, arrays and objects begin
/// and end, and refuses more of them than there may be before anything is made of them: a decoder
/// makes many bytes of each.
struct JSONOutline {
    /// More than any message has.
    enum Excess: Error {
        case depth
        case parts
    }

    /// No message is deeper.
    private static let mostDepth = 64

    private let mostParts: Int
    private(set) var depth = 0
    /// How many values and members there were, or more.
    private(set) var parts = 0
    private(set) var isInString = false
    private var isEscaped = false

    init(mostParts: Int) { self.mostParts = mostParts }

    /// Whether only a quotation mark or a backslash means anything now.
    var isInPlainString: Bool { isInString && !isEscaped }

    mutating func take(_ byte: UInt8) throws(Excess) {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            depth += 1
            parts += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: ","), UInt8(ascii: ":"): parts += 1
        default: break
        }
        if depth > Self.mostDepth { throw .depth }
        if parts > mostParts { throw .parts }
    }

    /// Takes in the bytes of a piece one by one, but those inside of a string at once.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws(Excess) {
        var index = 0
        while index < bytes.count {
            index = plainEnd(of: bytes, from: index)
            if index == bytes.count { break }
            try take(bytes[index])
            index += 1
        }
    }

    /// Up to where nothing means anything.
    func plainEnd(of bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        guard isInPlainString else { return start }
        return bytes[start...].firstIndex {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
        } ?? bytes.count
    }
}
