import Bookmarks

// The format that every browser writes and reads, and that no standard describes: lists in lists,
// `<DT>` and `<DD>` never closed, tags and dates as attributes of the links.

/// Reads Netscape's bookmark files in all dialects known to us, Pocket's pages of links among them.
enum NetscapeFormat {
    /// - Parameter url: where the web has it, if it does.
    static func parse(_ bytes: [UInt8], from url: String? = nil) -> ParsedImport {
        var parser = NetscapeParser(bytes, from: url)
        return parser.parse()
    }
}

private struct NetscapeParser {
    /// What the text between tags belongs to.
    private enum Target { case nothing, link, folder, notes, folderNotes, heading }

    private var tokens: HTMLTokenizer
    private var result = ParsedImport(format: .netscape)
    private var folders: [String] = []
    /// The name of the folder whose list begins next.
    private var nextFolder: String?
    /// The heading above a list, which is no folder: `Unread` in Pocket's pages.
    private var heading = ""
    private var link: ImportedBookmark?
    private var text: [UInt8] = []
    private var target = Target.nothing
    /// A link in notes that is open: where it leads, and where what it is called begins.
    private var linkInNotes: (url: String, start: Int)?
    /// Whether a `<DT>` came since the last link or note, and whether any ever did.
    private var isInEntry = false
    private var hasEntries = false
    /// Whether no `<DT>` came since the last item of a list, such as pages have.
    private var isInPage = true
    /// How many lists are open that stand deeper than folders are told apart.
    private var tooDeep = 0
    private static let deepest = 200
    /// What relative addresses are relative to: what the page says itself, or where it is.
    private var base: BaseAddress?
    private var saysBase = false

    init(_ bytes: [UInt8], from url: String?) {
        tokens = HTMLTokenizer(bytes)
        base = url.flatMap(BaseAddress.init)
    }

    mutating func parse() -> ParsedImport {
        while let token = tokens.next() {
            switch token {
            case .text(let bytes):
                if target != .nothing { text += bytes }
            case .open(let name, let attributes): open(name, attributes)
            case .close(let name): close(name)
            }
        }
        endText()
        endLink()
        return result
    }

    private mutating func open(_ name: String, _ attributes: HTMLAttributes) {
        switch name {
        case "dt", "li":
            endText()
            isInEntry = true
            hasEntries = true
            isInPage = name == "li"
        case "a": openLink(attributes)
        case "script", "style":
            // Between the tags of a link such a tag is a word of its name.
            if target != .link && target != .folder { tokens.skipElement(name) }
        case "base": takeBase(attributes)
        case "dd":
            endText()
            target = link == nil ? .folderNotes : .notes
            isInEntry = false
        case "h3":
            endText()
            endLink()
            target = .folder
        case "h1", "h2":
            endText()
            endLink()
            target = .heading
        case "dl", "ul":
            endText()
            endLink()
            if folders.count < Self.deepest {
                folders.append(nextFolder ?? "")
            } else {
                tooDeep += 1
            }
            nextFolder = nil
        case "hr":
            endText()
            endLink()
            result.skip(tokens.tokenLine, "a separator")
        case "br", "p":
            if target == .notes { text.append(0x0A) }
        default: break
        }
    }

    /// The first one counts. It may itself be relative to where the page is.
    private mutating func takeBase(_ attributes: HTMLAttributes) {
        guard let url = attributes["href"]?.trimmed, !saysBase else { return }
        saysBase = true
        base = BaseAddress(base?.address(of: url) ?? url) ?? base
    }

    /// The address of a link, whole if that can be.
    private func address(_ reference: String) -> String {
        let reference = reference.trimmed
        return reference.isEmpty ? "" : base?.address(of: reference) ?? reference
    }

