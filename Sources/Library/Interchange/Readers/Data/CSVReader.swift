/// Reads comma-separated values (RFC 4180): quoted fields may contain commas, quotes and line
/// breaks. Semicolons, tabs or bars separate fields if the first line has more of them than commas.
struct CSVReader {
    struct Row: Sendable {
        var fields: [String]
        /// The first line of the row, counted from 1.
        var line: Int
    }

    private static let mostFields = 1000

    private let bytes: [UInt8]
    private let separator: UInt8
    /// Whether a backslash escapes a quote within quotes, as MySQL and PHP write it.
    private let escapes: Bool
    private var place = 0
    private var line = 1

    /// - Parameters:
    ///   - start: the start of the table, if other lines precede it.
    ///   - line: the number of the line at `start`.
    init(_ bytes: [UInt8], from start: Int = 0, line: Int = 1) {
        self.bytes = bytes
        self.line = line
        place = start
        escapes = Self.hasEscapes(bytes)
        let head = bytes[start...].prefix { $0 != 0x0A }
        if let named = Self.namedSeparator(head) {
            separator = named
            place = min(bytes.count, head.endIndex + 1)
            self.line += 1
            return
        }
        func count(_ byte: UInt8) -> Int { head.count { $0 == byte } }
        var all: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
        if !Self.isMarkdown(head, bytes[head.endIndex...].dropFirst()) { all.append(0x7C) }
        separator = all.reduce(all[0]) { count($1) > count($0) ? $1 : $0 }
    }

    /// Returns the separator from Excel's line before the table: `sep=;`.
    static func namedSeparator(_ line: ArraySlice<UInt8>) -> UInt8? {
        let text = line.string.trimmed
        let quoted = text.hasPrefix("\"") ? text.dropFirst().dropLast() : text[...]
        guard quoted.utf8.count <= 5, quoted.lowercased().hasPrefix("sep=") else { return nil }
        if quoted.utf8.count == 4 { return line.contains(0x09) ? 0x09 : nil }
        return quoted.utf8.last
    }

    /// Whether a line is the head of a Markdown table: it begins with a bar, or a line of dashes
    /// follows it.
    private static func isMarkdown(_ head: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>) -> Bool {
        let next = rest.prefix(4096).prefix { $0 != 0x0A }
        return head.first { !ASCII.isBlank($0) } == 0x7C
            || next.contains(0x2D) && next.allSatisfy { "|-: \t\r".utf8.contains($0) }
    }

    /// Whether backslashes escape quotes. A Windows path may end with a backslash before the
    /// field's closing quote.
    private static func hasEscapes(_ bytes: [UInt8]) -> Bool {
        var index = 0
        while index + 2 < bytes.count {
            defer { index += 1 }
            guard bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "\"")
            else { continue }
            let next = bytes[index + 2]
            if ASCII.isLetter(next) || ASCII.isDigit(next) || next == 0x20 || next > 0x7F {
                return true
            }
        }
        return false
    }

    /// Returns the next row that is not empty. Throws for a quote that is never closed.
    mutating func next() throws(ImportError) -> Row? {
        while place < bytes.count {
            let start = line
            var fields = [try field()]
            while place < bytes.count, bytes[place] == separator {
                place += 1
                fields.append(try field())
                guard fields.count <= Self.mostFields else {
                    throw ImportError(
                        line: start, "a row has more than \(Self.mostFields) columns")
                }
            }
            endLine()
            if !fields.allSatisfy({ $0.utf8.allSatisfy(ASCII.isBlank) }) {
                return Row(fields: fields, line: start)
            }
        }
        return nil
    }

    private mutating func endLine() {
        if place < bytes.count, bytes[place] == 0x0D { place += 1 }
        if place < bytes.count, bytes[place] == 0x0A { place += 1 }
        line += 1
    }

    private mutating func field() throws(ImportError) -> String {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
            let start = place
            while place < bytes.count, !isEnd(bytes[place]) { place += 1 }
            return bytes[start..<place].string
        }
        let start = line
        var text: [UInt8] = []
        var hasInner = false
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if escapes, byte == UInt8(ascii: "\\"), place < bytes.count,
                bytes[place] == UInt8(ascii: "\"") || bytes[place] == byte
            {
                text.append(bytes[place])
                place += 1
                continue
            }
            if byte == UInt8(ascii: "\"") {
                guard place < bytes.count, bytes[place] == byte else {
                    if isInner(place) {
                        text.append(byte)
                        hasInner = true
                        continue
                    }
                    // Text between the closing quote and the comma belongs to the field.
                    while place < bytes.count, !isEnd(bytes[place]) {
                        text.append(bytes[place])
                        place += 1
                    }
                    return text.string
                }
                place += 1
                // `"a "b""`: the last quote ends the field.
                if hasInner, place == bytes.count || isEnd(bytes[place]) {
                    return (text + [byte]).string
                }
            }
            if byte == 0x0A { line += 1 }
            text.append(byte)
        }
        throw ImportError(line: start, "an opening quote here has no closing one")
    }

    /// Whether the quote before a place does not end the field, although it is not doubled: `"a "b"
    /// c"`. A later quote on the line then ends the field.
    private func isInner(_ place: Int) -> Bool {
        guard let first = bytes[place...].first(where: { $0 != 0x20 }), !isEnd(first),
            let next = bytes[place...].firstIndex(where: { $0 == 0x22 || $0 == 0x0A }),
            bytes[next] == 0x22
        else { return false }
        let before = bytes[place..<next].last { $0 != 0x20 }
        return before != nil && before != separator
    }

    private func isEnd(_ byte: UInt8) -> Bool {
        byte == separator || byte == 0x0A || byte == 0x0D
    }
}
