import Bookmarks

/// The words of a completion. There may be thousands, and keys, hints and drawing all need the
/// matching ones, so these are computed once per typed text: see ``remember(_:without:)``.
struct CompletionWords: Sendable, Hashable {
    struct Word: Sendable, Hashable {
        var text: String
        var folded: [UInt8]
    }

    /// The words that match a typed text, the best first.
    struct Fits: Sendable, Hashable {
        /// The words: first those that begin with the typed text, then those that have its letters
        /// with others in between.
        var words: [Word]
        /// The number of words that begin with the typed text.
        var begun: Int
        /// Whether the typed text is a whole word.
        var isWord: Bool
    }

    private struct Known: Sendable, Hashable {
        var typed: String
        var others: Set<[UInt8]>
        var fits: Fits
    }

    private let words: [Word]
    private var known: Known?

    init(_ words: [String]) {
        self.words = words.map { Word(text: $0, folded: SearchText.folded($0)) }
    }

    /// Whether a text is one of the words, in any spelling.
    func has(_ text: String) -> Bool {
        let folded = SearchText.folded(text)
        return words.contains { $0.folded == folded }
    }

    /// Whether the matching words are remembered.
    func remembers(_ typed: String, without others: Set<[UInt8]> = []) -> Bool {
        known?.typed == typed && known?.others == others
    }

    /// Remembers the matching words for all calls until the text changes.
    mutating func remember(_ typed: String, without others: Set<[UInt8]> = []) {
        if remembers(typed, without: others) { return }
        known = Known(typed: typed, others: others, fits: compared(typed, without: others))
    }

    /// - Parameter others: words to leave out, folded.
    func fits(_ typed: String, without others: Set<[UInt8]> = []) -> Fits {
        if let known, remembers(typed, without: others) { return known.fits }
        return compared(typed, without: others)
    }

    private func compared(_ typed: String, without others: Set<[UInt8]>) -> Fits {
        let start = SearchText.folded(typed)
        var begun: [Word] = []
        var alike: [(rank: Int, word: Word)] = []
        var isWord = false
        for word in words {
            if word.folded == start {
                isWord = true
            } else if others.contains(word.folded) {
                continue
            } else if word.folded.starts(with: start) {
                begun.append(word)
            } else if let rank = FuzzyMatch.rank(typed, in: word.text) {
                alike.append((rank, word))
            }
        }
        let rest = alike.sorted { $0.rank < $1.rank }.map(\.word)
        return Fits(words: begun + rest, begun: begun.count, isWord: isWord)
    }
}
