import Bookmarks

// The format that every browser writes and reads, and that no standard describes: lists in lists,
// `<DT>` and `<DD>` never closed, tags and dates as attributes of the links.

/// Reads Netscape's bookmark files in all known dialects, including Pocket's pages of links.
enum NetscapeFormat {
    /// - Parameter url: the file's address on the web, if it has one.
    static func parse(_ bytes: [UInt8], from url: String? = nil) -> ParsedImport {
        var parser = NetscapeParser(bytes, from: url)
        return parser.parse()
    }
}

struct NetscapeParser {
    /// The kind of element that receives the text between tags.
    enum Target { case nothing, link, folder, notes, folderNotes, heading, title, time }

    var tokens: HTMLTokenizer
    var result = ParsedImport(format: .netscape)
    var lists = NetscapeLists()
    var link: ImportedBookmark?
    /// The link's address as the file has it.
    private var reference = ""
    /// The alternative text of a picture in the link's name.
    private var alternative = ""
    var text: [UInt8] = []
    /// Whether a tag separated two words of the text.
    var hasGap = false
    var target = Target.nothing
    /// An open link in notes: its address, and the start of its name.
    var linkInNotes: (url: String, start: Int)?
    /// The number of open lists in the notes.
    var listsInNotes = 0
    /// Whether a `<DT>` came since the last link or note, and whether there was one in the whole
    /// file.
    private var isInEntry = false
    private var hasEntries = false
    /// Whether the link is in a list of Medium's, whose time is the time of saving.
    private var isOfMedium = false
    /// Whether no `<DT>` came since the last list item, as in ordinary pages.
    private var isInPage = true
    /// The base of relative addresses: the one that the page declares, or the page's own address.
    private var base: BaseAddress?
    private var hasBaseElement = false

    init(_ bytes: [UInt8], from url: String?) {
        tokens = HTMLTokenizer(bytes)
        base = url.flatMap(BaseAddress.init)
    }

    mutating func parse() -> ParsedImport {
        while true {
            tokens.isInText = isInEntryText
            guard let token = tokens.next() else { break }
            switch token {
            case .text(let bytes): take(bytes)
            case .open(let name, let attributes):
                if !openInText(name, attributes) { open(name, attributes) }
            case .close(let name):
                if !closeInText(name) { close(name) }
            }
        }
        let isCut = target == .link && hasEntries && !isInPage && link != nil
        let line = link?.line ?? 0
        endText()
        endLink()
        if let line = tokens.lineOfOpenTag {
            result.fail(line, "the file ends in the middle of a tag; was it cut off?")
        } else if isCut {
            result.fail(
                line,
                "the file ends in the middle of this name, and the rest is missing; was it cut off?"
            )
        }
        return result
    }

    /// Whether the next text belongs to an entry of a list of bookmarks.
    private var isInEntryText: Bool { hasEntries && !isInPage && target != .nothing }

    /// Whether the notes of an entry are open, which may contain any markup.
    var isInNotes: Bool {
        (target == .notes || target == .folderNotes) && hasEntries && !isInPage
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>) {
        if target == .nothing { return }
        if hasGap, let first = bytes.first, let last = text.last,
            !ASCII.isBlank(first) && !ASCII.isBlank(last)
        {
            text.append(0x20)
        }
        hasGap = false
        text += bytes
    }

    private mutating func open(_ name: String, _ attributes: HTMLAttributes) {
        switch name {
        case "dt", "li":
            endText()
            isInEntry = true
            hasEntries = true
            isInPage = name == "li"
        case "a": openLink(attributes)
        case "img":
            if target == .link && alternative.isEmpty { alternative = attributes["alt"] ?? "" }
        case "script", "style":
            // Inside a link, such a tag is a word of the name.
            if target != .link && target != .folder { tokens.skipElement(name) }
        case "title":
            endText()
            target = .title
        case "time" where isOfMedium && isInPage && target == .nothing && link != nil:
            target = .time
        case "base": takeBase(attributes)
        case "dd":
            endText()
            target = link == nil ? .folderNotes : .notes
            isInEntry = false
        case "h1", "h2", "h3", "h4", "h5", "h6":
            let isFolder = isInEntry && !isInPage || name == "h3"
            endText()
            endLink()
            target = isFolder ? .folder : .heading
            lists.begin(heading: name, isReading: attributes["id"] == "com.apple.ReadingList")
        case "dl", "ul", "ol", "table":
            endText()
            endLink()
            lists.open(name)
        case "hr":
            endText()
            endLink()
            result.skip(tokens.tokenLine, "a separator")
        case "br", "p":
            if target == .notes { text.append(0x0A) }
        default: break
        }
    }

    /// Takes the page's first base, which may be relative to the page's address.
    private mutating func takeBase(_ attributes: HTMLAttributes) {
        guard let url = attributes["href"].map(ImportedURL.cleaned), !hasBaseElement else { return }
        hasBaseElement = true
        base = BaseAddress(base?.address(of: url) ?? url) ?? base
    }

