extension BookmarkList {
    /// Finds the hits of the query among all rows.
    mutating func refilter() {
        guard !search.isEmpty else {
            hits = nil
            return
        }
        let parts = search.parts
        if let first = search.pieces.first {
            let found = sorted { mark in
                for piece in first { arena.forEachRecord(containing: piece, mark) }
            }
            hits = narrowed(found, to: parts.filter { !($0.isPieces && $0.pieces == first) })
        } else if let index = parts.firstIndex(where: { $0.sweepingPattern != nil }),
            let found = swept(by: parts[index])
        {
            hits = narrowed(found, to: parts.filter { $0 != parts[index] })
        } else {
            hits = narrowed(sorted, to: parts)
        }
    }

    /// The rows, in order, whose numbers `mark` gives.
    private func sorted(_ mark: ((Int) -> Void) -> Void) -> [Int32] {
        Self.those(of: sorted, marked: true, amongAll: rows.count, by: mark)
    }

    /// Those of the numbers that `mark` gives, or that it does not give.
    private static func those(
        of numbers: [Int32], marked isWanted: Bool, amongAll count: Int,
        by mark: ((Int) -> Void) -> Void
    ) -> [Int32] {
        var isHit = [Bool](repeating: false, count: count)
        isHit.withUnsafeMutableBufferPointer { isHit in mark { isHit[$0] = true } }
        return isHit.withUnsafeBufferPointer { isHit in
            numbers.filter { isHit[Int($0)] == isWanted }
        }
    }

    /// Those of many rows that have one of some pieces, or none of them. One sweep over all text is
    /// quicker than to ask them one by one.
    private func swept(_ numbers: [Int32], _ part: Query.Node) -> [Int32]? {
        guard numbers.count > rows.count / 4 else { return nil }
        var (node, isWanted) = (part, true)
        if case .not(let inner) = part { (node, isWanted) = (inner, false) }
        guard node.isPieces, let pieces = node.pieces else { return nil }
        return Self.those(of: numbers, marked: isWanted, amongAll: rows.count) { mark in
            for piece in pieces { arena.forEachRecord(containing: piece, mark) }
        }
    }

    /// The rows that have a pattern, found in one sweep over all text.
    private func swept(by part: Query.Node) -> [Int32]? {
        guard let pattern = part.sweepingPattern else { return nil }
        var machine = PatternMachine(pattern)
        if machine.isFoundInNothing() { return nil }
        return sorted { arena.forEachRecord(containing: &machine, $0) }
    }

    /// Those of the rows that fulfil all of these.
    mutating func narrowed(_ numbers: [Int32], to parts: [Query.Node]) -> [Int32] {
        var numbers = numbers
        // Words one by one: that is quickest, and most queries have nothing else.
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
        if others.contains(where: { $0.asks(for: .duplicate) }) { lookUpDuplicates() }
        if others.contains(where: { $0.asks(for: .broken) }) { lookUpBrokenLinks() }
        numbers = tested(numbers, others.filter { !$0.needsDetails })
        let costly = others.filter(\.needsDetails)
        if costly.isEmpty { return numbers }
        lookUpDetails(of: numbers)
        return tested(numbers, costly)
    }

    private func tested(_ numbers: [Int32], _ parts: [Query.Node]) -> [Int32] {
        if parts.isEmpty { return numbers }
        var test = RowTest(parts)
        return numbers.filter { test.passes(Int($0), in: self) }
    }

    /// Whether everything that a query finds was found by `previous` too.
    static func narrows(_ query: Query, _ previous: Query) -> Bool {
        previous.parts.allSatisfy { old in query.parts.contains { old.isImplied(by: $0) } }
    }
}

extension Query.Node {
    fileprivate var isWord: Bool {
        if case .term(let condition) = self { condition.isWord } else { false }
    }

    /// A pattern that may stand anywhere, in any case.
    fileprivate var sweepingPattern: Pattern? {
        if case .term(.text(.expression(let pattern, isExact: false), .anywhere)) = self {
            pattern
        } else {
            nil
        }
    }

    fileprivate func isImplied(by other: Self) -> Bool {
        if case .term(let old) = self, case .term(let new) = other { return old.isImplied(by: new) }
        return self == other
    }
}

extension Query.Condition {
    /// Whether this is a plain word, a tag or the beginning of one.
    fileprivate var isWord: Bool {
        switch self {
        case .text(.word, .anywhere), .tag, .tagged: true
        default: false
        }
    }
}
