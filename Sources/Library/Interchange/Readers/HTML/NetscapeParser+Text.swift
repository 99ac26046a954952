/// HTML in names and notes, which programs write without escaping it. The tags are dropped; the
/// text is kept.
extension NetscapeParser {
    /// Takes a tag. Returns whether it is part of a name or of notes.
    mutating func openInText(_ name: String, _ attributes: HTMLAttributes) -> Bool {
        if target == .link { return isPartOfName(name) }
        guard isInNotes else { return false }
        switch name {
        case "br": text.append(0x0A)
        case "p", "div", "blockquote", "pre": breakLine()
        case "hr":
            if tokens.isTagFirstOnLine { return false }
            text.append(0x0A)
        case "h1", "h2", "h3", "h4", "h5", "h6":
            if tokens.isTagFirstOnLine && tokens.isAboveList(name) { return false }
            hasGap = true
        case "dt":
            if tokens.isAtEntry { return false }
            hasGap = true
        case "dl":
            // A folder's list follows its description.
            if target == .folderNotes || tokens.isAtList { return false }
            listsInNotes += 1
            hasGap = true
        case "dd":
            if listsInNotes == 0 { return false }
            hasGap = true
        case "title", "base": break
        default:
            if !Self.blocks.contains(name) { return false }
            hasGap = true
        }
        return true
    }

    /// Takes a closing tag. Returns whether it is part of a name or of notes.
    mutating func closeInText(_ name: String) -> Bool {
        if target == .link { return name != "a" && isPartOfName(name) }
        guard isInNotes else { return false }
        switch name {
        case "p", "div", "blockquote", "pre": breakLine()
        case "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd": hasGap = true
        case "dl":
            if listsInNotes > 0 {
                listsInNotes -= 1
            } else if !tokens.isAtText {
                return false
            }
            hasGap = true
        default:
            if !Self.blocks.contains(name) { return false }
            hasGap = true
        }
        return true
    }

    /// Begins a new line, unless the text is already at the start of one.
    private mutating func breakLine() {
        let last = text.last { !ASCII.isBlank($0) || $0 == 0x0A }
        if last != 0x0A { text.append(0x0A) }
    }

    /// Elements that separate the words before and after them.
    private static let blocks: Set<String> = [
        "ul", "ol", "li", "table", "tr", "td", "th", "section", "article", "center", "menu",
    ]

    /// Whether a tag that usually begins something else is part of the link's name.
    private mutating func isPartOfName(_ name: String) -> Bool {
        switch name {
        case "h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "div", "dd", "hr", "dl", "title":
            break
        default:
            if !Self.blocks.contains(name) { return false }
        }
        guard tokens.isLinkClosedFirst() else { return false }
        hasGap = true
        return true
    }

    mutating func openLinkInNotes(_ attributes: HTMLAttributes) {
        closeLinkInNotes()
        guard let url = attributes["href"] else { return }
        linkInNotes = (address(url), text.count)
        result.skip(tokens.tokenLine, "a link in the notes of another bookmark, where it stays")
    }

    /// Ends a link in notes: adds its address after its name, unless they are the same.
    mutating func closeLinkInNotes() {
        guard let (url, start) = linkInNotes else { return }
        linkInNotes = nil
        let name = HTMLEntities.decoded(text[start...]).trimmed
        if url.isEmpty || name.contains(url) { return }
        text += (name.isEmpty ? "" : " (").utf8
        text += MarkupText.escaped(url).utf8
        if !name.isEmpty { text += ")".utf8 }
    }
}
