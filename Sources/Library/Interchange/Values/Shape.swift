/// The syntax of a file, as far as its first characters and lines show it.
enum Shape: Hashable {
    case html, xbel, opml, feed, posts, propertyList, link, json, jsonLines, csv, markdown, org
    case urls

    /// Whether the shape was recognized by lines only, which random bytes may resemble.
    var isOfLines: Bool { [.csv, .markdown, .org, .urls].contains(self) }

    /// Returns the shape of a text, or of the named format. Throws if it is unknown.
    static func of(_ text: [UInt8], _ format: ImportFormat?) throws(ImportError) -> Shape {
        let start = text.drop(while: ASCII.isBlank)
        let isJSON = start.first == UInt8(ascii: "{") || start.first == UInt8(ascii: "[")
        switch format {
        case .netscape: return .html
        case .xbel: return .xbel
        case .opml: return .opml
        case .feed: return .feed
        case .link: return start.first == UInt8(ascii: "<") ? .propertyList : .link
        case .safari: return .propertyList
        case .markdown: return .markdown
        case .org: return .org
        case .urls: return .urls
        case .csv, .instapaper: return .csv
        case .jsonl: return .jsonLines
        case .json, .firefox, .chrome, .linkwarden, .reader, .keep, .telegram: return .json
        case .pocket: return start.first == UInt8(ascii: "<") ? .html : .csv
        case .buku, .places:
            throw ImportError("this is not an SQLite database")
        case .linkdingData, .shiori, .archiveBox:
            throw ImportError("this is neither the folder of an archive nor a zip file with one")
        case .files:
            throw ImportError("this is neither a folder nor a zip archive")
        case .pinboard, .raindrop, .linkding, .wallabag, .omnivore, .cloudy:
            if start.first == UInt8(ascii: "<") { return ofMarkup(start) ?? .html }
            return isJSON ? (areLines(start) ? .jsonLines : .json) : .csv
        case nil: break
        }
        if LinkFile.recognizes(start) { return .link }
        if isJSON { return areLines(start) ? .jsonLines : .json }
        if start.first == UInt8(ascii: "<"), let shape = ofMarkup(start) { return shape }
        if let shape = ofLines(text) { return shape }
        throw ImportError.unknown(
            "Cloudy does not recognize this format", advice: .nameFormat)
    }

    /// Returns the shape of a text whose file name means prose, where commas do not separate
    /// columns.
    static func ofProse(named name: String?) -> Shape? {
        let name = name?.lowercased() ?? ""
        if [".md", ".markdown"].contains(where: name.hasSuffix) { return .markdown }
        return name.hasSuffix(".org") ? .org : nil
    }

    /// Whether several lines each begin with an object.
    private static func areLines(_ start: ArraySlice<UInt8>) -> Bool {
        guard start.first == UInt8(ascii: "{"),
            let end = start.firstIndex(of: 0x0A),
            start[..<end].last(where: { !ASCII.isBlank($0) }) == UInt8(ascii: "}")
        else { return false }
        return start[end...].first { !ASCII.isBlank($0) } == UInt8(ascii: "{")
    }

    private static func ofMarkup(_ start: ArraySlice<UInt8>) -> Shape? {
        var tokens = HTMLTokenizer(Array(start.prefix(262_144)))
        while let token = tokens.next() {
            guard case .open(let name, _) = token else { continue }
            switch name {
            case "xbel": return .xbel
            case "opml": return .opml
            case "rss", "feed", "rdf", "rdf:rdf": return .feed
            case "posts": return .posts
            case "plist": return .propertyList
            case "a", "dl", "dt", "h1", "h3", "html", "head", "title", "body", "meta", "base", "ul",
                "p":
                return .html
            default: return nil
            }
        }
        return text(start, contains: "NETSCAPE-Bookmark-file") ? .html : nil
    }

    private static func text(_ bytes: ArraySlice<UInt8>, contains part: String) -> Bool {
        bytes.prefix(4096).string.contains(part)
    }

