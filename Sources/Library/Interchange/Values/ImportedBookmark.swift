import Bookmarks

/// A bookmark as another program wrote it down, in Cloudy's terms.
///
/// Nothing of it was checked: the URL may be none, and fields may be too long.
public struct ImportedBookmark: Sendable, Hashable {
    public var name: String
    public var url: String
    /// Without blanks and without a `#` in front.
    public var tags: [String]
    public var notes: String
    /// The page's own words about itself, where the file keeps them apart from the person's.
    public var description: String
    /// A path such as `work/swift`: see ``FolderPath``.
    public var folder: String
    /// Seconds since 1970; `nil` when the file does not say.
    public var added: Double?
    /// Seconds since 1970. Cloudy keeps this time itself; it stands in where ``added`` is missing.
    public var modified: Double?
    /// Its place in Cloudy's manual order; empty from other programs.
    public var position = ""
    /// Whether the file has an unreadable date for ``added``.
    var hasUnreadDate = false
    /// Whether it is on a list of things to read.
    public var isUnread: Bool
    /// Whether the other program had put it aside.
    public var isArchived: Bool
    /// Where it begins in the file: its line, counted from 1, or the number of its entry in a file
    /// that has no lines.
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
    /// Tags of another program in Cloudy's spelling, which knows no blanks and no commas in them.
    public static func tags(_ tags: [String]) -> [String] { TagText.clean(tags) }

    /// Seconds since 1970, from a date or a number as other programs write them.
    public static func moment(_ text: String) -> Double? { Moment.text(text) }

    /// The tags in a text that has commas between them.
    public static func tags(separatedByCommas text: String) -> [String] {
        TagText.separated(text, by: ",")
    }
}

/// The note about an entry that was not imported.
public struct ImportNote: Sendable, Hashable {
    /// Where it stands: see ``ImportedBookmark/line``.
    public var line: Int
    /// Why, in one short phrase without a full stop.
    public var reason: String
    /// The advice about it, if that is not said yet.
    public var advice: ImportAdvice?
    /// The path of a file among others that is not one of bookmarks, if it is about one.
    public var file: String?
    /// Whether the reason begins with the place, which is then in one of several files.
    public internal(set) var namesPlace = false

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
    /// Entries other than bookmarks of pages, such as separators and saved searches.
    public var skipped: [ImportNote]
    /// Entries that were meant as bookmarks and cannot be read.
    public var failed: [ImportNote]
    /// Parts left out of entries that came in.
    public var warnings: [ImportNote] = []
    /// Names of fields and columns with something in them that are not read, as the file spells
    /// them, in its order.
    public var unreadFields: [String] = []
    /// Saved pages and files that stand behind the bookmarks.
    public var documents: [ImportedDocument] = []
    /// How many of the bookmarks have a date in the file that cannot be read, and none here.
    public private(set) var datesLeftOut = 0
    /// Whether there were more entries than are taken.
    private(set) var isTooLong = false

    public init(
        format: ImportFormat, bookmarks: [ImportedBookmark] = [], skipped: [ImportNote] = [],
        failed: [ImportNote] = []
    ) {
        self.format = format
        self.bookmarks = bookmarks
        self.skipped = skipped
        self.failed = failed
    }

