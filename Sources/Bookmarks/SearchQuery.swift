/// What is looked for in bookmarks: words that must all be found. The one definition of searching,
/// for the filter of the list and for `cloudy list` alike.
///
/// - Words are separated by white space. A query without words finds every bookmark.
/// - A word is found in a bookmark that has it anywhere in its name, its URL or a tag.
/// - A word that begins with `#` is found in a bookmark that has a tag which begins with the rest
///   of the word, and nowhere else. `#` alone finds every bookmark with a tag.
/// - A word without an upper-case letter is found in any case; one with an upper-case letter only
///   exactly as it is.
///
/// ``matches(_:)`` says this in code. What is faster must find the same.
public struct SearchQuery: Sendable, Hashable {
    /// The words, the longest first: it finds the fewest, and the others are looked for only in
    /// those.
    public let words: [Word]

    /// Takes a text apart into its words.
    public init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map { Word($0) }
            .sorted { $0.folded.count > $1.folded.count }
    }

    /// Whether there is no word, so that every bookmark is found.
    public var isEmpty: Bool { words.isEmpty }

    /// Whether a bookmark has all the words. The plain definition, without a thought for speed.
    public func matches(_ row: BookmarkRow) -> Bool { words.allSatisfy { $0.matches(row) } }

    /// Whether everything this query finds was found by `previous` too, so that it can look there.
    func narrows(_ previous: SearchQuery) -> Bool {
        previous.words.allSatisfy { old in words.contains { old.isImplied(by: $0) } }
    }

    /// A word without white space.
    public struct Word: Sendable, Hashable {
        /// What is looked for: the word as it was typed, without the `#` that it begins with.
        public let text: String
        /// Whether it began with `#`: it must be the beginning of a tag.
        public let isTag: Bool
        /// Whether it has an upper-case letter, and so must be found exactly as it is.
        public let isExact: Bool
        /// The bytes to look for in a ``SearchArena``.
        let folded: [UInt8]

        init(_ word: some StringProtocol) {
            // Scalars and not characters: a sign that combines with the # makes it no other sign.
            let scalars = word.unicodeScalars
            isTag = scalars.first == "#"
            text = String(
                String.UnicodeScalarView(isTag ? scalars.drop { $0 == "#" } : scalars[...]))
            isExact = text.unicodeScalars.contains { $0.properties.changesWhenLowercased }
            folded = (isTag ? [SearchArena.tagStart] : []) + FoldedText.bytes(of: text)
        }
    }
}

extension SearchQuery.Word {
    /// Whether a bookmark has this word.
    public func matches(_ row: BookmarkRow) -> Bool {
        let word = form(text)
        let tags = row.tags.split(separator: " ").map { form(String($0)) }
        if isTag { return tags.contains { $0.starts(with: word) } }
        return [form(row.name), form(row.url)].contains { $0.contains(word) }
            || tags.contains { $0.contains(word) }
    }

    /// The bytes of a text that are compared with the word: folded, unless it must be found exactly
    /// as it is.
    private func form(_ text: String) -> [UInt8] {
        isExact ? Array(text.utf8) : FoldedText.bytes(of: text)
    }

    /// Whether whatever contains `other` contains this word too.
    func isImplied(by other: Self) -> Bool {
        if isExact && !other.isExact { return false }
        let (word, whole) = (form(text), form(other.text))
        if isTag { return other.isTag && whole.starts(with: word) }
        return SearchArena.contains(word, in: whole)
    }
}
