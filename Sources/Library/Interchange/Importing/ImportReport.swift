public import Bookmarks

/// The outcome of importing a file.
public struct ImportReport: Sendable, Hashable {
    /// The name of the file, for people.
    public var source: String
    /// The file's path, if it is a file, so that advice can name it.
    public var path: String?
    /// The format; `nil` if it is unknown.
    public var format: ImportFormat?
    /// New bookmarks.
    public var added = 0
    /// The numbers of new bookmarks that are unread, and archived.
    public var unread = 0
    public var archived = 0
    /// Existing bookmarks that lacked something.
    public var merged = 0
    /// Existing bookmarks that lacked nothing.
    public var alreadyThere = 0
    /// Entries that are not bookmarks of pages.
    public var skipped: [ImportNote] = []
    /// Entries that could not be imported.
    public var failed: [ImportNote] = []
    /// Parts that were left out of imported bookmarks.
    public var warnings: [ImportNote] = []
    /// Names of fields and columns that were not imported.
    public var unreadFields: [String] = []
    /// The bookmarks that have an unreadable date in the file.
    public var datesLeftOut: [ImportNote] = []
    /// The outcomes of the documents.
    public var documents = DocumentTally()
    /// The reason why the file could not be read.
    public var error: ImportError?

    /// Makes the report of a folder with documents only.
    public init(source: String, documents: DocumentTally) {
        self.source = source
        self.documents = documents
    }

    /// Makes the report of a file that could not be read.
    public init(source: String, error: ImportError) {
        self.source = source
        self.error = error
    }

    /// - Parameter outcomes: the outcomes of the file's bookmarks, in order.
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

    /// Whether the import was complete: at least one bookmark is new or exists, nothing failed, and
    /// no document was left out.
    public var isSuccess: Bool {
        error == nil && failed.isEmpty && documents.leftOut.isEmpty
            && added + merged + alreadyThere > 0
    }
}
