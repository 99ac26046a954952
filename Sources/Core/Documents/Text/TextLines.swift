/// Maps lines to numbers: equal lines have the same number, so that they compare quickly.
struct LineNumbers {
    private var known: [ArraySlice<UInt8>: Int] = [:]

    mutating func numbers(of lines: [ArraySlice<UInt8>]) -> [Int] {
        lines.map { line in
            if let number = known[line] { return number }
            known[line] = known.count
            return known.count - 1
        }
    }
}

/// The line feed, which ends a line.
let lineFeed = UInt8(ascii: "\n")

/// Returns the lines of a text without their ends. Joined by line feeds, they are the text again: a
/// text that ends with a line feed has an empty last line.
func lines(of content: [UInt8]) -> [ArraySlice<UInt8>] {
    content.split(separator: lineFeed, omittingEmptySubsequences: false)
}

extension [UInt8] {
    /// Whether the bytes are readable text: valid UTF-8 without zero bytes.
    public var isText: Bool {
        !contains(0) && String(validating: self, as: UTF8.self) != nil
    }
}
