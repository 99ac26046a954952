import Bookmarks

extension ParsedImport {
    /// Makes the bookmark of a page that SingleFile or a browser saved, with the page as a
    /// document; `nil` for any other file.
    ///
    /// - Parameters:
    ///   - path: the file's path, for people.
    ///   - read: reads the file again when the page is stored.
    public init?(
        savedPage bytes: [UInt8], path: String,
        _ read: @escaping @Sendable () throws(ImportError) -> [UInt8]
    ) {
        guard let url = PageSource(readingSavedPage: bytes).url else { return nil }
        let title = PageSummary(readingPage: bytes, contentType: "text/html").title
        self.init(format: .link, bookmarks: [ImportedBookmark(name: title, url: url, line: 1)])
        documents = [
            ImportedDocument(
                bookmark: 0, isPage: true, name: title, mediaType: "text/html", path: path
            ) { most throws(ImportError) in
                let bytes = try read()
                if bytes.count > most { throw ImportError.tooLongDocument(most: most) }
                return bytes
            }
        ]
    }
}
