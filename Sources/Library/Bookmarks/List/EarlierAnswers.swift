/// The latest answers of a list to its queries. A person who deletes letters returns to them, and a
/// long list need not be searched again.
///
/// They hold only as long as the rows of the list, their order and their ranking stay.
struct EarlierAnswers {
    /// What a list shows for a query.
    struct Answer {
        var query: Query
        var hits: [Int32]?
        var ranked: [Int32]?
        var hasGuessed: Bool

        /// The numbers in the answer. Each answer counts for some, so that there are not too many.
        fileprivate var size: Int { 10_000 + (hits?.count ?? 0) + (ranked?.count ?? 0) }
    }

    /// The most numbers in all answers, which then take 8 MB. One answer alone may have more.
    static let mostNumbers = 2_000_000

    private var answers: [Answer] = []
    private var size = 0

    /// Keeps an answer, and drops the oldest ones if there are too many. Answers that do not depend
    /// on the rows alone are not kept.
    mutating func keep(_ answer: Answer) {
        if !answer.query.isAnsweredByRows { return }
        answers.append(answer)
        size += answer.size
        while size > Self.mostNumbers, answers.count > 1 { size -= answers.removeFirst().size }
    }

    /// Returns the answer to a query, if it was kept.
    func answer(to query: Query) -> Answer? { answers.last { $0.query.isEquivalent(to: query) } }

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
