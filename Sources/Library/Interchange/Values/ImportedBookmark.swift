import Bookmarks

/// A bookmark from another program's file, in Cloudy's terms.
///
/// It is not validated: the URL may be invalid, and fields may be too long.
public struct ImportedBookmark: Sendable, Hashable {
    public var name: String
    public var url: String
    /// The tags, without blanks and without a leading `#`.
    public var tags: [String]
    public var notes: String
    /// The page's description of itself, if the file separates it from the person's words.
    public var description: String
    /// The path of the folder, such as `work/swift`: see ``FolderPath``.
    public var folder: String
    /// The time when the bookmark was added, in seconds since 1970; `nil` if the file lacks it.
    public var added: Double?
    /// The time when the bookmark was modified, in seconds since 1970; replaces a missing
    /// ``added``. Cloudy itself keeps the time of modification.
    public var modified: Double?
    /// The place in Cloudy's manual order; empty from other programs.
    public var position = ""
    /// Whether the file has an unreadable date for ``added``.
    var hasUnreadDate = false
    /// Whether the bookmark is on a list of things to read.
    public var isUnread: Bool
    /// Whether the bookmark was archived in the other program.
    public var isArchived: Bool
    /// The place in the file: the line, counted from 1, or the number of the entry in a file
    /// without lines.
    public var line: Int

    public init(
        name: String = "", url: String, tags: [String] = [], notes: String = "",
        description: String = "", folder: String = "", added: Double? = nil,
        modified: Double? = nil, isUnread: Bool = false, isArchived: Bool = false, line: Int
    ) {
        self.name = name
        self.url = url
        self.tags = tags
        self.notes = notes
        self.description = description
        self.folder = folder
        self.added = added
        self.modified = modified
        self.isUnread = isUnread
        self.isArchived = isArchived
        self.line = line
    }
}

extension ImportedBookmark {
    /// Returns tags of another program in Cloudy's spelling, without blanks and commas.
    public static func tags(_ tags: [String]) -> [String] { TagText.clean(tags) }

    /// Returns the seconds since 1970 for a date or a number in other programs' notations.
    public static func moment(_ text: String) -> Double? { Moment.parse(text) }

    /// Returns the tags in a text, separated by commas.
    public static func tags(separatedByCommas text: String) -> [String] {
        TagText.separated(text, by: ",")
    }
}

/// A note about an entry that was not imported, or only in part.
public struct ImportNote: Sendable, Hashable {
    /// The place of the entry: see ``ImportedBookmark/line``.
    public var line: Int
    /// The reason, as a short phrase without a full stop.
    public var reason: String
    /// Advice that the reason does not contain.
    public var advice: ImportAdvice?
    /// The path of a file without bookmarks, if the note is about one of several files.
    public var file: String?
    /// The place in one of several files, such as `links.html:3`. ``line`` is then the number of
    /// the file.
    public internal(set) var place: String?

    public init(
        line: Int, reason: String, advice: ImportAdvice? = nil, file: String? = nil
    ) {
        self.line = line
        self.reason = reason
        self.advice = advice
        self.file = file
    }
}

/// The contents of a file.
public struct ParsedImport: Sendable, Hashable {
    public var format: ImportFormat
    public var bookmarks: [ImportedBookmark]
    /// Entries that are not bookmarks of pages, such as separators and saved searches.
    public var skipped: [ImportNote]
    /// Entries that were meant as bookmarks and cannot be read.
    public var failed: [ImportNote]
    /// Parts that were left out of imported entries.
    public var warnings: [ImportNote] = []
    /// The names of non-empty fields and columns that are not imported, as the file spells them, in
    /// its order.
    public var unreadFields: [String] = []
    /// Those that ``join(_:path:number:)`` added.
    private var joinedFields: Set<String> = []
    /// Saved pages and files of the bookmarks.
    public var documents: [ImportedDocument] = []
    /// The bookmarks that have an unreadable date in the file, and so no date.
    public private(set) var datesLeftOut: [ImportNote] = []
    /// Whether the file has more entries than the limit.
    private(set) var isTooLong = false
    /// The length in bytes of the folder paths of all bookmarks; bookmarks that follow each other
    /// in a folder share one path.
    private(set) var folderBytes = 0

