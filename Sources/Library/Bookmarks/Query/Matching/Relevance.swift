/// Ranks bookmarks by how well they answer a query.
///
/// Each word scores by its best place: see ``Place``. The scores of required words are added; of
/// alternatives, the best counts. Dates, expressions and excluded words score nothing.
struct Relevance {
    /// A place of a word. Better places have greater numbers.
    enum Place: Int, Comparable {
        case elsewhere = 1
        case host
        case insideName
        case beginningOfTag
        case beginningOfWordInName
        case beginningOfName
        case wholeTag
        // So much better that two words in a name beat one in the name and one as a tag.
        case wholeWordInName = 9
        case wholeWordAtBeginningOfName
        case wholeName

        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    private indirect enum Part {
        case sum([Part])
        case best([Part])
        case word([UInt8])
        /// Scores nothing if the word is only in the text of a document.
        case wordOrText([UInt8])
    }

    private let root: Part

    init(_ query: Query) { root = Self.part(query.root) }

    private static func part(_ node: Query.Node) -> Part {
        if let word = node.wordOrText { return .wordOrText(word.folded) }
        return switch node {
        case .all(let nodes): .sum(nodes.map(part))
        case .any(let nodes): .best(nodes.map(part))
        case .term(.text(.word(let word), .anywhere)), .term(.text(.word(let word), .name)),
            .term(.tag(let word)):
            word.isEmpty ? .sum([]) : .word(word.folded)
        case .term(.tagged(let tag)): tag.folded.isEmpty ? .sum([]) : .word(tag.folded)
        case .not, .term: .sum([])
        }
    }

    /// Returns how well each of these rows answers; more is better. The result has no meaning for a
    /// row that the query does not find.
    func ranks(of numbers: [Int32], in arena: SearchArena) -> [Int] {
        ranks(root, numbers, arena)
    }

    private func ranks(_ part: Part, _ numbers: [Int32], _ arena: SearchArena) -> [Int] {
        switch part {
        case .sum(let parts): ranks(parts, +, numbers, arena)
        case .best(let parts): ranks(parts, max, numbers, arena)
        case .word(let word):
            arena.ranks(of: word, in: numbers).map { max($0, Place.elsewhere.rawValue) }
        case .wordOrText(let word): arena.ranks(of: word, in: numbers)
        }
    }

    private func ranks(
        _ parts: [Part], _ combine: (Int, Int) -> Int, _ numbers: [Int32], _ arena: SearchArena
    ) -> [Int] {
        guard let first = parts.first else { return Array(repeating: 0, count: numbers.count) }
        return parts.dropFirst().reduce(ranks(first, numbers, arena)) { ranks, part in
            zip(ranks, self.ranks(part, numbers, arena)).map(combine)
        }
    }
}

extension BookmarkList {
    /// Whether the best answers to the query come first.
    public var isRanked: Bool { ranked != nil }

    /// Puts the best answers first, if that is the order, or is wanted and the query has words. Of
    /// equal answers, those with a short name come first; then the rows keep their order.
    mutating func rank() {
        let isOrder = order.field == .relevance && !search.isEmpty
        let relevance = Relevance(search)
        guard let hits, isOrder || ranksAnswers && order.field != .manual && search.hasWords
        else {
            ranked = nil
            return
        }
        let isBestFirst = !isOrder || order.isDescending
        let ranks = relevance.ranks(of: hits, in: arena)
        let best = ranks.max() ?? 0
        let places = zip(hits, ranks).map { number, rank in
            let length = min(arena.titleLength(of: Int(number)), Self.longestTold)
            return isBestFirst
                ? (best - rank) * (Self.longestTold + 1) + length
                : rank * (Self.longestTold + 1) + Self.longestTold - length
        }
        var ends = [Int](repeating: 0, count: (best + 1) * (Self.longestTold + 1) + 1)
        for place in places { ends[place + 1] += 1 }
        for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
        var ranked = [Int32](repeating: 0, count: hits.count)
        for (number, place) in zip(hits, places) {
            ranked[ends[place]] = number
            ends[place] += 1
        }
        self.ranked = ranked
    }

    /// The longest name whose length counts, in bytes.
    static let longestTold = 127
}

extension Query {
    /// Whether the query searches for words in names and anywhere else. Without such words, as for
    /// a tag or a folder, all answers are equal.
    var hasWords: Bool { root.hasWords }
}

extension Query.Node {
    fileprivate var hasWords: Bool {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.contains(where: \.hasWords)
        case .term(.text(.word(let word), .anywhere)), .term(.text(.word(let word), .name)):
            !word.isEmpty
        case .not, .term: false
        }
    }
}
