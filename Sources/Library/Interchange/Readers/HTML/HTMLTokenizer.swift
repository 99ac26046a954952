/// Splits any HTML into tags and text. It reads every byte once, and keeps only places.
struct HTMLTokenizer {
    enum Token {
        /// An opening tag: its name in lower case, and its attributes.
        case open(String, HTMLAttributes)
        case close(String)
        /// Text with its entities.
        case text(ArraySlice<UInt8>)
    }

    let bytes: [UInt8]
    private(set) var place = 0
    /// The line of the next token, counted from 1.
    private(set) var line = 1
    /// The line and the place of the token that ``next()`` returned last.
    private(set) var tokenLine = 1
    private(set) var tokenStart = 0
    /// The line of a tag without an end, because the file ends in it.
    private(set) var lineOfOpenTag: Int?
    /// Whether the place is in a person's text. There, a comment or declaration must not reach into
    /// the next entry of a list of bookmarks.
    var isInText = false
    /// Whether there was a comment without an end; later comments then have no end either.
    private var hasOpenComment = false
    /// The place up to which comments within a text have no end.
    private var openComments = 0
    /// The place on the line up to which no comment ends.
    private var withoutCommentEnd = 0
    /// Places on a line from which a `-->` follows on it.
    private var beforeCommentEnd = 0..<0
    /// The place of the first of some marks that was found: see ``isLinkClosedFirst()``.
    var nextClosing: (place: Int, isClosing: Bool)?
    /// The places up to which elements of a name are not closed: see ``skipElement(_:)``.
    private var openElements: [String: Int] = [:]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> Token? {
        while place < bytes.count {
            tokenLine = line
            tokenStart = place
            let start = place
            guard bytes[place] == UInt8(ascii: "<"), isMarkup(place + 1) else {
                advance(to: nextMarkup(after: place))
                return .text(bytes[start..<place])
            }
            if bytes[place + 1] == UInt8(ascii: "!") || bytes[place + 1] == UInt8(ascii: "?") {
                guard let end = endOfDeclaration() else {
                    advance(to: nextMarkup(after: place))
                    return .text(bytes[start..<place])
                }
                advance(to: end)
                continue
            }
            if let tag = tag() { return tag }
        }
        return nil
    }

    /// Skips an element without markup, such as a script, with its closing tag, and returns its
    /// content: all the rest if nothing closes it.
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

    /// Skips an element without markup, if it is closed before the next entry of a list of
    /// bookmarks. Otherwise, it is a word in a name that was not escaped.
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
        // No element of this kind up to there is closed.
        openElements[name] = end
    }

    /// Whether a tag's beginning is at a place.
    func isMark(_ mark: [UInt8], at place: Int) -> Bool {
        let end = place + mark.count
        return end <= bytes.count
            && zip(bytes[place...], mark).allSatisfy { ASCII.lowercased($0) == $1 }
            && (end == bytes.count || !ASCII.isLetter(bytes[end]))
    }

    /// Whether the text after a `<` makes it a tag: `a < b` is text.
    func isMarkup(_ place: Int) -> Bool {
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

    /// Returns the end of a comment or a declaration; `nil` for plain text.
    private mutating func endOfDeclaration() -> Int? {
        if bytes[place...].starts(with: "<!--".utf8) { return endOfComment() }
        var end = place + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: ">") {
            if isInText, bytes[end] == UInt8(ascii: "<") { return nil }
            end += 1
        }
        return end < bytes.count || !isInText ? min(end + 1, bytes.count) : nil
    }

    /// Returns the end of a comment; `nil` if it counts as text. That is so if it has no end, or
    /// if, in notes, entries of the list come before its end and it is not on a line of its own.
    private mutating func endOfComment() -> Int? {
        if hasOpenComment || isInText && place < openComments { return nil }
        let start = place + 4
        if bytes[start...].starts(with: ">".utf8) { return start + 1 }
        if bytes[start...].starts(with: "->".utf8) { return start + 2 }
        let entry = Array("<dt".utf8)
        let hasLine = isInText && isCommentClosedOnLine(from: start) && isFirstOnLine(place)
        var end = start
        while end + 2 < bytes.count {
            if bytes[end] == UInt8(ascii: "-"), bytes[end + 1] == UInt8(ascii: "-") {
                if bytes[end + 2] == UInt8(ascii: ">") { return end + 3 }
                if bytes[(end + 2)...].starts(with: "!>".utf8) { return end + 4 }
            }
            if isInText, !hasLine, bytes[end] == UInt8(ascii: "<"), isMark(entry, at: end) {
                openComments = end
                return nil
            }
            end += 1
        }
        hasOpenComment = true
        return nil
    }

    private mutating func isCommentClosedOnLine(from start: Int) -> Bool {
        if start < withoutCommentEnd { return false }
        if beforeCommentEnd.contains(start) { return true }
        var index = start
        while index + 2 < bytes.count, bytes[index] != 0x0A {
            if bytes[index...].starts(with: "-->".utf8) {
                beforeCommentEnd = start..<index + 1
                return true
            }
            index += 1
        }
        withoutCommentEnd = index
        return false
    }

    /// Reads the tag at this place; returns `nil` if the file ends in it.
    private mutating func tag() -> Token? {
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
        let isCut = index >= bytes.count
        if isCut { lineOfOpenTag = line }
        advance(to: min(index + 1, bytes.count))
        if isCut { return nil }
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

    /// Returns the end of a quoted value. If the next entry begins before the quote is closed, the
    /// quote was forgotten, and the value ends with the tag.
    private func endOfQuotation(_ quote: UInt8, from start: Int) -> Int {
        let entry = Array("<dt>".utf8)
        var index = start
        var lastMarkup = start
        while index < bytes.count, bytes[index] != quote {
            if bytes[index] == UInt8(ascii: "<") {
                lastMarkup = index
                if bytes[index...].prefix(4).map(ASCII.lowercased) == entry { break }
            }
            index += 1
        }
        if index < bytes.count, bytes[index] == quote { return index }
        let end = bytes[start..<index].firstIndex(of: UInt8(ascii: ">")) ?? index
        // If nothing follows, the file ends here.
        return index < bytes.count || end < lastMarkup ? end : index
    }

    private func value(_ index: inout Int) -> ArraySlice<UInt8> {
        guard index < bytes.count else { return [] }
        let quote = bytes[index]
        let start: Int
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            start = index + 1
            index = endOfQuotation(quote, from: start)
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

/// The attributes of a tag, not decoded: most are never used, and pictures in them are large.
struct HTMLAttributes {
    typealias Attribute = (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)

    private var attributes: [Attribute] = []

    /// Appends an attribute; more attributes than any link has are dropped.
    mutating func append(_ attribute: Attribute) {
        if attributes.isEmpty { attributes.reserveCapacity(6) }
        if attributes.count < 100 { attributes.append(attribute) }
    }

    /// Returns the value of an attribute by its name in lower case; empty if it has no value.
    subscript(_ name: String) -> String? {
        let found = attributes.first { ASCII.isLowercased($0.name, name) }
        return found.map { HTMLEntities.decoded($0.value, in: .attribute) }
    }
}
