import Bookmarks

/// The words of a completion. There may be thousands, and dispatch, hints and drawing ask which of
/// them fit: that is found out once for each typed text, see ``remember(_:without:)``.
struct CompletionWords: Sendable, Hashable {
    struct Word: Sendable, Hashable {
        var text: String
        var folded: [UInt8]
    }

    /// The words that fit a typed text, the best first.
    struct Fits: Sendable, Hashable {
        /// First the words that begin with the typed text, then words that have its letters with
        /// others between.
        var words: [Word]
        /// How many of them go on after it.
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

    /// Whether a text is one of the words, however it is spelled.
    func has(_ text: String) -> Bool {
        let folded = SearchText.folded(text)
        return words.contains { $0.folded == folded }
    }

    /// Whether it is remembered which words fit.
    func remembers(_ typed: String, without others: Set<[UInt8]> = []) -> Bool {
        known?.typed == typed && known?.others == others
    }

    /// Finds out which words fit, for all calls until something else is typed.
    mutating func remember(_ typed: String, without others: Set<[UInt8]> = []) {
        if remembers(typed, without: others) { return }
        known = Known(typed: typed, others: others, fits: compared(typed, without: others))
    }

    /// - Parameter others: words that are not offered, folded.
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