    /// Takes an entry, unless its URL says that it is none.
    ///
    /// - Parameter isTidy: whether its name is written as it should be.
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
        } else if Separator.isOne(bookmark.url, name: bookmark.name) {
            skip(bookmark.line, "a separator")
        } else if bookmark.url.hasPrefix("place:") {
            skip(bookmark.line, "a saved search of Firefox, not a page")
        } else if Separators.isOne(bookmark) {
            skip(bookmark.line, "a separator")
        } else if count() {
            bookmarks.append(bookmark)
            if bookmark.hasUnreadDate && bookmark.added == nil { datesLeftOut += 1 }
        }
    }

    /// Takes an entry that a driver read: see ``ImportedBookmark``. One without a URL counts as
    /// failed.
    public mutating func add(_ bookmark: ImportedBookmark) { take(bookmark) }

    /// Notes an entry that is not a bookmark of a page.
    public mutating func skip(_ line: Int, _ reason: String, file: String? = nil) {
        if count() { skipped.append(ImportNote(line: line, reason: reason, file: file)) }
    }

    /// Notes a part that is left out of an entry, or of the file.
    public mutating func warn(_ line: Int, _ reason: String, advice: ImportAdvice? = nil) {
        if warnings.count < Self.mostWarnings {
            warnings.append(ImportNote(line: line, reason: reason, advice: advice))
        }
    }

    /// More don't help, and a damaged file may have one for each byte.
    private static let mostWarnings = 10_000

    mutating func failRelative(_ line: Int) {
        fail(line, "its address is relative, and the file does not name the site")
    }

    /// Whether an address is relative for sure, wherever it stands. Two slashes and a host lack the
    /// scheme alone.
    private static func isRelative(_ url: String) -> Bool {
        guard let first = url.utf8.first, "?#/.".utf8.contains(first) else { return false }
        return first == UInt8(ascii: "?") || first == UInt8(ascii: "#")
            || first == UInt8(ascii: "/") && !url.hasPrefix("//")
            || url.hasPrefix("./") || url.hasPrefix("../") || url == "." || url == ".."
    }

    mutating func fail(_ line: Int, _ reason: String, advice: ImportAdvice? = nil) {
        if count() { failed.append(ImportNote(line: line, reason: reason, advice: advice)) }
    }

    /// Takes in the findings from one of several files.
    ///
    /// - Parameters:
    ///   - path: the file, for people.
    ///   - number: its place among them, which stands for lines.
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
        for note in other.skipped { skip(number, note.reason) }
        let mark = other.format.hasNoLines ? " entry " : ":"
        let (failures, warnings) = (failed.count, self.warnings.count)
        for note in other.failed { fail(number, "\(path)\(mark)\(note.line): \(note.reason)") }
        for note in other.warnings {
            warn(number, "\(path)\(mark)\(note.line): \(note.reason)", advice: note.advice)
        }
        for index in failures..<failed.count { failed[index].namesPlace = true }
        for index in warnings..<self.warnings.count { self.warnings[index].namesPlace = true }
        for field in other.unreadFields where !unreadFields.contains(field) {
            unreadFields.append(field)
        }
        datesLeftOut += other.datesLeftOut
    }

    /// The result, unless entries are missing or the format has no fields to map.
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

    /// How many entries of a file are taken: more than anybody has, and few enough for the memory
    /// of any machine.
    static let most = 1_000_000

    /// Whether there is room for one more; remembers if there was not.
    private mutating func count() -> Bool {
        isTooLong = bookmarks.count + skipped.count + failed.count >= Self.most
        return !isTooLong
    }
}

/// Why nothing of a file could be read.
public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where reading ended, counted from 1; `nil` when it is about all of the file.
    public var line: Int?
    /// The error, as one sentence or more.
    public var message: String
    /// Whether what was to be read could not be reached, and may be later.
    public var isOutOfReach: Bool
    /// The advice about it, if the message does not say that.
    public var advice: ImportAdvice?
    /// Whether Cloudy does not recognize it, and it is perhaps no file of bookmarks.
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

    /// The database of a cloud, whose records only a device reads.
    public static let ofCloud = ImportError(
        "this is the database of a Cloudy cloud. Export the bookmarks from one of its devices, "
            + "with cloudy export --home FOLDER -o bookmarks.json, and import that file")

    /// The error for a file of a device of Cloudy; says how its bookmarks come into another home.
    public static func ofDevice(_ what: String) -> ImportError {
        ImportError(
            "this is \(what) of a Cloudy device. Export its bookmarks from its home, with cloudy "
                + "export --home FOLDER -o bookmarks.json, and import that file. If you only "
                + "have a copy of the device's folder, first put it into FOLDER/devices")
    }
}
