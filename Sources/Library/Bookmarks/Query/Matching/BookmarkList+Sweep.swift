// Testing 100,000 rows one by one costs a call, and mostly a few counted references, for each. One
// pass over all text or over one field of all rows takes a tenth of that. So the list uses one pass
// wherever possible, if there are many rows.

extension BookmarkList {
    /// Returns the rows that fulfil a part of a query, found in one pass over all rows; `nil` if it
    /// is quicker to test them one by one.
    func swept(_ numbers: [Int32], _ part: Query.Node) -> [Int32]? {
        guard numbers.count > rows.count / 4 else { return nil }
        var (node, isWanted) = (part, true)
        if case .not(let inner) = part { (node, isWanted) = (inner, false) }
        guard node.canBeSwept else { return nil }
        return subset(of: numbers, marked: isWanted) { sweep(node, $0) }
    }

    /// Returns the numbers that `mark` gives, or those that it does not give.
    func subset(
        of numbers: [Int32], marked isWanted: Bool = true, by mark: ((Int) -> Void) -> Void
    ) -> [Int32] {
        var isHit = [Bool](repeating: false, count: rows.count)
        isHit.withUnsafeMutableBufferPointer { isHit in mark { isHit[$0] = true } }
        return isHit.withUnsafeBufferPointer { isHit in
            numbers.filter { isHit[Int($0)] == isWanted }
        }
    }

    /// Marks the rows that fulfil a node that can be found in one pass.
    func sweep(_ node: Query.Node, _ mark: (Int) -> Void) {
        switch node {
        case .any(let nodes): for node in nodes { sweep(node, mark) }
        case .term(let condition): sweep(condition, mark)
        case .all, .not: break
        }
    }

    private func sweep(_ condition: Query.Condition, _ mark: (Int) -> Void) {
        switch condition {
        case .unopened: sweepRows(mark) { $0.opens == 0 }
        case .unread: sweepRows(mark) { $0.isUnread }
        case .archived: sweepRows(mark) { $0.isArchived }
        case .conflict: sweepRows(mark) { $0.hasConflict }
        case .deleted: sweepRows(mark) { $0.isDeleted }
        case .before(let time): sweepRows(mark) { $0.added < time }
        case .after(let time): sweepRows(mark) { $0.added >= time }
        case .duplicate: sweep(duplicates, mark)
        case .broken: sweep(brokenLinks, mark)
        case .document(let term): sweep(documentAnswers[term] ?? [], mark)
        case .site(let word):
            arena.forEachRecord(containing: word.folded, in: .url, where: word.isSite(of:), mark)
        case .text(.word(let word), let field) where !condition.isPiece:
            arena.forEachRecord(containing: word.folded, in: field, where: { !$0.isEmpty }, mark)
        default:
            if let piece = condition.piece { arena.forEachRecord(containing: piece, mark) }
        }
    }

    private func sweepRows(_ mark: (Int) -> Void, _ isHit: (borrowing BookmarkRow) -> Bool) {
        rows.withUnsafeBufferPointer { rows in
            for number in rows.indices where isHit(rows[number]) { mark(number) }
        }
    }

    private func sweep(_ ids: Set<String>, _ mark: (Int) -> Void) {
        for id in ids {
            if let number = index.number(of: id, in: rows) { mark(Int(number)) }
        }
    }
}

extension Query.Node {
    /// Whether one pass can find all rows that fulfil the node.
    var canBeSwept: Bool {
        switch self {
        case .term(let condition): condition.canBeSwept
        case .any(let nodes): nodes.allSatisfy(\.canBeSwept)
        case .all, .not: false
        }
    }
}

extension Query.Condition {
    fileprivate var canBeSwept: Bool {
        switch self {
        case .unread, .conflict, .deleted, .before, .after, .duplicate, .broken, .document, .site:
            true
        case .text(.word(let word), .name), .text(.word(let word), .url): !word.isExact
        default: isPiece && piece?.isEmpty == false
        }
    }
}