    /// Returns the shape of a text of lines, by the first significant ones.
    static func ofLines(_ text: [UInt8]) -> Shape? {
        let whole = text.prefix(262_144).split(separator: 0x0A).lazy.map(\.string)
        let lines = whole.map(\.trimmed).filter { !$0.isEmpty }
        guard let first = lines.first(where: { _ in true }) else { return nil }
        // Names of columns decide before the contents of columns.
        if CSVFormats.isHead(lines.prefix(2).joined(separator: "\n")) || declaresSeparator(text) {
            return .csv
        }
        let substrings = whole.map { Substring($0) }
        if ELinksFormat.recognizes(substrings) || NewsboatFormat.recognizes(substrings) {
            return .urls
        }
        if first == "---", FrontMatter(LinesFormats.lines(text)) != nil { return .markdown }
        if CSVFormats.startOfTable(Array(text.prefix(65_536))) != nil { return .csv }
        let sample = whole.filter { $0.utf8.count <= 4096 }.prefix(1000)
        // Indented lines may be notes in the other syntax.
        let outer = Signs(sample.filter { $0.first.map { !$0.isWhitespace } ?? false })
        let all = Signs(sample)
        if all.most < 2 && isListOfURLs(lines) { return .urls }
        if let shape = outer.shape ?? all.shape { return shape }
        // A single line shows little of a format, but a list item is enough.
        if isItem(first) { return .markdown }
        if URLLines.areNamed(lines) { return .urls }
        if first.contains(",") || first.contains(";") || first.contains("\t") { return .csv }
        return lines.prefix(500).contains(where: isURL) ? .urls : nil
    }

    /// Whether the first line names the separator of a table.
    private static func declaresSeparator(_ text: [UInt8]) -> Bool {
        CSVReader.namedSeparator(text.prefix(64).prefix { $0 != 0x0A }) != nil
    }

    /// Counts the signs of Org and of Markdown in lines.
    private struct Signs {
        private var (org, markdown) = (0, 0)

        init(_ lines: some Sequence<String>) {
            for line in lines {
                let line = line.trimmed
                if WikiLinks.isItem(line) {
                    markdown += 3
                } else if line.contains("[["), line.contains("]]") {
                    org += 2
                }
                if ["#+", "* ", "** "].contains(where: line.hasPrefix) { org += 1 }
                if line.contains("](") || line.contains("<http") { markdown += 2 }
                if ["# ", "- "].contains(where: line.hasPrefix) { markdown += 1 }
                if EqualsHeading.heading(in: line[...]) != nil { markdown += 2 }
            }
        }

        var most: Int { max(org, markdown) }

        var shape: Shape? { most < 2 ? nil : org > markdown ? .org : .markdown }
    }

    /// Whether lines begin with URLs that are not the first column of a table. URLs may contain
    /// commas, too: in a table, every line has one, and some have a blank or a quote.
    private static func isListOfURLs(_ lines: some Sequence<String>) -> Bool {
        let entries = lines.prefix(500).filter { !$0.hasPrefix("#") }
        guard let first = entries.first, isURL(first) else { return false }
        if !first.contains(",") { return true }
        let isBare = { (line: String) in isURL(line) && !line.contains { "\" \t".contains($0) } }
        if entries.allSatisfy(isBare) { return true }
        // A quoted field may span several lines.
        return !entries.contains { $0.contains("\"") }
            && !entries.allSatisfy { $0.contains(",") }
    }

    /// Whether a line is a list item such as `- https://…`, `1. https://…` or `<https://…>`.
    private static func isItem(_ line: String) -> Bool {
        let content = MarkdownLinks.withoutMark(Substring(line))
        let link = content.text.drop { $0 == "<" }
        return !content.isRow && link.count < line.count && isURL(String(link))
    }

    private static func isURL(_ line: String) -> Bool {
        guard let colon = line.firstRange(of: "://") else { return false }
        return line[..<colon.lowerBound].utf8.allSatisfy { ASCII.isLetter($0) }
            && colon.lowerBound != line.startIndex
    }
}
