import Bookmarks

/// Gathers the text of one paragraph: white space becomes one blank, and neighbors of one style
/// become one piece.
struct InlineText {
    private(set) var inlines: [ReadablePage.Inline] = []
    /// The white space since the last letter: whether there is any, and whether it has a blank.
    private var hasSpace = false
    private var hasBlank = false
    private var last: Unicode.Scalar = "\n"

    /// Whether it has neither letters nor signs.
    var isEmpty: Bool { inlines.isEmpty }

    mutating func append(_ text: String, _ style: ReadablePage.Style, link: Int?) {
        var piece = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x20:
                hasSpace = true
                hasBlank = true
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: hasSpace = true
            // Invisible characters: soft hyphens, places to break, marks of the order of bytes.
            case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x200B, 0x2060, 0xFEFF: continue
            default:
                if hasSpace, last != "\n" {
                    // Chinese and Japanese have no blanks; a line of the source ended here.
                    let joins = !hasBlank && last.isIdeographic && scalar.isIdeographic
                    if !joins { piece.append(" ") }
                }
                hasSpace = false
                hasBlank = false
                // Such blanks alone are no text.
                if last == "\n", scalar == "\u{A0}" { continue }
                piece.unicodeScalars.append(scalar)
                last = scalar
            }
        }
        add(piece, style, link)
    }

    private mutating func add(_ piece: String, _ style: ReadablePage.Style, _ link: Int?) {
        guard !piece.isEmpty else { return }
        if let index = inlines.indices.last, inlines[index].style == style,
            inlines[index].link == link
        {
            inlines[index].text += piece
            return
        }
        // A blank between two pieces belongs to a plain one.
        guard piece.first == " ", let index = inlines.indices.last,
            link != nil || !style.isEmpty || isPlain(index)
        else {
            inlines.append(ReadablePage.Inline(piece, style, link: link))
            return
        }
        if isPlain(index) {
            inlines[index].text += " "
        } else {
            inlines.append(ReadablePage.Inline(" "))
        }
        inlines.append(ReadablePage.Inline(String(piece.dropFirst()), style, link: link))
    }

    private func isPlain(_ index: Int) -> Bool {
        inlines[index].style.isEmpty && inlines[index].link == nil
    }

    /// Ends the line. Two in a row say that the paragraph ends: then it is `false`.
    mutating func breakLine() -> Bool {
        hasSpace = false
        hasBlank = false
        if last == "\n" { return false }
        inlines[inlines.count - 1].text += "\n"
        last = "\n"
        return true
    }

    /// The gathered text, without white space at its end; then it is empty.
    mutating func take() -> [ReadablePage.Inline] {
        defer { self = InlineText() }
        while let text = inlines.last?.text {
            let scalars = text.unicodeScalars
            guard let end = scalars.lastIndex(where: { !$0.isBlank }) else {
                inlines.removeLast()
                continue
            }
            inlines[inlines.count - 1].text = String(scalars[...end])
            break
        }
        return inlines
    }
}

extension Unicode.Scalar {
    /// Whether it belongs to a script without blanks between words. Korean has them.
    var isIdeographic: Bool {
        switch value {
        case 0x2E80...0x312F, 0x31A0...0xA4CF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Whether it is a syllable of Korean.
    var isHangul: Bool { 0xAC00...0xD7A3 ~= value }
}
