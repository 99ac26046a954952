import Bookmarks
import Synchronization

/// The words of a completion. There may be thousands, so it is remembered which of them fit: dispatch
/// and drawing ask for the same several times for each key.
final class CompletionWords: Sendable {
    struct Word: Sendable, Hashable {
        var text: String
        var folded: [UInt8]
    }

    /// The words that fit a typed text, the best first.
    struct Fits: Sendable {
        /// Those that go on after the typed text, then those that have its letters with others
        /// between.
        var words: [Word]
        /// How many of them go on after it.
        var begun: Int
        /// Whether the typed text is a whole word.
        var isWord: Bool
    }

    /// What the latest answer was for. Copies of a completion share it.
    private struct Known: Sendable {
        var typed: String
        var others: Set<[UInt8]>
        var fits: Fits
    }

    private let words: [Word]
    private let known = Mutex<(latest: Known?, comparisons: Int)>((nil, 0))

    init(_ words: [String]) {
        self.words = words.map { Word(text: $0, folded: SearchText.folded($0)) }
    }

    /// How often all words were compared with a typed text.
    var comparisons: Int { known.withLock { $0.comparisons } }

    /// Whether a text is one of the words, however it is spelled.
    func has(_ text: String) -> Bool {
        let folded = SearchText.folded(text)
        return words.contains { $0.folded == folded }
    }

    /// - Parameter others: words that are not offered, folded.
    func fits(_ typed: String, without others: Set<[UInt8]> = []) -> Fits {
        known.withLock { known in
            if let latest = known.latest, latest.typed == typed, latest.others == others {
                return latest.fits
            }
            let fits = compared(typed, without: others)
            known.latest = Known(typed: typed, others: others, fits: fits)
            known.comparisons += 1
            return fits
        }
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

extension CompletionWords: Hashable {
    static func == (a: CompletionWords, b: CompletionWords) -> Bool {
        a === b || a.words == b.words
    }

    func hash(into hasher: inout Hasher) { words.hash(into: &hasher) }
}
