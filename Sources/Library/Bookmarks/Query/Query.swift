/// A query for bookmarks, in the language that the list's filter and `cloudy list` share.
/// Docs/Reference/Query.md describes it for users.
///
/// ``matches(_:)`` is the reference definition. Faster paths must find the same bookmarks.
public struct Query: Sendable, Hashable {
    /// The query as typed.
    public let text: String
    let root: Node
    /// The name before a colon in a word that looks like a field but is searched as text.
    let unknownField: String?
    /// The terms that name tags and folders, except excluded ones.
    public let named: [NamedTerm]

    /// The query that finds every bookmark.
    public init() {
        text = ""
        root = .all([])
        unknownField = nil
        named = []
    }

    /// Reads a query.
    ///
    /// - Parameters:
    ///   - clock: the clock for relative dates and dates without a time zone.
    ///   - searches: the saved searches, for each `@name`.
    public init(
        _ text: String, at clock: QueryClock = QueryClock(),
        searches: SavedSearches = SavedSearches()
    ) throws(QueryError) {
        var parser = QueryParser(text, at: clock, searches: searches)
        root = try parser.parse()
        unknownField = parser.unknownField
        named = parser.named
        self.text = text
    }

    /// Makes a query with another meaning of the typed text.
    init(_ root: Node, as typed: Query) {
        text = typed.text
        self.root = root
        unknownField = typed.unknownField
        named = typed.named
    }

    init(_ root: Node) {
        text = ""
        self.root = root
        unknownField = nil
        named = []
    }

    /// Whether the query finds every bookmark.
    public var isEmpty: Bool {
        // Drawing asks for each row, and a comparison with an empty query is slow.
        if case .all(let nodes) = root { nodes.isEmpty } else { false }
    }

    /// Whether the query asks for duplicates, so that an answer depends on other bookmarks.
    public var asksForDuplicates: Bool { root.asks(for: .duplicate) }

    /// Whether the query also searches archived bookmarks: only if it has a term about them.
    public var asksForArchived: Bool { root.asks(for: .archived) }

    /// Whether two queries mean the same, however they were typed.
    func isEquivalent(to other: Query) -> Bool { root == other.root }

    /// A tree of conditions. An `all` contains no other `all`, except empty innermost groups.
    indirect enum Node: Sendable, Hashable {
        case all([Node])
        case any([Node])
        case not(Node)
        case term(Condition)
    }

    /// A condition for a single bookmark.
    enum Condition: Sendable, Hashable {
        case text(TextPattern, Field)
        /// A tag begins with the word.
        case tag(Word)
        /// The bookmark has the whole tag.
        case tagged(Tag)
        /// The host, or a part of it after a dot, begins with the word.
        case site(Word)
        /// The folder, or a part of it after a slash, begins with the word.
        case folder(Word)
        /// The bookmark is in the folder or below it; an empty path means any folder.
        case within(FolderPath.Key)
        /// The bookmark was added before a time, in seconds since 1970.
        case before(Double)
        /// The bookmark was added at a time or later, in seconds since 1970.
        case after(Double)
        case conflict
        case duplicate
        case broken
        case document(DocumentTerm)
        /// This device never opened the bookmark.
        case unopened
        case unread
        case archived
        case deleted
    }

    /// The part of a bookmark in which text is searched.
    enum Field: Sendable, Hashable {
        /// The name, the URL or a tag.
        case anywhere
        case name, url, notes, description
    }

    /// The text to search for.
    enum TextPattern: Sendable, Hashable {
        case word(Word)
        case expression(Expression)
    }

    /// A single word, or the words between two quotes.
    struct Word: Sendable, Hashable {
        /// Whether case counts, because the word has an upper-case letter.
        let isExact: Bool
        /// The bytes to find in text folded as ``form``.
        let bytes: [UInt8]
        /// The bytes to find in text folded for searching.
        let folded: [UInt8]
        /// The phrase to find in notes, where its blanks match any; `nil` if it has none.
        let phrase: NotesPhrase?

        init(_ text: String, isExact: Bool? = nil) {
            let isExact = isExact ?? Query.hasCapitals(text)
            self.isExact = isExact
            folded = FoldedText.bytes(of: text)
            bytes = isExact ? FoldedText.bytes(of: text, as: .accentless) : folded
            phrase = NotesPhrase(bytes)
        }

        /// Whether the word is empty, so that it matches any existing text.
        var isEmpty: Bool { folded.isEmpty }

        var form: FoldedText.Form { isExact ? .accentless : .search }
    }

    /// Whether a text has capitals, so that case counts.
    static func hasCapitals(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.changesWhenLowercased }
    }
}

/// The time that dates in a query refer to.
public struct QueryClock: Sendable, Hashable {
    /// The current time, in seconds since 1970.
    public var now: Double
    /// The time by which local time is ahead of UTC, in seconds.
    public var utcOffset: Int

    public init(now: Double = 0, utcOffset: Int = 0) {
        self.now = now
        self.utcOffset = utcOffset
    }
}
