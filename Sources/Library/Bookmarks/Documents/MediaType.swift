import Documents

/// Media types of files.
public enum MediaType {
    /// Returns the media type of a file: the type of its content if that is recognized, otherwise
    /// that of its name.
    public static func of(name: String, _ content: [UInt8]) -> String {
        let named = suffix(of: name).flatMap { bySuffix[$0] }
        if let known = signatures.first(where: { content.starts(with: $0.bytes) })?.type {
            // E-books and office files are ZIP archives, too, so their names decide.
            return known == "application/zip" ? named ?? known : known
        }
        return named ?? (content.isText ? "text/plain" : "application/octet-stream")
    }

    /// Returns the usual suffix of a media type, such as `html`; `nil` if none is known.
    public static func suffix(for type: String) -> String? {
        let bare = type.prefix { $0 != ";" && $0 != " " }
        return preferred[String(bare)]
            ?? bySuffix.keys.sorted().first { bySuffix[$0] == String(bare) }
    }

    /// Returns the media type for a suffix such as `html`.
    static func type(ofSuffix suffix: String) -> String? { bySuffix[suffix] }

    /// Returns the suffix of a file name after its last dot, in lower case.
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