    public init(
        format: ImportFormat, bookmarks: [ImportedBookmark] = [], skipped: [ImportNote] = [],
        failed: [ImportNote] = []
    ) {
        self.format = format
        self.bookmarks = bookmarks
        self.skipped = skipped
        self.failed = failed
    }

    /// Takes an entry, unless its URL shows that it is not a bookmark.
    ///
    /// - Parameter isTidy: whether its name is already clean.
    mutating func take(_ bookmark: ImportedBookmark, isTidy: Bool = false) {
        var bookmark = bookmark
        bookmark.url = ImportedURL.cleaned(bookmark.url)
        if !isTidy { bookmark.name = bookmark.name.collapsed }
        if bookmark.url.isEmpty {
            fail(bookmark.line, "it has no URL")
        } else if bookmark.url.utf8.first == UInt8(ascii: "#") {
            skip(bookmark.line, "a link within its own page")
        } else if Self.isRelative(bookmark.url) {
            failRelative(bookmark.line)
        } else if Separator.recognizes(bookmark.url, name: bookmark.name) {
            skip(bookmark.line, "a separator")
        } else if bookmark.url.hasPrefix("place:") {
            skip(bookmark.line, "a saved search of Firefox, not a page")
        } else if bookmark.folder.utf8.count > FolderPath.longest {
            // The path may have been cut, and must not be taken for another folder.
            let most = grouped(BookmarkDraft.maximumFolderLength)
            fail(bookmark.line, "its folder path has more than \(most) characters, the limit")
        } else if !hasRoom(forFolderOf: &bookmark) {
            let most = grouped(FolderPath.mostBytes)
            fail(bookmark.line, "all folder paths together have more than \(most) bytes, the limit")
        } else if count() {
            bookmarks.append(bookmark)
            if bookmark.hasUnreadDate && bookmark.added == nil {
                datesLeftOut.append(
                    ImportNote(line: bookmark.line, reason: "its date cannot be read"))
            }
        }
    }

    /// Whether there is room for the folder path of a bookmark, which becomes that of the bookmark
    /// before if they are the same.
    private mutating func hasRoom(forFolderOf bookmark: inout ImportedBookmark) -> Bool {
        let bytes = bookmark.folder.utf8.count
        if bytes == 0 { return true }
        if let last = bookmarks.last?.folder, last.utf8.count == bytes, last == bookmark.folder {
            bookmark.folder = last
            return true
        }
        guard folderBytes + bytes <= FolderPath.mostBytes else { return false }
        folderBytes += bytes
        return true
    }

    /// Adds an entry from another reader: see ``ImportedBookmark``. An entry without a URL counts
    /// as failed.
    public mutating func add(_ bookmark: ImportedBookmark) { take(bookmark) }

    /// Records an entry that is not a bookmark of a page.
    public mutating func skip(_ line: Int, _ reason: String, file: String? = nil) {
        if count() { skipped.append(ImportNote(line: line, reason: reason, file: file)) }
    }

    /// Records a part that is left out of an entry, or of the file.
    public mutating func warn(_ line: Int, _ reason: String, advice: ImportAdvice? = nil) {
        if warnings.count < Self.mostWarnings {
            warnings.append(ImportNote(line: line, reason: reason, advice: advice))
        }
    }

    /// More warnings don't help, and a damaged file may have one for each byte.
    private static let mostWarnings = 10_000

    mutating func failRelative(_ line: Int) {
        fail(line, "its URL is relative, and the file names no base URL")
    }

    /// Whether an address is certainly relative. Two slashes and a host lack only the scheme.
    private static func isRelative(_ url: String) -> Bool {
        guard let first = url.utf8.first, "?#/.".utf8.contains(first) else { return false }
        return first == UInt8(ascii: "?") || first == UInt8(ascii: "#")
            || first == UInt8(ascii: "/") && !url.hasPrefix("//")
            || url.hasPrefix("./") || url.hasPrefix("../") || url == "." || url == ".."
    }

    mutating func fail(_ line: Int, _ reason: String, advice: ImportAdvice? = nil) {
        if count() { failed.append(ImportNote(line: line, reason: reason, advice: advice)) }
    }

