import Bookmarks

/// Collects the text of a paragraph: white space becomes a single blank, and adjacent pieces of the
/// same style are joined.
struct InlineText {
    private(set) var inlines: [ReadablePage.Inline] = []
    /// Whether there was white space since the last letter, and whether it contained a blank.
    private var hasSpace = false
    private var hasBlank = false
    private var last: Unicode.Scalar = "\n"

    /// Whether there is no text yet.
    var isEmpty: Bool { inlines.isEmpty }

    mutating func append(_ text: String, _ style: ReadablePage.Style, link: Int?) {
        var piece = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x20:
                hasSpace = true
                hasBlank = true
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: hasSpace = true
            // Invisible characters: soft hyphens, zero-width spaces, byte order marks.
            case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x200B, 0x2060, 0xFEFF: continue
            default:
                if hasSpace, last != "\n" {
                    // Chinese and Japanese have no blanks; this one is a line end in the source.
                    let joins = !hasBlank && last.isIdeographic && scalar.isIdeographic
                    if !joins { piece.append(" ") }
                }
                hasSpace = false
                hasBlank = false
                // Non-breaking spaces alone are not text.
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
        // A blank between two pieces belongs to the plain one.
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

    /// Ends the line. Returns `false` if this is the second break in a row, which ends the
    /// paragraph.
    mutating func breakLine() -> Bool {
        hasSpace = false
        hasBlank = false
        if last == "\n" { return false }
        inlines[inlines.count - 1].text += "\n"
        last = "\n"
        return true
    }

    /// Returns the collected text without white space at its end, and clears it.
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
    /// Whether the scalar belongs to a script without blanks between words. Korean has blanks.
    var isIdeographic: Bool {
        switch value {
        case 0x2E80...0x312F, 0x31A0...0xA4CF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Whether the scalar is a Korean syllable.
    var isHangul: Bool { 0xAC00...0xD7A3 ~= value }
}
