/// Follows JSON byte by byte, just enough to find the beginnings and ends of strings, arrays and
/// objects. It refuses too many of them before decoding: a decoder needs many bytes for each.
struct JSONOutline {
    /// The error for JSON with more levels or parts than any valid message.
    enum Excess: Error {
        case depth
        case parts
    }

    /// The most levels of a message.
    private static let mostDepth = 64

    private let mostParts: Int
    private(set) var depth = 0
    /// The number of values and members so far, or a little more.
    private(set) var parts = 0
    private(set) var isInString = false
    private var isEscaped = false

    init(mostParts: Int) { self.mostParts = mostParts }

    /// Whether only a quotation mark or a backslash has a meaning now.
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

    /// Takes the bytes of a piece one by one, but all bytes of a string at once.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws(Excess) {
        var index = 0
        while index < bytes.count {
            index = plainEnd(of: bytes, from: index)
            if index == bytes.count { break }
            try take(bytes[index])
            index += 1
        }
    }

    /// Returns the end of the bytes without a meaning.
    func plainEnd(of bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        guard isInPlainString else { return start }
        return bytes[start...].firstIndex {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
        } ?? bytes.count
    }
}
