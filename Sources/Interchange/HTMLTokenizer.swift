/// Cuts HTML into tags and text, whatever it looks like. Every byte is looked at once, and nothing
/// is remembered but where it is.
struct HTMLTokenizer {
    enum Token {
        /// A tag that opens: its name in lower case.
        case open(String, HTMLAttributes)
        case close(String)
        /// Text as it stands, with its entities.
        case text(ArraySlice<UInt8>)
    }

    private let bytes: [UInt8]
    private var place = 0
    /// The line of the next token, counted from 1.
    private(set) var line = 1
    /// The line on which the token that ``next()`` returned last begins.
    private(set) var tokenLine = 1
    /// Whether a comment was met that nobody ends: none of those after it has an end either.
    private var hasOpenComment = false
    /// Up to where elements of a name are closed by nothing: see ``skipElement(_:)``.
    private var openElements: [String: Int] = [:]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> Token? {
        while place < bytes.count {
            tokenLine = line
            let start = place
            guard bytes[place] == UInt8(ascii: "<"), isMarkup(place + 1) else {
                advance(to: nextMarkup(after: place))
                return .text(bytes[start..<place])
            }
            if bytes[place + 1] == UInt8(ascii: "!") || bytes[place + 1] == UInt8(ascii: "?") {
                skipDeclaration()
                continue
            }
            return tag()
        }
        return nil
    }

    /// All up to the tag that closes an element in which nothing is markup, such as a script, and
    /// goes past that tag. Where nothing closes it, that is all there is.
    mutating func skipContent(of name: String) -> ArraySlice<UInt8> {
        let start = place
        let mark = Array("</\(name)".utf8)
        var end = start
        while end < bytes.count {
            if bytes[end] == UInt8(ascii: "<"), isMark(mark, at: end) {
                advance(to: end)
                _ = tag()
                return bytes[start..<end]
            }
            end += 1
        }
        advance(to: end)
        return bytes[start...]
    }

    /// Goes past an element in which nothing is markup, if something closes it before the next
    /// entry of a list of bookmarks begins: in names that were not escaped it is a word.
    mutating func skipElement(_ name: String) {
        if place < openElements[name, default: 0] { return }
        let (close, entry) = (Array("</\(name)".utf8), Array("<dt".utf8))
        var end = place
        while end < bytes.count {
            if bytes[end] == UInt8(ascii: "<") {
                if isMark(close, at: end) {
                    advance(to: end)
                    _ = tag()
                    return
                }
                if isMark(entry, at: end) { break }
            }
            end += 1
        }
        // None of its kind up to there is closed.
        openElements[name] = end
    }

    /// Whether the beginning of a tag stands at a place.
    private func isMark(_ mark: [UInt8], at place: Int) -> Bool {
        let end = place + mark.count
        return end <= bytes.count
            && zip(bytes[place...], mark).allSatisfy { ASCII.lowercased($0) == $1 }
            && (end == bytes.count || !ASCII.isLetter(bytes[end]))
    }

    /// Whether what follows a `<` makes it the beginning of a tag: `a < b` is text.
    private func isMarkup(_ place: Int) -> Bool {
        guard place < bytes.count else { return false }
        let byte = bytes[place]
        if byte == UInt8(ascii: "/") {
            return place + 1 < bytes.count && ASCII.isLetter(bytes[place + 1])
        }
        return ASCII.isLetter(byte) || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
    }

    private func nextMarkup(after start: Int) -> Int {
        var index = start + 1
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<"), isMarkup(index + 1) { return index }
            index += 1
        }
        return index
    }

    private mutating func advance(to end: Int) {
        while place < end {
            if bytes[place] == 0x0A { line += 1 }
            place += 1
        }
    }

    private mutating func skipDeclaration() {
        if !hasOpenComment, bytes[place...].starts(with: "<!--".utf8) {
            var end = place + 4
            while end + 2 < bytes.count {
                if bytes[end] == UInt8(ascii: "-"), bytes[end + 1] == UInt8(ascii: "-"),
                    bytes[end + 2] == UInt8(ascii: ">")
                {
                    advance(to: end + 3)
                    return
                }
                end += 1
            }
            // It counts as ending with its tag, or all that follows would be lost.
            hasOpenComment = true
        }
        var end = place + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: ">") { end += 1 }
        advance(to: min(end + 1, bytes.count))
    }

    private mutating func tag() -> Token {
        var index = place + 1
        let isClosing = bytes[index] == UInt8(ascii: "/")
        if isClosing { index += 1 }
        let nameStart = index
        while index < bytes.count, ASCII.isLetter(bytes[index]) || ASCII.isDigit(bytes[index]) {
            index += 1
        }
        let name = bytes[nameStart..<index].map(ASCII.lowercased).string
        var attributes = HTMLAttributes()
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if ASCII.isBlank(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
                index += 1
            } else {
                attributes.append(attribute(&index))
            }
        }
        advance(to: min(index + 1, bytes.count))
        return isClosing ? .close(name) : .open(name, attributes)
    }

    private func attribute(_ index: inout Int) -> HTMLAttributes.Attribute {
        func isEnd(_ byte: UInt8) -> Bool {
            ASCII.isBlank(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "=")
        }
        let start = index
        index += 1
        while index < bytes.count, !isEnd(bytes[index]) { index += 1 }
        let name = start..<index
        var next = index
        while next < bytes.count, ASCII.isBlank(bytes[next]) { next += 1 }
        guard next < bytes.count, bytes[next] == UInt8(ascii: "=") else {
            return (bytes[name], bytes[index..<index])
        }
        index = next + 1
        while index < bytes.count, ASCII.isBlank(bytes[index]) { index += 1 }
        return (bytes[name], value(&index))
    }

    private func value(_ index: inout Int) -> ArraySlice<UInt8> {
        guard index < bytes.count else { return [] }
        let quote = bytes[index]
        let start: Int
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            start = index + 1
            index = start
            while index < bytes.count, bytes[index] != quote { index += 1 }
            if index == bytes.count {
                index = bytes[start...].firstIndex(of: UInt8(ascii: ">")) ?? index
            }
            let value = bytes[start..<index]
            if index < bytes.count, bytes[index] == quote { index += 1 }
            return value
        }
        start = index
        while index < bytes.count, !ASCII.isBlank(bytes[index]), bytes[index] != UInt8(ascii: ">") {
            index += 1
        }
        return bytes[start..<index]
    }
}

/// The attributes of a tag, as they stand in the file: most are never asked for, and pictures in
/// them are large.
struct HTMLAttributes {
    typealias Attribute = (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)

    private var attributes: [Attribute] = []

    /// More than any link has are dropped.
    mutating func append(_ attribute: Attribute) {
        if attributes.isEmpty { attributes.reserveCapacity(6) }
        if attributes.count < 100 { attributes.append(attribute) }
    }

    /// The value of an attribute whose name, in lower case, is this; empty when it has none.
    subscript(_ name: String) -> String? {
        let found = attributes.first { ASCII.isLowercased($0.name, name) }
        return found.map { HTMLEntities.decoded($0.value) }
    }
}
