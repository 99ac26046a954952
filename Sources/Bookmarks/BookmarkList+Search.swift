import CMemory

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
        let needsMore = search.words.count > 1 || first.exact != nil
        hits = isHit.withUnsafeBufferPointer { isHit in
            sorted.filter { isHit[Int($0)] && (!needsMore || matches($0)) }
        }
    }

    /// Whether the query lets a row through.
    func matches(_ number: Int32) -> Bool {
        let number = Int(number)
        return search.words.allSatisfy { word in
            guard arena.contains(word.folded, record: number) else { return false }
            guard let exact = word.exact else { return true }
            let row = rows[number]
            return SearchArena.contains(exact, in: row.name.utf8)
                || SearchArena.contains(exact, in: row.url.utf8)
                || SearchArena.contains(exact, in: row.tags.utf8)
        }
    }
}
