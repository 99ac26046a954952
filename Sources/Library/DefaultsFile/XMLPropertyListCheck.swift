import Replication

// PropertyListDecoder reads nested elements by recursion, so a file of a million nested arrays
// would end the program. This check counts the depth beforehand. It need not validate XML, which is
// the decoder's work, but it must never count less depth than the decoder finds. It refuses
// anything that the two could read differently.

/// Looks for structures that would make reading an XML property list dangerous.
enum XMLPropertyListCheck {
    /// Returns the flaw of the file, as a clause for people, or `nil` if it is safe to decode.
    static func flaw(in bytes: [UInt8]) -> String? {
        // The decoder repairs bad UTF-8, and the repaired text would look like an edit.
        if (try? UTF8Span(validating: bytes.span)) == nil { return "it isn't UTF-8 text" }
        return bytes.withUnsafeBytes { bytes in
            var scanner = Scanner(rest: bytes)
            return scanner.flaw()
        }
    }

    private struct Scanner {
        var rest: UnsafeRawBufferPointer
        var depth = 0
        var hasElement = false

        mutating func flaw() -> String? {
            if rest.contains(0) { return "it holds a NUL" }
            if rest.starts(with: [0xEF, 0xBB, 0xBF]) { drop(3) }
            while let first = rest.first, first == 0x20 || 0x09...0x0D ~= first { drop(1) }
            // A file that doesn't begin like XML would be read as a property list of the old style.
            if rest.first != UInt8(ascii: "<") { return "it isn't a property list" }
            while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
                drop(open + 1)
                if let flaw = flawOfTag() { return flaw }
            }
            return nil
        }

        /// Reads the text after a `<`.
        private mutating func flawOfTag() -> String? {
            if rest.starts(with: "!--".utf8) { return skip(past: "-->") }
            if rest.starts(with: "![CDATA[".utf8) { return skip(past: "]]>") }
            if rest.starts(with: "?".utf8) { return skip(past: "?>") }
            guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return Self.torn }
            let tag = UnsafeRawBufferPointer(rebasing: rest[..<close])
            drop(close + 1)
            let quotes = tag.count { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
            let isPlain =
                quotes.isMultiple(of: 2)
                && !tag.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "[") }
            if !isPlain { return "it holds an unusual tag" }
            if tag.first == UInt8(ascii: "!") {
                return hasElement ? "its document type is not at the beginning" : nil
            }
            hasElement = true
            if tag.first == UInt8(ascii: "/") {
                depth -= 1
                return depth < 0 ? "it closes more than it opens" : nil
            }
            if tag.last != UInt8(ascii: "/") { depth += 1 }
            // One more for the outermost element.
            return depth > PropertyListValue.maximumDepth + 1 ? "it is nested too deep" : nil
        }

        private mutating func skip(past end: StaticString) -> String? {
            let end = UnsafeRawBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount)
            while let index = rest.firstIndex(of: end[0]) {
                drop(index)
                if rest.starts(with: end) {
                    drop(end.count)
                    return nil
                }
                drop(1)
            }
            return Self.torn
        }

        private mutating func drop(_ count: Int) {
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }

        private static let torn = "it ends in the middle"
    }
}