    /// Returns the address of a link, resolved if possible.
    func address(_ reference: String) -> String {
        let reference = ImportedURL.cleaned(reference)
        return reference.isEmpty ? "" : base?.address(of: reference) ?? reference
    }

    private mutating func openLink(_ attributes: HTMLAttributes) {
        // Notes may contain links, which stay text if entries are marked as such.
        if target == .notes && hasEntries && !isInEntry { return openLinkInNotes(attributes) }
        endText()
        endLink()
        isInEntry = false
        // A live bookmark of old Firefox versions may have only a feed.
        let written = attributes["href"] ?? attributes["feedurl"]
        guard let url = written.map(ImportedURL.cleaned) else {
            // In a page, it is an anchor.
            if !isInPage { result.fail(tokens.tokenLine, "it has no URL") }
            return
        }
        if let reason = Self.reasonAgainst(url, isInPage: isInPage) {
            return result.skip(tokens.tokenLine, reason)
        }
        target = .link
        isOfMedium = attributes["class"] == "h-cite"
        reference = url
        let tags = attributes["tags"] ?? attributes["labels"] ?? attributes["tag"] ?? ""
        func time(_ name: String) -> Double? { attributes[name].flatMap(Moment.parse) }
        link = ImportedBookmark(
            url: address(url), tags: TagText.splitAtCommasOrBlanks(tags),
            notes: attributes["description"] ?? "",
            description: attributes[Self.description] ?? "", folder: lists.path,
            added: time("add_date") ?? time("time_added"), modified: time("last_modified"),
            isUnread: attributes["toread"] == "1" || lists.isReading,
            isArchived: attributes["archived"] == "1" || lists.isArchive,
            line: tokens.tokenLine)
        if let place = link?.tags.firstIndex(of: LinkdingMarks.archived) {
            link?.tags.remove(at: place)
            link?.isArchived = true
        }
        if link?.added != nil { return }
        link?.hasUnreadDate = ["add_date", "time_added"].contains {
            attributes[$0].map(Moment.isUnread) ?? false
        }
    }

    /// The attribute in which Cloudy writes a page's description; `<DD>` may have other text.
    static let description = "page_description"

    /// Returns the reason why an address leads to no page, if it is of a kind that only pages use.
    private static func reasonAgainst(_ url: String, isInPage: Bool) -> String? {
        if url.hasPrefix("#") || url.isEmpty && isInPage { return "a link within its own page" }
        guard let first = url.utf8.first, ASCII.lowercased(first) == UInt8(ascii: "j"),
            url.prefix(11).lowercased() == "javascript:"
        else { return nil }
        let script = url.dropFirst(11).filter { !$0.isWhitespace && $0 != ";" }
        return ["", "void(0)", "void0", "//"].contains(script) ? "a script that does nothing" : nil
    }

    private mutating func close(_ name: String) {
        switch name {
        case "a":
            if target == .link { endText() } else { closeLinkInNotes() }
        case "title":
            if target == .title { endText() }
        case "time":
            if target == .time { endText() }
        case "h1", "h2", "h3", "h4", "h5", "h6":
            if target == .folder || target == .heading { endText() }
        case "dl", "ul", "ol", "table":
            endText()
            endLink()
            lists.close(name)
        default: break
        }
    }

    mutating func endText() {
        closeLinkInNotes()
        defer {
            text = []
            hasGap = false
            listsInNotes = 0
            target = .nothing
        }
        let decoded = HTMLEntities.decoded(text[...])
        switch target {
        case .nothing: break
        case .link:
            link?.name = decoded.trimmed.isEmpty ? alternative : decoded
            // A link that shows its own address has no name.
            if ImportedURL.cleaned(decoded) == reference { link?.name = "" }
            alternative = ""
        case .folder: lists.nextName = decoded
        case .heading: lists.heading = FolderPath.cut(decoded.collapsed)
        case .title: lists.title = FolderPath.cut(decoded.collapsed)
        case .time:
            if link?.added == nil { link?.added = Moment.parse(decoded) }
            isOfMedium = false
        case .folderNotes:
            if !decoded.trimmed.isEmpty {
                result.skip(tokens.tokenLine, "a description of a folder")
            }
        case .notes:
            let (description, notes) = LinkdingMarks.split(decoded)
            if !description.isEmpty { link?.description = description }
            addNotes(notes.trimmed.withoutLooseEnds)
        }
    }

    /// Adds notes; some programs write them as an attribute, or in several pieces.
    private mutating func addNotes(_ notes: String) {
        guard !notes.isEmpty, let before = link?.notes else { return }
        link?.notes =
            before.isEmpty || notes.contains(before.trimmed) ? notes : "\(before)\n\(notes)"
    }

    mutating func endLink() {
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
