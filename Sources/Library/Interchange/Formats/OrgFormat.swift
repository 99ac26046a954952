import Bookmarks

/// Reads links in Org.
enum OrgFormat {
    /// Reads Org. Headlines are folders, unless they are links or their properties have the URL of
    /// a page. Then the tags at their end are tags of the bookmark, and the lines below them its
    /// notes, without their common indentation. Org's own data is directly below a headline, before
    /// the notes.
    static func parse(_ bytes: [UInt8]) throws(ImportError) -> ParsedImport {
        try LinesFormats.checkSize(bytes)
        var reader = OrgReader(
            blocks: OrgBlock.firstLinesOfClosedBlocks(in: LinesFormats.lines(bytes)))
        for (number, line) in LinesFormats.lines(bytes) { reader.take(line, number) }
        var result = reader.finished()
        LinesFormats.noteLongLines(bytes, &result)
        return result
    }
}

private struct OrgReader {
    private var parser = LinesParser(format: .org)
    private var states = OrgHeadline.usualStates
    private var properties: OrgProperties?
    private var isRightBelowHeadline = true
    /// The first lines of the blocks that have an end; and the open block.
    private let blocks: Set<Int>
    private var block: OrgBlock?
    /// The level of the headline that is a comment with everything below it.
    private var hiddenLevel: Int?

    init(blocks: Set<Int>) { self.blocks = blocks }

    mutating func take(_ line: Substring, _ number: Int) {
        let stars = line.prefix { $0 == "*" }.count
        var content = line.dropFirst(stars)
        let isHeadline = stars > 0 && content.first == " "
        if properties != nil {
            if !isHeadline && !OrgLinks.isDrawer(line, ":END:") {
                properties?.take(line, number)
                return
            }
            endProperties()
            if !isHeadline { return }
        }
        if isRightBelowHeadline && OrgLinks.isDrawer(line, ":PROPERTIES:") {
            properties = OrgProperties(line)
            isRightBelowHeadline = false
            return
        }
        if isHidden(content, isHeadline ? stars : nil, number) { return }
        if isRightBelowHeadline && OrgLinks.isPlanning(line) { return }
        if takeLiteral(line, number, isHeadline: isHeadline) { return }
        if OrgLinks.isKeyword(line) && !(parser.hasBookmark && line.first != "#") {
            return takeKeyword(line, number)
        }
        isRightBelowHeadline = stars > 0
        if isHeadline { content = OrgHeadline.withoutState(content, states) }
        let found = OrgLinks.found(in: content)
        if isHeadline {
            skip(found.inner, number)
            if found.links.isEmpty || OrgHeadline.isEscaped(content) {
                let isPlain = found.inner == 0 || OrgHeadline.isEscaped(content)
                let folder = OrgHeadline(isPlain ? content : found.rest[...])
                parser.heading(level: stars, number, folder.name, tags: folder.tags)
            } else {
                parser.headline(level: stars, number, (found.links, found.rest))
            }
        } else {
            parser.endBookmarks(before: line, isPlain: found.links.isEmpty)
            if !parser.hasBookmark { skip(found.inner, number) }
            parser.line(line, number, (found.links, found.rest), isNote: parser.isNote(line))
        }
    }

    /// Whether a line belongs to a headline that begins with `COMMENT`, or to those below it.
    private mutating func isHidden(_ content: Substring, _ stars: Int?, _ number: Int) -> Bool {
        if let stars {
            if let level = hiddenLevel, stars <= level { hiddenLevel = nil }
            if hiddenLevel == nil,
                OrgHeadline.isComment(OrgHeadline.withoutState(content, states))
            {
                parser.end()
                parser.closeHeadings(from: stars)
                block = nil
                hiddenLevel = stars
            }
        }
        guard hiddenLevel != nil else { return false }
        parser.skip(OrgLinks.links(in: content).links, number, OrgBlock.inComment)
        return true
    }

    /// Takes a line of code or of a comment. In notes, it is a line of the notes.
    private mutating func takeLiteral(
        _ line: Substring, _ number: Int, isHeadline: Bool
    ) -> Bool {
        if isHeadline {
            block = nil
            return false
        }
        let isInside = block != nil
        let begun = isInside || !blocks.contains(number) ? nil : OrgBlock(beginning: line)
        let reason = block?.reason ?? begun?.reason ?? OrgBlock.reason(ofLine: line)
        guard let reason else { return false }
        let links = OrgLinks.found(in: line).links
        if begun == nil && !isInside && links.isEmpty { return false }
        if let begun { block = begun }
        if isInside && block?.ends(at: line) == true { block = nil }
        isRightBelowHeadline = false
        if !isInside { parser.endBookmarks(before: line, isPlain: true) }
        if parser.hasBookmark {
            parser.line(line, number, (links, ""), isNote: true)
        } else {
            parser.skip(links, number, reason)
        }
        return true
    }

    mutating func finished() -> ParsedImport {
        endProperties()
        return parser.finished()
    }

    private mutating func endProperties() {
        guard let properties else { return }
        self.properties = nil
        for (url, line) in properties.urls { parser.takeProperty(url, line) }
        parser.setMargin(of: properties.start)
        if let time = properties.created { parser.setAdded(time) }
        if !properties.tags.isEmpty { parser.setTags(properties.tags) }
        parser.setMarks(
            properties.description, isUnread: properties.isUnread,
            isArchived: properties.isArchived)
    }

    /// Reads a line such as `#+FILETAGS: :one:two:`, which applies to the whole file.
    private mutating func takeKeyword(_ line: Substring, _ number: Int) {
        states.formUnion(OrgHeadline.states(line))
        let text = String(line).trimmed
        guard let colon = text.firstIndex(of: ":") else { return }
        let value = String(text[colon...].dropFirst()).trimmed
        switch text[..<colon].lowercased() {
        case "#+filetags", "#+roam_tags":
            let tags = value.split { ": \t\"".contains($0) }.map(String.init)
            parser.addFileTags(TagText.clean(tags), number)
        case "#+title": parser.title = value
        case "#+roam_key":
            for url in OrgProperties.urls(value) { parser.takeProperty(url, number) }
        default: break
        }
    }

    private mutating func skip(_ count: Int, _ number: Int) {
        for _ in 0..<count { parser.skip(number, "a link within Org, not to a page") }
    }
}
