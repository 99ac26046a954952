/// Swift text with every character in comments and string literals replaced by a space, except line
/// ends and quotation marks.
func blankingCommentsAndStrings(_ text: String) -> String {
    var blanker = Blanker(text: Array(text.utf8))
    blanker.run()
    return String(decoding: blanker.result, as: UTF8.self)
}

private struct Blanker {
    let text: [UInt8]
    private(set) var result: [UInt8] = []
    private var position = 0

    init(text: [UInt8]) { self.text = text }

    mutating func run() {
        while position < text.count {
            keep(text[position...].prefix { !Self.begin.contains($0) }.count)
            if starts("//") {
                skip { $0.text[$0.position] == UInt8(ascii: "\n") }
            } else if starts("/*") {
                skipComment()
            } else if let hashes = stringStart() {
                skipString(hashes: hashes)
            } else {
                keep()
            }
        }
    }

    /// The bytes with which comments and literals begin.
    private static let begin = Array("/\"#".utf8)

    private func starts(_ token: String, at offset: Int = 0) -> Bool {
        text[min(position + offset, text.count)...].starts(with: token.utf8)
    }

    /// Returns the number of `#` before the quotation mark of the literal that begins here, if one
    /// does.
    private func stringStart() -> Int? {
        let hashes = text[position...].prefix { $0 == UInt8(ascii: "#") }.count
        return starts("\"", at: hashes) ? hashes : nil
    }

    private mutating func keep(_ count: Int = 1) {
        result += text[position..<min(position + count, text.count)]
        position = min(position + count, text.count)
    }

    private mutating func blank(_ count: Int = 1) {
        for byte in text[position..<min(position + count, text.count)] {
            result.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
        }
        position = min(position + count, text.count)
    }

    private mutating func skip(until end: (Self) -> Bool) {
        while position < text.count, !end(self) { blank() }
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                blank(2)
            } else if starts("*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && position < text.count
    }

    private mutating func skipString(hashes: Int) {
        let fence = String(repeating: "#", count: hashes)
        let quote = starts("\"\"\"", at: hashes) ? "\"\"\"" : "\""
        keep(hashes + quote.utf8.count)
        while position < text.count, !starts(quote + fence) {
            if starts("\\" + fence + "(") {
                skipInterpolation(opening: fence.utf8.count + 2)
            } else if starts("\\" + fence) {
                blank(fence.utf8.count + 2)
            } else {
                blank()
            }
        }
        keep(hashes + quote.utf8.count)
    }

    private mutating func skipInterpolation(opening: Int) {
        blank(opening)
        var depth = 1
        while depth > 0, position < text.count {
            if let hashes = stringStart() {
                skipString(hashes: hashes)
                continue
            }
            if starts("(") { depth += 1 }
            if starts(")") { depth -= 1 }
            blank()
        }
    }
}
