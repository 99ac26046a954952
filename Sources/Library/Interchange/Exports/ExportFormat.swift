public import Bookmarks

/// A format in which Cloudy can write bookmarks.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    case html, json, jsonl, csv, markdown, org, xbel, opml

    /// Makes the format for a file name's suffix; `nil` if it names no format.
    public init?(fileName: String) {
        let name = fileName.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "html", "htm": self = .html
        case "json": self = .json
        case "jsonl", "ndjson": self = .jsonl
        case "csv": self = .csv
        case "md", "markdown": self = .markdown
        case "org": self = .org
        case "xbel": self = .xbel
        case "opml": self = .opml
        default: return nil
        }
    }

    /// Whether an import of the file restores every field. What the other formats leave out is in
    /// `Docs/Reference/Formats.md`.
    public var isLossless: Bool {
        switch self {
        case .json, .jsonl, .csv: true
        case .html, .xbel, .opml, .markdown, .org: false
        }
    }

    /// Returns bookmarks in this format, with a line feed at the end: see ``BookmarkWriter``.
    public func bytes(_ bookmarks: [Bookmark]) -> [UInt8] {
        var writer = BookmarkWriter(self)
        for bookmark in bookmarks { writer.append(bookmark) }
        return writer.finish()
    }
}
