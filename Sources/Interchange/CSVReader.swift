/// Reads comma-separated values (RFC 4180): fields in quotes may hold commas, quotes and line
/// breaks. Semicolons and tabs separate too, where the first line has more of them than of commas.
struct CSVReader {
    struct Row: Sendable {
        var fields: [String]
        /// The line on which it begins, counted from 1.
        var line: Int
    }

    private static let mostFields = 1000

    private let bytes: [UInt8]
    private let separator: UInt8
    private var place = 0
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let head = bytes.prefix { $0 != 0x0A }
        func count(_ byte: UInt8) -> Int { head.count { $0 == byte } }
        let all: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
        separator = all.reduce(all[0]) { count($1) > count($0) ? $1 : $0 }
    }

    /// The next row that is not empty. Throws for a quote that nobody closes.
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
            if fields != [""] { return Row(fields: fields, line: start) }
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
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "\"") {
                guard place < bytes.count, bytes[place] == byte else {
                    // What stands between the closing quote and the comma belongs to the field.
                    while place < bytes.count, !isEnd(bytes[place]) {
                        text.append(bytes[place])
                        place += 1
                    }
                    return text.string
                }
                place += 1
            }
            if byte == 0x0A { line += 1 }
            text.append(byte)
        }
        throw ImportError(line: start, "a quote is opened here and never closed")
    }

    private func isEnd(_ byte: UInt8) -> Bool {
        byte == separator || byte == 0x0A || byte == 0x0D
    }
}
