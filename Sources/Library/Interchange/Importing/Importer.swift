/// The web address of a file, and the server's facts about it.
public struct WebSource: Sendable, Hashable {
    /// The file's address, the base of its relative addresses.
    public var url: String
    /// The media type such as `text/html; charset=koi8-r`.
    public var contentType: String?

    public init(url: String, contentType: String? = nil) {
        self.url = url
        self.contentType = contentType
    }
}

/// Reads bookmarks from files of other programs.
public enum Importer {
    /// The maximum size of a file, in bytes: more than any known export, and small enough to read
    /// into memory.
    public static let maximumBytes = 268_435_456

    /// Reads a file.
    ///
    /// The content of a file determines its format, never its name, unless `format` is given. It
    /// does not read databases. Throws if the format is unknown, or the file is damaged from its
    /// start; the result has the errors in single entries.
    ///
    /// - Parameters:
    ///   - charset: the label of the character set, if a person named one: see
    ///     ``isCharacterSet(_:)``. It overrides the file's declaration.
    ///   - source: the file's source on the web, if any.
    ///   - name: the name of the file, which is the name of the link in a file with one link.
    ///   - isOneOfMany: whether the file is in an archive or a folder with others; HTML pages then
    ///     count only if they were made for bookmarks.
    public static func read(
        _ bytes: [UInt8], as format: ImportFormat? = nil, mapping: RecordMapping? = nil,
        charset: String? = nil, from source: WebSource? = nil, named name: String? = nil,
        isOneOfMany: Bool = false
    ) throws(ImportError) -> ParsedImport {
        if !isOneOfMany, bytes.starts(with: ZipArchive.magic) {
            return try readArchive(bytes, as: format, mapping, charset).checked(mapping)
        }
        if isOneOfMany, format == nil { try refusePage(bytes, named: name ?? "") }
        var found = try parse(bytes, as: format, mapping, charset, source, name).checked(mapping)
        if found.format == .link, let name {
            for index in found.bookmarks.indices where found.bookmarks[index].name.isEmpty {
                found.bookmarks[index].name = LinkFile.name(name)
            }
        }
        return found
    }

    private static func readArchive(
        _ bytes: [UInt8], as format: ImportFormat?, _ mapping: RecordMapping?, _ charset: String?
    ) throws(ImportError) -> ParsedImport {
        guard bytes.count <= maximumBytes else { throw tooLarge }
        let archive = try ZipArchive(bytes)
        var left = maximumBytes * 2
        return try FileSet.read(archive.entries.map(\.path)) { index throws(ImportError) in
            let entry = archive.entries[index]
            // Many entries may name the same large content, so the limit is for the work, too.
            guard entry.size <= left else {
                throw ImportError("the archive is too large when unpacked. Unpack it first.")
            }
            left -= entry.size
            let content = try archive.content(of: entry)
            guard !isDatabase(content) else {
                throw ImportError("this is a database. Unpack the archive and import it alone.")
            }
            if format == nil, mapping == nil,
                let page = ParsedImport(
                    savedPage: content, path: entry.path,
                    { () throws(ImportError) in try archive.content(of: entry) })
            {
                return page
            }
            return try read(
                content, as: format, mapping: mapping, charset: charset, named: entry.path,
                isOneOfMany: true)
        }
    }

    /// Throws for a web page that was not made for bookmarks.
    private static func refusePage(_ bytes: [UInt8], named name: String) throws(ImportError) {
        let head = bytes.prefix(16_384).string.lowercased()
        // Programs also save fragments of pages, which begin with any tag.
        let isPiece =
            [".html", ".htm"].contains(where: name.lowercased().hasSuffix)
            && head.trimmed.hasPrefix("<")
        guard isPiece || head.contains("<html") || head.contains("<!doctype html"),
            !EvernoteNotes.mayHaveSome(bytes),
            !["netscape-bookmark-file", "<dt>", "<dt ", "<title>pocket export", "instapaper"]
                .contains(where: head.contains)
        else { return }
        throw ImportError.unknown("this is an ordinary web page, not a list of bookmarks")
    }

    private static let tooLarge = ImportError(
        "it is too large; the limit is \(maximumBytes >> 20) MiB. Is it the right file? A file of "
            + "lines can be split.")

    private static func parse(
        _ bytes: [UInt8], as format: ImportFormat?, _ mapping: RecordMapping?, _ charset: String?,
        _ source: WebSource?, _ name: String?
    ) throws(ImportError) -> ParsedImport {
        guard bytes.count <= maximumBytes else { throw tooLarge }
        if bytes.starts(with: ZipArchive.gzipMagic) {
            let (content, rest) = try ZipArchive.gunzipped(bytes)
            // Some files unpack to themselves.
            guard !content.starts(with: ZipArchive.gzipMagic) else {
                throw ImportError("it is compressed more than once. Unpack it first.")
            }
            var found = try parse(content, as: format, mapping, charset, source, name)
            if rest > 0 { found.warn(1, "ignored after the gzip data: \(rest) bytes") }
            return found
        }
        if bytes.starts(with: MozillaLZ4.magic) {
            return try readText(try MozillaLZ4.decoded(bytes), as: .firefox, mapping, nil, nil)
        }
        if bytes.starts(with: "bplist0".utf8) {
            return try SafariFormat.parse(try BinaryPropertyList.value(bytes))
        }
        if isDatabase(bytes) {
            throw ImportError("this is a database; give it as a file")
        }
        if format == nil, mapping == nil,
            let page = ParsedImport(savedPage: bytes, path: source?.url ?? "the page", { bytes })
        {
            return page
        }
        let (text, guess) = try SourceText.read(
            bytes, contentType: source?.contentType, charset: charset)
        if text.allSatisfy(ASCII.isBlank) {
            throw ImportError.unknown("the file is empty")
        }
        try Backup.refuse(text)
        var found = try readText(text, as: format, mapping, source?.url, name)
        if let guess {
            found.warnings.insert(guess.note, at: 0)
        }
        return found
    }

