// In a list of 100,000, a search takes several milliseconds more than drawing its answers, and
// about half of all keys in a filter delete a letter.

/// The latest answers of a list to its queries. A person who deletes letters returns to them.
///
/// They hold only as long as the rows of the list and their order stay.
struct EarlierAnswers {
    /// What a list shows for a query.
    struct Answer {
        var query: Query
        var hits: [Int32]?
        var ranked: [Int32]?
        var hasGuessed: Bool

        /// The answer's share of ``mostNumbers``; even an empty answer takes some memory.
        fileprivate var size: Int { (hits?.count ?? 0) + (ranked?.count ?? 0) + 10_000 }
    }

    /// The answers take at most four times as many bytes, as long as no single one takes more.
    private static let mostNumbers = 2_000_000

    private var answers: [Answer] = []
    private var size = 0

    /// Keeps an answer, and drops the oldest ones if there are too many. Answers that do not depend
    /// on the rows alone are not kept.
    mutating func keep(_ answer: Answer) {
        if !answer.query.isAnsweredByRows || self.answer(to: answer.query) != nil { return }
        answers.append(answer)
        size += answer.size
        while size > Self.mostNumbers, answers.count > 1 { size -= answers.removeFirst().size }
    }

    /// Returns the answer to a query, if it was kept.
    func answer(to query: Query) -> Answer? { answers.last { $0.query == query } }

    /// Drops all answers.
    mutating func removeAll() {
        if answers.isEmpty { return }
        answers = []
        size = 0
    }
}

extension Query {
    /// Whether the answer depends only on the rows, and on no facts that they leave out.
    fileprivate var isAnsweredByRows: Bool {
        !root.needsDetails && !root.asks(for: .duplicate) && !root.asks(for: .broken)
            && documentTerms.isEmpty
    }
}
