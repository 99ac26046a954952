/// Looks ahead of the tag that was read last. Notes and names may contain HTML, and the text after
/// a tag tells whether it belongs to them or to the list.
extension HTMLTokenizer {
    /// Whether an entry of a list begins here, after a `<dt>`.
    var isAtEntry: Bool {
        let next = placeBehindBlanks(place)
        guard next < bytes.count else { return true }
        return [
            "<a", "<h1", "<h2", "<h3", "<h4", "<h5", "<h6", "<hr", "<dt", "<dl", "</dl", "<!--",
        ]
        .contains { isMark(Array($0.utf8), at: next) }
            || bytes[next...].starts(with: "<!".utf8)
    }

    /// Whether a list of entries begins here, after a `<dl>`.
    var isAtList: Bool {
        let next = placeBehindBlanks(place, andParagraphs: true)
        guard isMark(Array("<dt".utf8), at: next) else {
            return ["<hr", "</dl"].contains { isMark(Array($0.utf8), at: next) }
        }
        var behind = next
        while behind < bytes.count, bytes[behind] != UInt8(ascii: ">") { behind += 1 }
        let entry = placeBehindBlanks(behind + 1)
        return ["<a", "<h1", "<h2", "<h3", "<h4", "<h5", "<h6"]
            .contains { isMark(Array($0.utf8), at: entry) }
    }

    /// Whether text comes next, after the end of a list.
    var isAtText: Bool {
        let next = placeBehindBlanks(place, andParagraphs: true)
        return next < bytes.count
            && !(bytes[next] == UInt8(ascii: "<") && isMarkup(next + 1))
    }

    /// Whether the tag that was read last is the first thing on its line.
    var isTagFirstOnLine: Bool { isFirstOnLine(tokenStart) }

    /// Whether only blanks precede a place on its line.
    func isFirstOnLine(_ place: Int) -> Bool {
        var index = place
        while index > 0, bytes[index - 1] != 0x0A {
            index -= 1
            if !ASCII.isBlank(bytes[index]) { return false }
        }
        return true
    }

    /// Whether a list follows the heading that begins here.
    func isAboveList(_ heading: String) -> Bool {
        let close = Array("</\(heading)>".utf8)
        let end = min(bytes.count, place + 4096)
        var index = place
        while index < end {
            if bytes[index] == UInt8(ascii: "<"),
                bytes[index...].prefix(close.count).map(ASCII.lowercased) == close
            {
                let next = placeBehindBlanks(index + close.count, andParagraphs: true)
                return isMark(Array("<dl".utf8), at: next)
            }
            index += 1
        }
        return false
    }

    /// Whether the open link is closed before another link or entry begins.
    mutating func isLinkClosedFirst() -> Bool {
        if let known = nextClosing, known.place >= place { return known.isClosing }
        let marks = ["</a", "<a", "<dt"].map { Array($0.utf8) }
        var index = place
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<"),
                let mark = marks.firstIndex(where: { isMark($0, at: index) })
            {
                nextClosing = (index, mark == 0)
                return mark == 0
            }
            index += 1
        }
        nextClosing = (index, false)
        return false
    }

    private func placeBehindBlanks(_ place: Int, andParagraphs: Bool = false) -> Int {
        var next = place
        while next < bytes.count {
            if ASCII.isBlank(bytes[next]) {
                next += 1
            } else if andParagraphs, bytes[next...].prefix(3).map(ASCII.lowercased) == Self.p {
                next += 3
            } else if andParagraphs, bytes[next...].prefix(4).map(ASCII.lowercased) == Self.endP {
                next += 4
            } else {
                break
            }
        }
        return next
    }

    private static let p = Array("<p>".utf8)
    private static let endP = Array("</p>".utf8)
}
