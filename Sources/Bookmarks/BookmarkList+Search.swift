extension BookmarkList {
    /// Finds the hits of the query among all rows.
    mutating func refilter() {
        guard let first = search.words.first else {
            hits = nil
            return
        }
        var isHit = [Bool](repeating: false, count: rows.count)
        isHit.withUnsafeMutableBufferPointer { isHit in
            arena.forEachRecord(containing: first.folded) { isHit[$0] = true }
        }
        let isEnough = search.words.count == 1 && first.exact == nil
        hits = isHit.withUnsafeBufferPointer { isHit in
            sorted.filter { isHit[Int($0)] && (isEnough || matches($0, search.words)) }
        }
    }

    /// Whether a row contains all of these words.
    func matches(_ number: Int32, _ words: [SearchQuery.Word]) -> Bool {
        words.allSatisfy { word in
            guard let exact = word.exact else {
                return arena.contains(word.folded, record: Int(number))
            }
            return SearchArena.contains(exact, in: rows[Int(number)].name.utf8)
                || SearchArena.contains(exact, in: rows[Int(number)].url.utf8)
                || SearchArena.contains(exact, in: rows[Int(number)].tags.utf8)
        }
    }
}