    /// Adds the contents of one of several files.
    ///
    /// - Parameters:
    ///   - path: the file, for people.
    ///   - number: its number among them, used instead of lines.
    mutating func join(_ other: ParsedImport, path: String, number: Int) {
        let start = bookmarks.count
        for var document in other.documents {
            document.bookmark += start
            document.path = "\(path): \(document.path)"
            documents.append(document)
        }
        for var bookmark in other.bookmarks where count() {
            bookmark.line = number
            bookmarks.append(bookmark)
        }
        let mark = other.format.hasNoLines ? " entry " : ":"
        func placed(_ note: ImportNote) -> ImportNote {
            var placed = ImportNote(line: number, reason: note.reason, advice: note.advice)
            placed.place = "\(path)\(mark)\(note.place ?? "\(note.line)")"
            return placed
        }
        for note in other.skipped where count() { skipped.append(placed(note)) }
        for note in other.failed where count() { failed.append(placed(note)) }
        warnings += other.warnings.prefix(max(0, Self.mostWarnings - warnings.count)).map(placed)
        datesLeftOut += other.datesLeftOut.map(placed)
        for field in other.unreadFields where joinedFields.count < Self.mostFields {
            if joinedFields.insert(field).inserted { unreadFields.append(field) }
        }
    }

    /// More names don't help, and damaged files may have as many as records.
    private static let mostFields = 1000

    /// Returns the result; throws if there are too many entries, or the format has no fields to
    /// map.
    ///
    /// - Parameter mapping: the fields that a person named.
    public func checked(_ mapping: RecordMapping?) throws(ImportError) -> ParsedImport {
        guard !isTooLong else {
            throw ImportError(
                "the file has more than \(Self.most) entries, the limit. Split it.")
        }
        guard mapping == nil || [.json, .jsonl, .csv, .files].contains(format) else {
            throw ImportError(
                "--map works with JSON and CSV, not with this format (\(format.title)). Import "
                    + "it without --map.")
        }
        return self
    }

    /// The maximum number of entries of a file: more than any real file has, and few enough for any
    /// machine's memory.
    static let most = 1_000_000

    /// Whether there is room for another entry; remembers if there was not.
    private mutating func count() -> Bool {
        isTooLong = bookmarks.count + skipped.count + failed.count >= Self.most
        return !isTooLong
    }
}

/// The reason why a file could not be read.
public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line at which reading ended, counted from 1; `nil` if the error is about the whole file.
    public var line: Int?
    /// The error in one or more sentences.
    public var message: String
    /// Whether the source could not be reached, and may be reachable later.
    public var isOutOfReach: Bool
    /// Advice that the message does not contain.
    public var advice: ImportAdvice?
    /// Whether Cloudy does not recognize the format, so that the file may not have bookmarks.
    public var isUnknown = false

    public init(
        line: Int? = nil, _ message: String, isOutOfReach: Bool = false,
        advice: ImportAdvice? = nil
    ) {
        self.line = line
        self.message = message
        self.isOutOfReach = isOutOfReach
        self.advice = advice
    }

    /// An error for a file that Cloudy does not recognize.
    public static func unknown(
        _ message: String, line: Int? = nil, advice: ImportAdvice? = nil
    ) -> ImportError {
        var error = ImportError(line: line, message, advice: advice)
        error.isUnknown = true
        return error
    }

    public var description: String { (line.map { "line \($0): " } ?? "") + message }

    /// The error for a cloud's database, whose records only a device reads.
    public static let ofCloud = ImportError(
        "this is the database of a Cloudy cloud. Export the bookmarks from one of its devices, "
            + "with cloudy export --home FOLDER -o bookmarks.json, and import that file")

    /// Returns the error for a file of a Cloudy device; it tells how its bookmarks come into
    /// another home.
    public static func ofDevice(_ what: String) -> ImportError {
        ImportError(
            "this is \(what) of a Cloudy device. Export its bookmarks from its home, with cloudy "
                + "export --home FOLDER -o bookmarks.json, and import that file. If you only "
                + "have a copy of the device's folder, first put it into FOLDER/devices")
    }
}
