import Bookmarks
import FoundationEssentials
import Replication

// PropertyListEncoder first builds a tree of everything and then a text of the whole tree: 1.3 s
// and hundreds of megabytes for 100,000 bookmarks. This writer puts bytes straight into a buffer
// that is handed on whenever it is full. It takes a quarter of the time, 0.3 s with the file, and
// a long list needs no more memory than a short one.

/// Writes an XML property list, piece by piece.
struct PropertyListWriter {
    private var buffer: [UInt8] = []
    private let flush: ([UInt8]) throws -> Void
    private var indentation = 0

    /// - Parameter flush: receives the bytes, 64 KB or more at a time.
    init(flush: @escaping ([UInt8]) throws -> Void) {
        self.flush = flush
        buffer.reserveCapacity(Self.flushThreshold + 4096)
        append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """)
    }

    /// Ends the property list and flushes the remaining bytes.
    mutating func finish() throws {
        append("</plist>\n")
        try flush(buffer)
        buffer = []
    }

    mutating func begin(_ element: StaticString) {
        indent()
        append("<")
        append(element)
        append(">\n")
        indentation += 1
    }

    /// Ends an array or a dictionary, and flushes the bytes if they are many.
    mutating func end(_ element: StaticString) throws {
        indentation -= 1
        indent()
        append("</")
        append(element)
        append(">\n")
        try flushIfFull()
    }

    private mutating func flushIfFull() throws {
        guard buffer.count >= Self.flushThreshold else { return }
        try flush(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    mutating func key(_ key: String) { element("key", key) }

    mutating func key(_ key: StaticString) {
        indent()
        append("<key>")
        append(key)
        append("</key>\n")
    }

    mutating func string(_ text: String) { element("string", text) }

    /// Writes a date, given in seconds since 1970; property lists have whole seconds.
    mutating func date(_ time: Double) {
        indent()
        append("<date>")
        buffer.append(contentsOf: CalendarTime(time).extended)
        append("</date>\n")
    }

    /// Writes any value. Keys of dictionaries are sorted, so that equal values make equal files.
    mutating func value(_ value: PropertyListValue) throws {
        switch value {
        case .string(let text): string(text)
        case .integer(let number): element("integer", String(number))
        case .unsigned(let number): element("integer", String(number))
        case .real(let number): element("real", String(number))
        case .boolean(let truth):
            indent()
            append(truth ? "<true/>\n" : "<false/>\n")
        case .data(let bytes): element("data", Data(bytes).base64EncodedString())
        case .date, .referenceDate: date(value.date ?? 0)
        case .array(let values):
            begin("array")
            for value in values { try self.value(value) }
            try end("array")
        case .dictionary(let fields):
            begin("dict")
            for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
                self.key(key)
                try self.value(value)
            }
            try end("dict")
        }
    }

    private static let flushThreshold = 65_536

    private mutating func element(_ name: StaticString, _ text: String) {
        indent()
        append("<")
        append(name)
        append(">")
        appendEscaped(text)
        append("</")
        append(name)
        append(">\n")
    }

    private mutating func indent() {
        if indentation > 0 {
            buffer.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: indentation))
        }
    }

    private mutating func append(_ text: StaticString) {
        buffer.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func appendEscaped(_ text: String) {
        let wasPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
            guard Self.isPlain(bytes) else { return false }
            buffer.append(contentsOf: bytes)
            return true
        }
        if wasPlain == true { return }
        for byte in PropertyListText.writable(text).utf8 {
            if let escape = Self.escape(byte) { append(escape) } else { buffer.append(byte) }
        }
    }

    /// Whether text needs no escapes. Nearly all text does not, so this is one loop without
    /// branches. 0xEF begins the characters that XML can't hold, among others.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var special: UInt8 = 0
        for byte in bytes {
            special |= byte < 0x20 ? 1 : 0
            special |= byte == UInt8(ascii: "&") ? 1 : 0
            special |= byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") ? 1 : 0
            special |= byte == 0xEF ? 1 : 0
        }
        return special == 0
    }

    private static func escape(_ byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        // XML parsers turn a bare carriage return into a line feed.
        case 0x0D: "&#13;"
        default: nil
        }
    }
}