    private mutating func openLink(_ attributes: HTMLAttributes) {
        // Notes may hold links of their own. They stay text where entries are marked as such.
        if target == .notes && hasEntries && !isInEntry { return openLinkInNotes(attributes) }
        endText()
        endLink()
        isInEntry = false
        guard let url = attributes["href"]?.trimmed else {
            // In a page it is a place to link to.
            if !isInPage { result.fail(tokens.tokenLine, "it has no URL") }
            return
        }
        if let reason = Self.reasonAgainst(url, isInPage: isInPage) {
            return result.skip(tokens.tokenLine, reason)
        }
        target = .link
        let tags = attributes["tags"] ?? attributes["labels"] ?? attributes["tag"] ?? ""
        func time(_ name: String) -> Double? { attributes[name].flatMap(Moment.text) }
        link = ImportedBookmark(
            url: address(url), tags: TagText.either(tags), notes: attributes["description"] ?? "",
            folder: FolderPath.path(folders), added: time("add_date") ?? time("time_added"),
            modified: time("last_modified"),
            isUnread: attributes["toread"] == "1" || heading.lowercased() == "unread",
            line: tokens.tokenLine)
        if link?.added != nil { return }
        link?.hasUnreadDate = ["add_date", "time_added"].contains {
            attributes[$0].map(Moment.isUnread) ?? false
        }
    }

    /// Why the address of a link leads to no page, if it is one that pages have for themselves.
    private static func reasonAgainst(_ url: String, isInPage: Bool) -> String? {
        if url.hasPrefix("#") || url.isEmpty && isInPage { return "a link within its own page" }
        guard let first = url.utf8.first, ASCII.lowercased(first) == UInt8(ascii: "j"),
            url.prefix(11).lowercased() == "javascript:"
        else { return nil }
        let script = url.dropFirst(11).filter { !$0.isWhitespace && $0 != ";" }
        return ["", "void(0)", "void0", "//"].contains(script) ? "a script that does nothing" : nil
    }

    private mutating func openLinkInNotes(_ attributes: HTMLAttributes) {
        closeLinkInNotes()
        guard let url = attributes["href"] else { return }
        linkInNotes = (address(url), text.count)
        result.skip(tokens.tokenLine, "a link in the notes of another one, which it stays part of")
    }

    /// Where a link in notes leads is said behind what it is called, unless it is called that.
    private mutating func closeLinkInNotes() {
        guard let (url, start) = linkInNotes else { return }
        linkInNotes = nil
        let name = HTMLEntities.decoded(text[start...]).trimmed
        if url.isEmpty || name.contains(url) { return }
        text += (name.isEmpty ? "" : " (").utf8
        text += MarkupText.escaped(url).utf8
        if !name.isEmpty { text += ")".utf8 }
    }

    private mutating func close(_ name: String) {
        switch name {
        case "a":
            if target == .link { endText() } else { closeLinkInNotes() }
        case "h3":
            if target == .folder { endText() }
        case "h1", "h2":
            if target == .heading { endText() }
        case "dl", "ul":
            endText()
            endLink()
            if tooDeep > 0 { tooDeep -= 1 } else { _ = folders.popLast() }
        default: break
        }
    }

    private mutating func endText() {
        closeLinkInNotes()
        defer {
            text = []
            target = .nothing
        }
        let decoded = HTMLEntities.decoded(text[...])
        switch target {
        case .nothing: break
        case .link: link?.name = decoded
        case .folder: nextFolder = decoded
        case .heading: heading = decoded.trimmed
        case .folderNotes:
            if !decoded.trimmed.isEmpty {
                result.skip(tokens.tokenLine, "a description of a folder")
            }
        case .notes:
            let notes = decoded.withoutLooseEnds.trimmed
            if !notes.isEmpty { link?.notes = notes }
        }
    }

    private mutating func endLink() {
        if let link {
            if ImportSettings.isRelative(link.url) {
                result.failRelative(link.line)
            } else {
                result.take(link)
            }
        }
        link = nil
    }
}
