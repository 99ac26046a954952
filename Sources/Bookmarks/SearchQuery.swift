/// What was typed into the filter, taken apart into words that must all be found.
struct SearchQuery: Sendable, Hashable {
    /// A word without white space.
    struct Word: Sendable, Hashable {
        /// The word's UTF-8, folded.
        var folded: [UInt8]
        /// The word's UTF-8 as it was typed, if it must be found exactly so: a word with an
        /// upper-case letter distinguishes case.
        var exact: [UInt8]?

        init(_ text: some StringProtocol) {
            folded = FoldedText.bytes(of: text)
            let hasUpperCase = text.unicodeScalars.contains { $0.properties.changesWhenLowercased }
            exact = hasUpperCase ? Array(text.utf8) : nil
        }

        /// Whether whatever contains `other` contains this word too.
        func isImplied(by other: Word) -> Bool {
            if let exact {
                guard let otherExact = other.exact else { return false }
                return SearchArena.contains(exact, in: otherExact)
            }
            return SearchArena.contains(folded, in: other.folded)
        }
    }

    /// The longest first: it finds the fewest, and the others are looked for only in those.
    let words: [Word]

    init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map { Word($0) }
            .sorted { $0.folded.count > $1.folded.count }
    }

    var isEmpty: Bool { words.isEmpty }

    /// Whether everything this query finds was found by `previous` too, so that it can look there.
    func narrows(_ previous: SearchQuery) -> Bool {
        previous.words.allSatisfy { old in words.contains { old.isImplied(by: $0) } }
    }
}
