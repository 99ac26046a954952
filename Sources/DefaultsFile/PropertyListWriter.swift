import Bookmarks
import FoundationEssentials
import Replication

// PropertyListEncoder first builds a tree of everything and then a text of the whole tree: 1.2 s
// and hundreds of megabytes for 100,000 bookmarks. This writer puts bytes straight into a buffer
// that is handed on whenever it is full, so a long list needs no more memory than a short one.

/// Writes an XML property list, piece by piece.
struct PropertyListWriter {
    private var buffer: [UInt8] = []
    private let flush: ([UInt8]) throws -> Void
    private var indentation = 0

    /// - Parameter flush: is given the bytes, 64 KB or more at a time.
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

    /// Ends the property list and hands on the last bytes.
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

    /// Ends an array or a dictionary, and hands on what has been written when that is much.
    mutating func end(_ element: StaticString) throws {
        indentation -= 1
        indent()
        append("</")
        append(element)
        append(">\n")
        if buffer.count >= Self.flushThreshold {
            try flush(buffer)
            buffer.removeAll(keepingCapacity: true)
        }
    }

    mutating func key(_ key: String) { element("key", key) }

    mutating func key(_ key: StaticString) {
        indent()
        append("<key>")
        append(key)
        append("</key>\n")
    }

    mutating func string(_ text: String) { element("string", text) }

    /// A date in seconds since 1970; property lists hold whole seconds.
    mutating func date(_ time: Double) {
        indent()
        append("<date>")
        buffer.append(contentsOf: UTCTime(secondsSince1970: time).extended)
        append("</date>\n")
    }

    /// Any value; the keys of dictionaries in order, so that equal values are equal files.
    mutating func value(_ value: PropertyListValue) throws {
        switch value {
        case .string(let text): string(text)
        case .integer(let number): element("integer", String(number))
        case .real(let number): element("real", String(number))
        case .boolean(let truth):
            indent()
            append(truth ? "<true/>\n" : "<false/>\n")
        case .data(let bytes): element("data", Data(bytes).base64EncodedString())
        case .date(let time): date(time)
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
        for _ in 0..<indentation { buffer.append(UInt8(ascii: "\t")) }
    }

    private mutating func append(_ text: StaticString) {
        buffer.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func appendEscaped(_ text: String) {
        var text = PropertyListText.writable(text)
        text.withUTF8 { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated() {
                guard let escape = Self.escape(byte) else { continue }
                buffer.append(contentsOf: bytes[start..<index])
                append(escape)
                start = index + 1
            }
            buffer.append(contentsOf: bytes[start...])
        }
    }

    private static func escape(_ byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        // A reader of XML makes a line feed of a bare carriage return.
        case 0x0D: "&#13;"
        default: nil
        }
    }
}
