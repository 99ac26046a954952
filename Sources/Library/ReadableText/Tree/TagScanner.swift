/// Splits a page into tags and text by the rules of HTML, so that it finds the same tags as a
/// browser.
struct TagScanner {
    struct Attribute {
        var nameRange: Range<Int>
        var value: Range<Int>
        var hasValue: Bool
        /// The quotation mark around the value.
        var quote: UInt8?
    }

    struct Tag {
        /// The name in lower case.
        var name: String
        var attributes: [Attribute] = []
        var isSelfClosing = false

        func has(_ name: String, in bytes: [UInt8]) -> Bool {
            attributes.contains { TagScanner.lowercased(bytes[$0.nameRange]) == name }
        }

        /// Whether a script contains a description of the page instead of a program.
        func holdsData(in bytes: [UInt8]) -> Bool {
            attributes.contains {
                TagScanner.lowercased(bytes[$0.nameRange]) == "type"
                    && TagScanner.lowercased(bytes[$0.value]).contains("ld+json")
            }
        }
    }

    enum Token {
        case text(Range<Int>)
        case comment
        case declaration(Range<Int>)
        case open(Tag)
        case close(String)
    }

    let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func skipToEnd() { place = bytes.count }

    mutating func next() -> Token? {
        guard place < bytes.count else { return nil }
        let start = place
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "<"), place + 1 < bytes.count, isMarkup(place + 1) {
                if place > start { return .text(start..<place) }
                return markup()
            }
            place += 1
        }
        return .text(start..<place)
    }

    private func isMarkup(_ index: Int) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "!"), UInt8(ascii: "?"): true
        case UInt8(ascii: "/"): index + 1 < bytes.count && Self.isLetter(bytes[index + 1])
        default: Self.isLetter(bytes[index])
        }
    }

    private mutating func markup() -> Token? {
        let start = place
        switch bytes[place + 1] {
        case UInt8(ascii: "!"):
            if bytes[(place + 2)...].starts(with: "--".utf8) {
                skipComment()
                return .comment
            }
            place = bytes[place...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
            return .declaration(start..<place)
        case UInt8(ascii: "?"):
            place = bytes[place...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
            return .comment
        case UInt8(ascii: "/"):
            place += 2
            let tag = tag()
            return tag.map { .close($0.name) } ?? .comment
        default:
            place += 1
            let tag = tag()
            return tag.map { .open($0) } ?? .comment
        }
    }

    /// Skips a comment; one without an end extends to the end of the page.
    private mutating func skipComment() {
        place += 4
        // `<!-->` and `<!--->` are complete comments.
        if place < bytes.count, bytes[place] == UInt8(ascii: ">") {
            place += 1
            return
        }
        if bytes[place...].starts(with: "->".utf8) {
            place += 2
            return
        }
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "-") {
                let rest = bytes[place...].prefix(4)
                if rest.starts(with: "-->".utf8) {
                    place += 3
                    return
                }
                if rest.starts(with: "--!>".utf8) {
                    place += 4
                    return
                }
            }
            place += 1
        }
    }

    /// Reads the tag whose name begins here; returns `nil` if the page ends in it.
    private mutating func tag() -> Tag? {
        let start = place
        while place < bytes.count, !Self.endsName(bytes[place]) { place += 1 }
        var tag = Tag(name: Self.lowercased(bytes[start..<place]))
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: ">"):
                place += 1
                return tag
            case UInt8(ascii: "/"):
                place += 1
                tag.isSelfClosing = place < bytes.count && bytes[place] == UInt8(ascii: ">")
            case let byte where Self.isBlank(byte): place += 1
            default:
                if let attribute = attribute() { tag.attributes.append(attribute) }
            }
        }
        return nil
    }

    private mutating func attribute() -> Attribute? {
        let start = place
        place += 1
        while place < bytes.count, !Self.endsName(bytes[place]), bytes[place] != UInt8(ascii: "=") {
            place += 1
        }
        let name = start..<place
        while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else {
            return Attribute(nameRange: name, value: place..<place, hasValue: false)
        }
        place += 1
        while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
        guard place < bytes.count, bytes[place] != UInt8(ascii: ">") else {
            return Attribute(nameRange: name, value: place..<place, hasValue: false)
        }
        let quote = bytes[place]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let begin = place
            while place < bytes.count, !Self.isBlank(bytes[place]),
                bytes[place] != UInt8(ascii: ">")
            { place += 1 }
            return Attribute(nameRange: name, value: begin..<place, hasValue: true)
        }
        place += 1
        let begin = place
        while place < bytes.count, bytes[place] != quote { place += 1 }
        defer { place = min(place + 1, bytes.count) }
        return Attribute(nameRange: name, value: begin..<place, hasValue: true, quote: quote)
    }

    /// Skips an element's content, which is not markup, and its end tag. Returns the range of the
    /// content.
    mutating func skipContent(of name: String) -> Range<Int> {
        let start = place
        let name = Array(name.utf8)
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "<"), isEndTag(of: name, at: place) {
                let end = place
                place += 2
                _ = tag()
                return start..<end
            }
            place += 1
        }
        return start..<place
    }

    /// Skips an element that may be nested, and its end tag; does not move if it has none.
    mutating func skipElement(_ name: String) -> Bool {
        let start = place
        var depth = 1
        while let token = next() {
            switch token {
            case .open(let tag) where tag.name == name && !tag.isSelfClosing: depth += 1
            case .open(let tag) where tag.name == "style" || tag.name == "script":
                if !tag.isSelfClosing { _ = skipContent(of: tag.name) }
            case .close(let closed) where closed == name: depth -= 1
            default: continue
            }
            if depth == 0 { return true }
        }
        place = start
        return false
    }

    private func isEndTag(of name: [UInt8], at index: Int) -> Bool {
        let begin = index + 2
        let end = begin + name.count
        guard end < bytes.count, bytes[index + 1] == UInt8(ascii: "/"), Self.endsName(bytes[end])
        else { return false }
        return zip(bytes[begin..<end], name).allSatisfy { $0 | 0x20 == $1 }
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        isBlank(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    /// Returns a name with its ASCII letters in lower case.
    static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
