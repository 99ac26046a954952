/// HTML comments in Markdown, whose links do not belong to the text.
struct MarkdownComments {
    /// Whether the next line begins in a comment.
    private(set) var isOpen = false
    /// The parts left out of the last line.
    private(set) var hidden: [Substring] = []
    /// Whether the last line was nothing else.
    private(set) var isWhole = false
    /// The last line on which a comment may end. A comment without an end is text.
    private var lastEnd = 0

    init(_ bytes: [UInt8]) {
        guard bytes.contains("<!--") else { return }
        for line in Lines(bytes) where line.bytes.contains("-->") { lastEnd = line.number }
    }

    /// Returns a line without comments that have links or continue on the next line. Other comments
    /// stay: they are remarks on a bookmark.
    mutating func text(of line: Substring, _ number: Int) -> Substring {
        hidden = []
        isWhole = false
        guard isOpen || lastEnd > 0 && line.contains("<!--") else { return line }
        var text = String(line.prefix { $0 == " " || $0 == "\t" })
        var isBlank = true
        var rest = line.dropFirst(text.count)
        if isOpen {
            let end = rest.firstRange(of: "-->")
            hidden.append(rest[..<(end?.lowerBound ?? rest.endIndex)])
            rest = rest[(end?.upperBound ?? rest.endIndex)...]
            isOpen = end == nil
        }
        while let first = rest.first {
            let piece = Self.piece(rest, first)
            if !piece.hasPrefix("<!--") {
                let isBlankPiece = piece.allSatisfy(\.isWhitespace)
                if !isBlank || hidden.isEmpty || !isBlankPiece {
                    text += piece
                    isBlank = isBlank && isBlankPiece
                }
            } else if !piece.hasSuffix("-->") && number < lastEnd {
                hidden.append(piece)
                isOpen = true
            } else if Self.hasLink(piece), piece.hasSuffix("-->") {
                hidden.append(piece.dropFirst(4).dropLast(3))
            } else {
                text += piece
                isBlank = false
            }
            rest = rest[piece.endIndex...]
        }
        isWhole = isBlank && !line.allSatisfy(\.isWhitespace)
        return text[...]
    }

    /// Returns the first piece of a text: a comment, code, an escaped character, or any other
    /// character.
    private static func piece(_ text: Substring, _ first: Character) -> Substring {
        if first == "\\" { return text.prefix(2) }
        if first == "`" {
            let mark = text.prefix { $0 == "`" }
            let end = text[mark.endIndex...].firstRange(of: mark)
            return end.map { text[..<$0.upperBound] } ?? mark
        }
        guard text.hasPrefix("<!--") else { return text.prefix(1) }
        return text.firstRange(of: "-->").map { text[..<$0.upperBound] } ?? text
    }

    private static func hasLink(_ text: Substring) -> Bool {
        text.contains("://") || text.contains("](")
    }

    /// Whether a comment begins on a line of notes and continues after it.
    static func hasOpenComment(_ line: Substring) -> Bool {
        guard line.utf8.contains(UInt8(ascii: "<")), line.contains("<!--") else { return false }
        var rest = line
        while let first = rest.first {
            let piece = piece(rest, first)
            if piece.hasPrefix("<!--"), !piece.hasSuffix("-->") { return true }
            rest = rest[piece.endIndex...]
        }
        return false
    }
}

extension Collection where Element == UInt8 {
    fileprivate func contains(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { firstRange(of: $0) != nil }
    }
}