    /// Whether a label names a character set on the web (https://encoding.spec.whatwg.org).
    public static func isCharacterSet(_ label: String) -> Bool {
        CharacterSetLabels.set(label) != nil
    }

    /// Whether bytes begin a SQLite database.
    public static func isDatabase(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: "SQLite format 3\0".utf8)
    }

    private static func readText(
        _ text: [UInt8], as format: ImportFormat?, _ mapping: RecordMapping?, _ url: String?,
        _ name: String?
    ) throws(ImportError) -> ParsedImport {
        var text = text
        // NUL is in no text, and would end one early in C libraries.
        let controls = text.prefix(65_536).count(where: ASCII.isControl)
        if text.contains(0) { text.removeAll { $0 == 0 } }
        // Old Macintosh files end lines this way.
        if text.contains(0x0D), !text.contains(0x0A) {
            for index in text.indices where text[index] == 0x0D { text[index] = 0x0A }
        }
        var shape = try Shape.of(text, format)
        if shape == .csv, format == nil, mapping == nil, let prose = Shape.ofProse(named: name) {
            shape = prose
        }
        if format == nil, shape.isOfLines, YAMLProperties.recognizes(text) {
            throw ImportError.unknown(
                "this looks like YAML, which Cloudy does not read. Convert it to JSON, such as "
                    + "with yq -o json")
        }
        if shape.isOfLines && controls * 30 > min(text.count, 65_536) {
            throw ImportError.unknown(
                "Cloudy cannot read this kind of file. Is it the right file?")
        }
        switch shape {
        case .html:
            if format == nil, let notes = EvernoteNotes.parse(text) { return notes }
            var found = NetscapeFormat.parse(text, from: url)
            if let page = PageSource.ofSavedPage(text) {
                found.warn(
                    1,
                    "this is a saved copy of \(page): its links are read, not the page. To "
                        + "bookmark the page and keep this copy, leave out --format, or: cloudy "
                        + "save --file FILE")
            }
            return found
        case .xbel: return try XBELFormat.parse(text)
        case .opml: return try OPMLFormat.parse(text)
        case .feed: return try FeedFormat.parse(text, from: url)
        case .posts: return try PostsFormat.parse(text)
        case .link: return try LinkFile.parse(text)
        case .propertyList: return try SafariFormat.parse(try XMLPropertyList.value(text))
        case .json: return try json(text, format, mapping)
        case .jsonLines:
            let (nodes, failed) = JSONReader.lines(text)
            try mapping?.check(nodes)
            var result = try JSONFormats.lines(nodes, as: format, mapping: mapping)
            result.failed += failed
            return result
        case .csv: return try CSVFormats.parse(text, as: format, mapping: mapping)
        case .markdown: return try LinesFormats.markdown(text)
        case .org: return try OrgFormat.parse(text)
        case .urls: return try LinesFormats.urls(text)
        }
    }

    private static func json(
        _ text: [UInt8], _ format: ImportFormat?, _ mapping: RecordMapping?
    ) throws(ImportError) -> ParsedImport {
        let node: Node
        do throws(ImportError) {
            let (root, cut) = try JSONReader.document(text)
            if let cut {
                var found = try JSONFormats.parse(root, as: format, mapping: mapping)
                guard !found.bookmarks.isEmpty else { throw cut }
                found.fail(cut.line ?? 1, cut.message)
                return found
            }
            node = root
        } catch {
            return try notJSON(text, format, error)
        }
        return try JSONFormats.parse(node, as: format, mapping: mapping)
    }

    /// Reads a text that only begins like JSON, such as a list of `[[link]]` or `[name](url)`.
    private static func notJSON(
        _ text: [UInt8], _ format: ImportFormat?, _ error: ImportError
    ) throws(ImportError) -> ParsedImport {
        switch format == nil ? Shape.ofLines(text) : nil {
        case .org: return try OrgFormat.parse(text)
        case .markdown: return try LinesFormats.markdown(text)
        case .csv, nil:
            // A chat message may begin the same way: `[02.01.24, 03:04:05] Ann:
            // https://a.example/`.
            guard format == nil, error.line == 1, isText(text) else { throw error }
            let found = try LinesFormats.markdown(text)
            if found.bookmarks.isEmpty { throw error }
            return found
        default: throw error
        }
    }

    /// Whether the first line of a text is not JSON: it has a URL without quotes.
    private static func isText(_ text: [UInt8]) -> Bool {
        let first = text.prefix(4096).drop(while: ASCII.isBlank).prefix { $0 != 0x0A }.string
        return first.contains("://") && !first.contains { "\"'{".contains($0) }
    }
}
