/// A query for bookmarks, in the one language of the list's filter and of `cloudy list`.
/// Docs/Reference/Query.md describes it for users.
///
/// ``matches(_:)`` defines in plain code the matches of a query. Faster paths must find the same.
public struct Query: Sendable, Hashable {
    /// The query, as it was typed.
    public let text: String
    let root: Node
    /// The name before a colon that looks like a field, in a word that is looked for as text.
    let unknownField: String?
    /// The terms that name tags and folders, but for those that leave bookmarks out.
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
    ///   - searches: the queries behind each `@name`.
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

    /// Another meaning of a typed query.
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

    /// Whether every bookmark is found.
    public var isEmpty: Bool { root == .all([]) }

    /// Whether an answer depends on other bookmarks: which are duplicates.
    public var asksForDuplicates: Bool { root.asks(for: .duplicate) }

    /// Whether archived bookmarks are looked at too: only where the query says something of them.
    public var asksForArchived: Bool { root.asks(for: .archived) }

    /// Whether two queries find the same, however they were typed.
    func finds(as other: Query) -> Bool { root == other.root }

    /// Conditions, and how they are joined. An `all` has no `all` in it, but for the innermost
    /// groups that are left empty.
    indirect enum Node: Sendable, Hashable {
        case all([Node])
        case any([Node])
        case not(Node)
        case term(Condition)
    }

    /// One thing that a bookmark can be asked.
    enum Condition: Sendable, Hashable {
        case text(TextPattern, Field)
        /// The beginning of a tag.
        case tag(Word)
        /// A whole tag.
        case tagged(Tag)
        /// The beginning of the host, or of the text behind one of its dots.
        case site(Word)
        /// The beginning of the folder, or of the text behind one of its slashes.
        case folder(Word)
        /// In a folder, or in one below it; in any when the path is empty.
        case within(FolderPath.Key)
        /// Added before a time, in seconds since 1970.
        case before(Double)
        /// Added at a time or later.
        case after(Double)
        case conflict
        case duplicate
        case broken
        case document(DocumentTerm)
        /// Never opened from this device.
        case unopened
        case unread
        case archived
        case deleted
    }

    /// Where text is looked for.
    enum Field: Sendable, Hashable {
        /// In the name, the URL or a tag.
        case anywhere
        case name, url, notes, description
    }

    /// The text to look for.
    enum TextPattern: Sendable, Hashable {
        case word(Word)
        case expression(Expression)
    }

    /// A word, or the words between two quotes.
    struct Word: Sendable, Hashable {
        /// Whether it has an upper-case letter, and so must be found in the same case.
        let isExact: Bool
        /// The bytes to find in text that is folded as ``form`` says.
        let bytes: [UInt8]
        /// The bytes to find in text that is folded for searching.
        let folded: [UInt8]
        /// The same text in notes, where its blanks stand for any; `nil` if it has none.
        let phrase: NotesPhrase?

        init(_ text: String, isExact: Bool? = nil) {
            let isExact = isExact ?? Query.hasCapitals(text)
            self.isExact = isExact
            folded = FoldedText.bytes(of: text)
            bytes = isExact ? FoldedText.bytes(of: text, as: .accentless) : folded
            phrase = NotesPhrase(bytes)
        }

        /// It has no text to look for: anything that exists is found.
        var isEmpty: Bool { folded.isEmpty }

        var form: FoldedText.Form { isExact ? .accentless : .search }
    }

    /// Whether a text makes a word exact.
    static func hasCapitals(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.changesWhenLowercased }
    }
}

/// The time that dates in a query refer to.
public struct QueryClock: Sendable, Hashable {
    /// Seconds since 1970.
    public var now: Double
    /// How far local time is ahead of UTC, in seconds.
    public var utcOffset: Int

    public init(now: Double = 0, utcOffset: Int = 0) {
        self.now = now
        self.utcOffset = utcOffset
    }
}
