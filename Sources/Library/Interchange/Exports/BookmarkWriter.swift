public import Bookmarks

/// Writes bookmarks in a format, one after the other.
///
///     var writer = BookmarkWriter(.json)
///     for bookmark in bookmarks { writer.append(bookmark) }
///     let bytes = writer.finish()
public struct BookmarkWriter: Sendable {
    private let format: ExportFormat
    private var bytes: [UInt8] = []
    private var isEmpty = true
    /// The number of bytes that is worth a system call.
    private static let pieceSize = 1 << 18
    /// The bookmarks, for a format that groups them by folder.
    private var bookmarks: [Bookmark] = []

    /// Begins a file in a format.
    public init(_ format: ExportFormat) {
        self.format = format
        if format == .csv { bytes += CSVExport.header.utf8 }
    }

    /// Appends a bookmark.
    public mutating func append(_ bookmark: Bookmark) {
        switch format {
        case .json:
            JSONText.append(plain: isEmpty ? "[\n" : ",\n", to: &bytes)
            isEmpty = false
            JSONExport.append(bookmark, to: &bytes)
        case .jsonl:
            JSONExport.append(bookmark, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        case .csv: bytes += CSVExport.row(bookmark).utf8
        case .html, .markdown, .org, .xbel, .opml: bookmarks.append(bookmark)
        }
    }

    /// Passes the text so far to `write` if it is long, to write a file piece by piece.
    public mutating func flush(_ write: ([UInt8]) throws -> Void) rethrows {
        if bytes.count < Self.pieceSize { return }
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Returns the rest of the file that was not flushed yet, with a line feed at the end.
    public consuming func finish() -> [UInt8] {
        switch format {
        case .json: bytes += (isEmpty ? "[]\n" : "\n]\n").utf8
        case .jsonl, .csv: break
        case .html: bytes += NetscapeExport.text(bookmarks).utf8
        case .markdown: bytes += MarkdownExport.text(bookmarks).utf8
        case .org: bytes += OrgExport.text(bookmarks).utf8
        case .xbel: bytes += XBELExport.text(bookmarks).utf8
        case .opml: bytes += OPMLExport.text(bookmarks).utf8
        }
        return bytes
    }
}
