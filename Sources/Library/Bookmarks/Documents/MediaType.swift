import Documents

/// The kinds of content of files.
public enum MediaType {
    /// The media type of a file, by its content where that says so, else by its name.
    public static func of(name: String, _ content: [UInt8]) -> String {
        let named = suffix(of: name).flatMap { bySuffix[$0] }
        if let known = signatures.first(where: { content.starts(with: $0.bytes) })?.type {
            // Books and office files are archives, too, and their names tell which.
            return known == "application/zip" ? named ?? known : known
        }
        return named ?? (content.isText ? "text/plain" : "application/octet-stream")
    }

    /// The end of a file name for a media type, such as `html`; `nil` where none is known.
    public static func suffix(for type: String) -> String? {
        let bare = type.prefix { $0 != ";" && $0 != " " }
        return preferred[String(bare)]
            ?? bySuffix.keys.sorted().first { bySuffix[$0] == String(bare) }
    }

    /// The media type that the end of a file name stands for, such as `html`.
    static func type(ofSuffix suffix: String) -> String? { bySuffix[suffix] }

    /// The end of a file name behind its last dot, in small letters.
    public static func suffix(of name: String) -> String? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let suffix = name[name.index(after: dot)...].lowercased()
        return suffix.isEmpty ? nil : suffix
    }

    private static let signatures: [(bytes: [UInt8], type: String)] = [
        (Array("%PDF-".utf8), "application/pdf"),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "image/png"),
        ([0xFF, 0xD8, 0xFF], "image/jpeg"),
        (Array("GIF8".utf8), "image/gif"),
        ([0x1F, 0x8B], "application/gzip"),
        ([0x50, 0x4B, 0x03, 0x04], "application/zip"),
    ]

    private static let preferred = [
        "text/html": "html", "text/plain": "txt", "text/markdown": "md", "image/jpeg": "jpg",
    ]

    private static let bySuffix = [
        "pdf": "application/pdf", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "svg": "image/svg+xml",
        "txt": "text/plain", "log": "text/plain", "md": "text/markdown",
        "markdown": "text/markdown", "html": "text/html", "htm": "text/html", "css": "text/css",
        "csv": "text/csv", "json": "application/json", "xml": "application/xml",
        "xhtml": "application/xhtml+xml", "zip": "application/zip", "gz": "application/gzip",
        "tgz": "application/gzip", "tar": "application/x-tar", "epub": "application/epub+zip",
        "mobi": "application/x-mobipocket-ebook", "rtf": "application/rtf",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "odt": "application/vnd.oasis.opendocument.text",
        "ods": "application/vnd.oasis.opendocument.spreadsheet",
        "odp": "application/vnd.oasis.opendocument.presentation", "mp3": "audio/mpeg",
        "ogg": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav", "mp4": "video/mp4",
        "webm": "video/webm", "mkv": "video/x-matroska",
    ]
}
