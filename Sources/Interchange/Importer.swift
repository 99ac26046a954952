/// Where the web has what is read, and what its server says of it.
public struct WebSource: Sendable, Hashable {
    /// Relative addresses of a page are relative to this.
    public var url: String
    /// Such as `text/html; charset=koi8-r`.
    public var contentType: String?

    public init(url: String, contentType: String? = nil) {
        self.url = url
        self.contentType = contentType
    }
}

/// Reads bookmarks out of the files of other programs.
public enum Importer {
    /// How large a file may be, in bytes: more than any export known, and as much as is read into
    /// memory without a second thought.
    public static let maximumBytes = 268_435_456

    /// Reads a file.
    ///
    /// What a file is, its content says and never its name, unless `format` names it. Databases are
    /// not read here. Throws when it is nothing known, or damaged before anything was read; what is
    /// wrong with single entries is said in the result.
    ///
    /// - Parameter source: where it comes from, if that is the web.
    public static func read(
        _ bytes: [UInt8], as format: ImportFormat? = nil, mapping: RecordMapping? = nil,
        from source: WebSource? = nil
    ) throws(ImportError) -> ParsedImport {
        try parse(bytes, as: format, mapping, source).checked(mapping)
    }

    private static func parse(
        _ bytes: [UInt8], as format: ImportFormat?, _ mapping: RecordMapping?, _ source: WebSource?
    ) throws(ImportError) -> ParsedImport {
        guard bytes.count <= maximumBytes else {
            throw ImportError(
                "it is too large: at most \(maximumBytes >> 20) MiB are read. Is it what it should "
                    + "be? A file of lines can be cut in parts.")
        }
        if bytes.starts(with: MozillaLZ4.magic) {
            return try readText(try MozillaLZ4.decoded(bytes), as: .firefox, mapping, nil)
        }
        if bytes.starts(with: "bplist0".utf8) {
            return try SafariFormat.parse(try BinaryPropertyList.value(bytes))
        }
        if isDatabase(bytes) {
            throw ImportError("this is a database, and must be given as a file")
        }
        let text = SourceText.utf8(bytes, contentType: source?.contentType)
        if text.allSatisfy(ASCII.isBlank) {
            throw ImportError("the file is empty")
        }
        try Backup.refuse(text)
        return try readText(text, as: format, mapping, source?.url)
    }

    /// Whether bytes begin a database of SQLite.
    public static func isDatabase(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: "SQLite format 3\0".utf8)
    }

    private static func readText(
        _ text: [UInt8], as format: ImportFormat?, _ mapping: RecordMapping?, _ url: String?
    ) throws(ImportError) -> ParsedImport {
        var text = text
        // NUL is in no text, and would end one early in libraries of C.
        let controls = text.prefix(65_536).count(where: ASCII.isControl)
        if text.contains(0) { text.removeAll { $0 == 0 } }
        // Before Unix, a Macintosh ended lines so.
        if text.contains(0x0D), !text.contains(0x0A) {
            for index in text.indices where text[index] == 0x0D { text[index] = 0x0A }
        }
        let shape = try Shape.of(text, format)
        if shape.isOfLines && controls * 30 > min(text.count, 65_536) {
            throw ImportError(
                "this is no text, and nothing else that Cloudy reads. Is it the right file?")
        }
        switch shape {
        case .html: return NetscapeFormat.parse(text, from: url)
        case .xbel: return try XBELFormat.parse(text)
        case .opml: return try OPMLFormat.parse(text)
        case .propertyList: return try SafariFormat.parse(try XMLPropertyList.value(text))
        case .json: return try json(text, format, mapping)
        case .jsonLines:
            let (nodes, failed) = JSONReader.lines(text)
            try mapping?.check(nodes)
            var result = JSONFormats.records(
                nodes, as: format, mapping: mapping,
                otherwise: RecordFormat(format: .jsonl, signature: [], mapping: .common))
            if mapping == nil {
                try URLPlace.check(result, Node(value: .array(nodes), line: 1))
            }
            result.failed += failed
            return result
        case .csv: return try CSVFormats.parse(text, as: format, mapping: mapping)
        case .markdown: return try LinesFormats.markdown(text)
        case .org: return try LinesFormats.org(text)
        case .urls: return try LinesFormats.urls(text)
        }
    }

    private static func json(
        _ text: [UInt8], _ format: ImportFormat?, _ mapping: RecordMapping?
    ) throws(ImportError) -> ParsedImport {
        do throws(ImportError) {
            return try JSONFormats.parse(
                try JSONReader.value(text), as: format, mapping: mapping)
        } catch {
            // A list that begins with `[[link]]` or `[name](url)` looks like JSON for a moment.
            switch format == nil ? Shape.ofLines(text) : nil {
            case .org: return try LinesFormats.org(text)
            case .markdown: return try LinesFormats.markdown(text)
            default: throw error
            }
        }
    }
}
