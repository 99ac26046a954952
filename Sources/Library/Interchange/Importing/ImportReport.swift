public import Bookmarks

/// The outcome of importing a file.
public struct ImportReport: Sendable, Hashable {
    /// The name of the file, for people.
    public var source: String
    /// Its path, if it is a file: the advice may name that.
    public var path: String?
    /// `nil` when it was nothing known.
    public var format: ImportFormat?
    /// New bookmarks.
    public var added = 0
    /// How many of the new ones are unread, and how many archived.
    public var unread = 0
    public var archived = 0
    /// Pages that were there and lacked something.
    public var merged = 0
    /// Pages that were there and lacked nothing.
    public var alreadyThere = 0
    /// Entries that are not bookmarks of a page.
    public var skipped: [ImportNote] = []
    /// Entries that could not be imported.
    public var failed: [ImportNote] = []
    /// Parts left out of bookmarks that came in.
    public var warnings: [ImportNote] = []
    /// Names of fields and columns of the file that are not read.
    public var unreadFields: [String] = []
    /// How many bookmarks have a date in the file that cannot be read.
    public var datesLeftOut = 0
    /// The outcomes of its documents.
    public var documents = DocumentTally()
    /// Why nothing of the file could be read.
    public var error: ImportError?

    /// A report of a file that could not be read.
    public init(source: String, error: ImportError) {
        self.source = source
        self.error = error
    }

    /// - Parameter outcomes: the outcome of each bookmark of the file, in their order.
    public init(source: String, _ parsed: ParsedImport, outcomes: [ImportOutcome]) {
        self.source = source
        format = parsed.format
        skipped = parsed.skipped
        failed = parsed.failed
        warnings = parsed.warnings
        unreadFields = parsed.unreadFields
        datesLeftOut = parsed.datesLeftOut
        for (bookmark, outcome) in zip(parsed.bookmarks, outcomes) {
            switch outcome {
            case .added:
                added += 1
                unread += bookmark.isUnread ? 1 : 0
                archived += bookmark.isArchived ? 1 : 0
            case .merged: merged += 1
            case .alreadyThere: alreadyThere += 1
            case .refused(let reason):
                failed.append(ImportNote(line: bookmark.line, reason: reason))
            }
        }
        failed.sort { $0.line < $1.line }
    }

    /// Whether the file gave what it should: something came in or was there, nothing failed, and
    /// no document was left out.
    public var isSuccess: Bool {
        error == nil && failed.isEmpty && documents.leftOut.isEmpty
            && added + merged + alreadyThere > 0
    }
}
