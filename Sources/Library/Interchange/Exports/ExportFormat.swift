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

    /// The facts that a file in this format loses; `nil` if an import can restore everything.
    public var drops: String? {
        switch self {
        case .json, .jsonl, .csv: nil
        case .html:
            "the device, the manual order, fractions of seconds, spaces around names and notes, "
                + "and names that repeat the URL"
        case .xbel:
            "the device, the manual order, microseconds of times, spaces around names, and control "
                + "characters"
        case .opml:
            "the device, the manual order, the time of the latest edit, fractions of seconds, "
                + "spaces around names, and control characters"
        case .markdown:
            "the device, the manual order, all times, spaces around names and around lines of "
                + "notes, line breaks in descriptions, and angle brackets in URLs, which become "
                + "%3C and %3E"
        case .org:
            "the device, the manual order, the time of the latest edit, seconds, spaces around "
                + "names, line breaks in descriptions, carriage returns at the ends of lines of "
                + "notes, and square brackets: those in names become round, those in URLs %5B and "
                + "%5D"
        }
    }

    /// Returns bookmarks in this format, with a line feed at the end: see ``BookmarkWriter``.
    public func bytes(_ bookmarks: [Bookmark]) -> [UInt8] {
        var writer = BookmarkWriter(self)
        for bookmark in bookmarks { writer.append(bookmark) }
        return writer.finish()
    }
}
