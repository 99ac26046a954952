/// Reads JSON (RFC 8259) and remembers the line of each value, for messages.
///
/// It also reads files with one value per line. It needs a few times the memory of the file, and a
/// stack for ``Node/deepest`` nested values.
package struct JSONReader {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    private var count = 0
    /// Whether to keep the complete part of a truncated file; the error of the truncation; and
    /// whether any part of the last value is complete.
    private var keepsWhole = false
    private var cut: ImportError?
    private var isAnyWhole = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the only value of a file.
    package static func value(_ bytes: [UInt8]) throws(ImportError) -> Node {
        var reader = JSONReader(bytes)
        let node = try reader.value(depth: 0)
        reader.skipBlanks()
        if reader.place < bytes.count {
            throw reader.error("there is data after the end of the JSON value")
        }
        return node
    }

    /// Returns the value of a file that may be truncated: its complete parts, and an error with the
    /// place where the file ends.
    static func document(_ bytes: [UInt8]) throws(ImportError) -> (node: Node, cut: ImportError?) {
        var reader = JSONReader(bytes)
        reader.keepsWhole = true
        let node = try reader.value(depth: 0)
        reader.skipBlanks()
        if reader.cut == nil, reader.place < bytes.count {
            throw reader.error("there is data after the end of the JSON value")
        }
        return (node, reader.cut)
    }

    /// Returns the values of a file with one per line, or several where files were joined. Invalid
    /// lines are left out with a note.
    static func lines(_ bytes: [UInt8]) -> (nodes: [Node], failed: [ImportNote]) {
        var nodes: [Node] = []
        var failed: [ImportNote] = []
        for (number, line) in Lines(bytes) {
            if nodes.count + failed.count > ParsedImport.most { break }
            if line.allSatisfy(ASCII.isBlank) { continue }
            var reader = JSONReader(Array(line))
            reader.line = number
            do throws(ImportError) {
                repeat {
                    nodes.append(try reader.value(depth: 0))
                    reader.skipBlanks()
                } while reader.place < reader.bytes.count
            } catch {
                failed.append(ImportNote(line: number, reason: "not JSON: \(error.message)"))
            }
        }
        return (nodes, failed)
    }

    private func error(_ message: String) -> ImportError { ImportError(line: line, message) }

    private mutating func skipBlanks() {
        while place < bytes.count, ASCII.isBlank(bytes[place]) {
            if bytes[place] == 0x0A { line += 1 }
            place += 1
        }
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard place < bytes.count, bytes[place] == UInt8(ascii: mark) else { return false }
        place += 1
        return true
    }

    private mutating func value(depth: Int) throws(ImportError) -> Node {
        skipBlanks()
        guard place < bytes.count else { throw error("the file ends in the middle") }
        guard depth < Node.deepest else {
            throw error("values are nested more than \(Node.deepest) deep")
        }
        count += 1
        guard count <= Node.most else { throw error("there are more than \(Node.most) values") }
        let start = line
        let value: Node.Value
        switch bytes[place] {
        case UInt8(ascii: "{"): value = .object(try members(depth))
        case UInt8(ascii: "["): value = .array(try elements(depth))
        case UInt8(ascii: "\""): value = .string(try string())
        case UInt8(ascii: "-"), 0x30...0x39: value = try number()
        default: value = try word()
        }
        return Node(value: value, line: start)
    }

    private mutating func members(
        _ depth: Int
    ) throws(ImportError) -> [(key: String, node: Node)] {
        place += 1
        var members: [(key: String, node: Node)] = []
        do throws(ImportError) {
            if take("}") { return members }
            repeat {
                skipBlanks()
                // A trailing comma, which people leave.
                if !members.isEmpty, take("}") { return members }
                guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
                    throw error("a quoted name is missing in an object")
                }
                let key = try string()
                guard take(":") else {
                    throw error("a colon is missing after “\(key.prefix(40))”")
                }
                let node = try value(depth: depth + 1)
                if cut == nil || isAnyWhole { members.append((key, node)) }
                if cut != nil { break }
            } while take(",")
            if cut == nil, !take("}") { throw error("a comma or } is missing in an object") }
        } catch {
            try noteCut(error)
        }
        if cut != nil {
            isAnyWhole = TruncatedJSON.isFolderWithEntry(members, isAnyWhole: isAnyWhole)
        }
        return members
    }

    private mutating func elements(_ depth: Int) throws(ImportError) -> [Node] {
        place += 1
        var elements: [Node] = []
        do throws(ImportError) {
            if take("]") { return elements }
            repeat {
                if !elements.isEmpty, take("]") { return elements }
                let element = try value(depth: depth + 1)
                if cut == nil || isAnyWhole { elements.append(element) }
                if cut != nil { break }
            } while take(",")
            if cut == nil, !take("]") { throw error("a comma or ] is missing in an array") }
        } catch {
            try noteCut(error)
        }
        if cut != nil { isAnyWhole = TruncatedJSON.hasCompleteEntry(elements) }
        return elements
    }

    /// Records that the file ends too early; rethrows any other error.
    private mutating func noteCut(_ error: ImportError) throws(ImportError) {
        guard keepsWhole, place >= bytes.count, cut == nil else { throw error }
        cut = TruncatedJSON.error(line: line)
        isAnyWhole = false
    }

    /// Reads a number; returns its digits if they are too many for a number and may be an
    /// identifier.
    private mutating func number() throws(ImportError) -> Node.Value {
        let start = place
        while place < bytes.count,
            ASCII.isDigit(bytes[place]) || "+-.eE".utf8.contains(bytes[place])
        { place += 1 }
        let text = bytes[start..<place].string
        guard let number = Double(text) else {
            throw error("a number cannot be read")
        }
        let isWhole = text.utf8.allSatisfy(ASCII.isDigit)
        return isWhole && Decimal.text(number) != text ? .string(text) : .number(number)
    }

    private mutating func word() throws(ImportError) -> Node.Value {
        for (word, value) in Self.words where bytes[place...].starts(with: word.utf8) {
            place += word.utf8.count
            return value
        }
        throw error("a value is missing or not JSON")
    }

    private static let words: [(String, Node.Value)] = [
        ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ]

    private mutating func string() throws(ImportError) -> String {
        place += 1
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "\""),
            bytes[place] != UInt8(ascii: "\\")
        {
            if bytes[place] == 0x0A { try breakLine() }
            place += 1
        }
        if place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
            place += 1
            return bytes[start..<place - 1].string
        }
        var text = Array(bytes[start..<place])
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            if bytes[place] == 0x0A { try breakLine() }
            if bytes[place] == UInt8(ascii: "\\") {
                try escape(&text)
            } else {
                text.append(bytes[place])
                place += 1
            }
        }
        guard place < bytes.count else { throw error("a string has no end") }
        place += 1
        return text.string
    }

    /// Handles a line break in a string, which JSON forbids but some programs write. If the next
    /// member of an object seems to follow, a closing quote is missing instead.
    private mutating func breakLine() throws(ImportError) {
        let rest = bytes[(place + 1)...].drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        if let first = rest.first, "\"{}]".utf8.contains(first) {
            let name = rest.dropFirst().prefix(80).prefix { $0 != UInt8(ascii: "\"") && $0 != 0x0A }
            let after = rest[name.endIndex...].dropFirst().first { $0 != 0x20 }
            if first != UInt8(ascii: "\"") || after == UInt8(ascii: ":") {
                throw error("a string does not end on its line")
            }
        }
        line += 1
    }

    private mutating func escape(_ text: inout [UInt8]) throws(ImportError) {
        guard place + 1 < bytes.count else { throw error("a string has no end") }
        let mark = bytes[place + 1]
        place += 2
        switch mark {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(mark)
        case UInt8(ascii: "u"): text += String(Character(try scalar())).utf8
        default: throw error("a string has a backslash before a character that needs none")
        }
    }

    /// Reads four hexadecimal digits, or twice four for a surrogate pair of UTF-16.
    private mutating func scalar() throws(ImportError) -> Unicode.Scalar {
        let high = try hexadecimal()
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard 0xD800..<0xDC00 ~= high, bytes[place...].starts(with: "\\u".utf8) else {
            return "\u{FFFD}"
        }
        let before = place
        place += 2
        let low = try hexadecimal()
        guard 0xDC00..<0xE000 ~= low else {
            place = before
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func hexadecimal() throws(ImportError) -> UInt32 {
        guard place + 4 <= bytes.count,
            bytes[place..<place + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt32(bytes[place..<place + 4].string, radix: 16)
        else { throw error("a string has \\u without four digits after it") }
        place += 4
        return value
    }
}
