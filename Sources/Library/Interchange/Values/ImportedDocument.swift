/// A saved page or a file that another program keeps with a bookmark.
public struct ImportedDocument: Sendable {
    /// The index of its bookmark in ``ParsedImport/bookmarks``.
    public var bookmark: Int
    /// Whether the document is a page; otherwise, it is a file.
    public var isPage: Bool
    /// The name of a file, or the title for a page without one.
    public var name: String
    /// The media type with its parameters; empty if the other program does not give it.
    public var mediaType: String
    /// The time when the other program saved the document, in seconds since 1970; `nil` if unknown.
    public var made: Double?
    /// The document's place in the archive, for people.
    public var path: String
    /// Reads the content when it is stored: not all contents of an archive fit into memory. Throws
    /// if the content has more bytes than the argument.
    public var read: @Sendable (_ most: Int) throws(ImportError) -> [UInt8]

    public init(
        bookmark: Int, isPage: Bool, name: String, mediaType: String, made: Double? = nil,
        path: String, read: @escaping @Sendable (Int) throws(ImportError) -> [UInt8]
    ) {
        self.bookmark = bookmark
        self.isPage = isPage
        self.name = name
        self.mediaType = mediaType
        self.made = made
        self.path = path
        self.read = read
    }
}

extension ImportedDocument: Hashable {
    public static func == (one: Self, other: Self) -> Bool {
        one.identity == other.identity && one.made == other.made
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

    private var identity: [String] { ["\(bookmark)", path, name, mediaType, "\(isPage)"] }
}

/// The outcomes of the documents of an archive.
public struct DocumentTally: Sendable, Hashable {
    /// A document that was left out.
    public struct LeftOut: Sendable, Hashable {
        /// The path: see ``ImportedDocument/path``.
        public var path: String
        /// The reason, as a phrase without a full stop.
        public var reason: String

        public init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    public var added = 0
    /// The number of documents whose bookmark already has the same content.
    public var alreadyThere = 0
    public var leftOut: [LeftOut] = []

    public init() {}
}

extension ImportError {
    /// Returns the error for a document with more than `most` bytes.
    public static func tooLongDocument(most: Int) -> ImportError {
        let limit = most % (1 << 20) == 0 ? "\(most >> 20) MiB" : "\(most) bytes"
        return ImportError("it is larger than \(limit), the limit of a document")
    }
}
