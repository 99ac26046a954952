/// A saved page or a file that another program keeps behind a bookmark.
public struct ImportedDocument: Sendable {
    /// The place of its bookmark among ``ParsedImport/bookmarks``.
    public var bookmark: Int
    /// Whether it is a page and not a file.
    public var isPage: Bool
    /// The name of a file, or what a page is called that has no title.
    public var name: String
    /// The media type, with its parameters; empty where the other program does not say.
    public var mediaType: String
    /// When the other program saved it, in seconds since 1970; `nil` where it does not say.
    public var made: Double?
    /// Where the archive has it, for people.
    public var path: String
    /// Reads its content, only when that is stored: not all contents of an archive fit into memory.
    /// Throws for one that has more bytes than the number.
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
        /// See ``ImportedDocument/path``.
        public var path: String
        /// Why, in a phrase without a full stop.
        public var reason: String

        public init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    public var added = 0
    /// The documents whose bookmark has the same content already.
    public var alreadyThere = 0
    public var leftOut: [LeftOut] = []

    public init() {}
}

extension ImportError {
    /// The error for a document that is longer than a number of bytes.
    public static func tooLongDocument(most: Int) -> ImportError {
        let limit = most % (1 << 20) == 0 ? "\(most >> 20) MiB" : "\(most) bytes"
        return ImportError("it is larger than \(limit), the limit of a document")
    }
}
