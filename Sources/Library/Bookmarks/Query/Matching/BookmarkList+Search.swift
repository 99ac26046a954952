extension BookmarkList {
    /// Finds the hits of the query among all rows.
    mutating func refilter() {
        hasGuessed = false
        findExactly()
        guess()
    }

    /// Shows guesses at the query's meaning if nothing matches.
    mutating func guess() {
        guard ranksAnswers, hits?.isEmpty == true, lookupError == nil, let guesses = search.guesses
        else { return }
        var found = narrowed(sorted, to: parts.filter { !search.parts.contains($0) })
        for guess in guesses where !found.isEmpty {
            let withLetters = narrowed(found, to: [guess.letters])
            guard let slip = guess.slip else {
                found = withLetters
                continue
            }
            found = subset(of: found) { mark in
                for number in withLetters { mark(Int(number)) }
                arena.forEachRecord(with: slip, mark)
            }
        }
        // The person did not type the guess, so its cost is no error to show.
        if lookupError is CostlyExpression { lookupError = nil }
        guard !found.isEmpty else { return }
        hits = found
        hasGuessed = true
    }

    private mutating func findExactly() {
        let parts = parts
        guard !parts.isEmpty else {
            hits = nil
            return
        }
        lookUpFacts(for: parts)
        // Text is found in one pass; the other conditions are then checked on its hits.
        let first = search.pieces.first
        if let index = parts.firstIndex(where: { $0.canBeSwept && $0.pieces == first }) {
            let found = subset(of: sorted) { sweep(parts[index], $0) }
            hits = narrowed(found, to: parts.filter { $0 != parts[index] })
        } else if let first {
            let found = subset(of: sorted) { mark in
                for piece in first { arena.forEachRecord(containing: piece, mark) }
            }
            hits = narrowed(found, to: parts)
        } else {
            hits = narrowed(sorted, to: parts)
        }
    }

    /// Looks up the facts that these parts need and rows leave out.
    private mutating func lookUpFacts(for parts: [Query.Node]) {
        if parts.contains(where: { $0.asks(for: .duplicate) }) { lookUpDuplicates() }
        if parts.contains(where: { $0.asks(for: .broken) }) { lookUpBrokenLinks() }
        lookUpDocuments(for: parts)
    }

    /// The conditions for a row to be shown: the query, and that it is not archived unless the
    /// query asks for archived ones.
    var parts: [Query.Node] {
        if archivedCount == 0 || search.asksForArchived { return search.parts }
        let hidden = Query.Node.not(.term(.archived))
        return search.parts + [deletedCount == 0 ? hidden : .any([hidden, .term(.deleted)])]
    }

    /// Hides archived rows if there are any.
    mutating func followArchived() {
        if parts.isEmpty != (hits == nil) { refilter() }
    }

    /// Returns the rows that fulfil all of these parts.
    mutating func narrowed(_ numbers: [Int32], to parts: [Query.Node]) -> [Int32] {
        var numbers = numbers
        lookUpFacts(for: parts)
        // Word by word is quickest, and most queries have only words.
        for case .term(let condition) in parts {
            guard condition.isWord, let piece = condition.piece else { continue }
            numbers = arena.records(numbers, containing: piece)
            if condition.isPiece { continue }
            numbers = rows.withUnsafeBufferPointer { rows in
                numbers.filter { rows[Int($0)].confirms(condition) }
            }
        }
        let others = parts.filter { part in
            if part.isWord { return false }
            guard let found = swept(numbers, part) else { return true }
            numbers = found
            return false
        }
        numbers = tested(numbers, others.filter { !$0.needsDetails })
        let costly = others.filter(\.needsDetails)
        if costly.isEmpty { return numbers }
        lookUpDetails(of: numbers)
        return tested(numbers, costly)
    }

    private mutating func tested(_ numbers: [Int32], _ parts: [Query.Node]) -> [Int32] {
        if parts.isEmpty { return numbers }
        var test = RowTest(parts, ofMostOf: numbers.count > sorted.count / 2 ? self : nil)
        let found = numbers.filter { test.passes(Int($0), in: self) }
        guard let costly = test.costly else { return found }
        lookupError = costly
        return []
    }

    /// Whether `previous` already found everything that a query finds.
    static func narrows(_ query: Query, _ previous: Query) -> Bool {
        previous.asksForArchived == query.asksForArchived
            && previous.parts.allSatisfy { old in
                query.parts.contains { old.isImplied(by: $0) }
            }
    }
}

extension Query.Node {
    fileprivate var isWord: Bool {
        if case .term(let condition) = self { condition.isWord } else { false }
    }

    /// The word for which another meaning can be guessed.
    fileprivate var guessedWord: Query.Word? {
        if case .term(.text(.word(let word), .anywhere)) = self { word } else { wordOrText }
    }

    fileprivate func isImplied(by other: Self) -> Bool {
        if case .term(let old) = self, case .term(let new) = other { return old.isImplied(by: new) }
        return self == other
    }
}

extension Query.Condition {
    /// Whether the node is a plain word, a tag or the beginning of a tag.
    fileprivate var isWord: Bool {
        switch self {
        case .text(.word, .anywhere), .tag, .tagged: true
        default: false
        }
    }
}

extension Query {
    /// A guess at the meaning of a word that nothing matches.
    struct Guess: Sendable, Hashable {
        /// The word's letters in order, with others between them.
        var letters: Node
        /// The word with one typing error; `nil` for a short word.
        var slip: Slip?
    }

    /// The guesses for each word without a match. `nil` for a query with other terms, and for words
    /// so short that they would match nearly everything.
    var guesses: [Guess]? {
        var guesses: [Guess] = []
        for part in parts {
            guard let word = part.guessedWord, !word.isExact,
                word.folded.count >= 3, word.phrase == nil,
                let expression = Expression.fuzzy(
                    String(decoding: word.folded, as: UTF8.self), isExact: false)
            else { return nil }
            guesses.append(
                Guess(
                    letters: .term(.text(.expression(expression), .anywhere)),
                    slip: Slip(word.folded)))
        }
        return guesses.isEmpty ? nil : guesses
    }
}
