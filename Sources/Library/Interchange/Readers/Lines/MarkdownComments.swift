/// Comments of HTML in a text in Markdown, whose links are none of the text.
struct MarkdownComments {
    /// Whether the next line begins in a comment.
    private(set) var isOpen = false
    /// The parts left out of the line that was read last.
    private(set) var hidden: [Substring] = []
    /// Whether nothing else is on that line.
    private(set) var isWhole = false
    /// The last line on which a comment may end. One that never ends is none.
    private var lastEnd = 0

    init(_ bytes: [UInt8]) {
        guard bytes.contains("<!--") else { return }
        for line in Lines(bytes) where line.bytes.contains("-->") { lastEnd = line.number }
    }

    /// A line without its comments that hold links or go on in the next line. Others stay: they are
    /// a remark on a bookmark.
    mutating func text(of line: Substring, _ number: Int) -> Substring {
        hidden = []
        isWhole = false
        guard isOpen || lastEnd > 0 && line.contains("<!--") else { return line }
        var text = String(line.prefix { $0 == " " || $0 == "\t" })
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
                let isBegin = text.allSatisfy(\.isWhitespace) && !hidden.isEmpty
                if !isBegin || !piece.allSatisfy(\.isWhitespace) { text += piece }
            } else if !piece.hasSuffix("-->") && number < lastEnd {
                hidden.append(piece)
                isOpen = true
            } else if Self.hasLink(piece), piece.hasSuffix("-->") {
                hidden.append(piece.dropFirst(4).dropLast(3))
            } else {
                text += piece
            }
            rest = rest[piece.endIndex...]
        }
        isWhole = text.allSatisfy(\.isWhitespace) && !line.allSatisfy(\.isWhitespace)
        return text[...]
    }

    /// The first piece of a text: a comment, code, a character with its backslash, or any other.
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

    /// Whether a comment begins on a line of notes and goes on.
    static func goesOn(_ line: Substring) -> Bool {
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
