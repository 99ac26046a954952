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
        let found = isHit.withUnsafeBufferPointer { isHit in sorted.filter { isHit[Int($0)] } }
        let isEnough = search.words.count == 1 && first.exact == nil
        hits = isEnough ? found : narrowed(found, to: search.words)
    }

    /// Those of the rows that contain all of these words.
    func narrowed(_ numbers: [Int32], to words: [SearchQuery.Word]) -> [Int32] {
        words.reduce(numbers) { numbers, word in
            guard let exact = word.exact else {
                return arena.records(numbers, containing: word.folded)
            }
            return rows.withUnsafeBufferPointer { rows in
                numbers.filter { Self.contains(exact, in: rows[Int($0)]) }
            }
        }
    }

    private static func contains(_ word: [UInt8], in row: borrowing BookmarkRow) -> Bool {
        SearchArena.contains(word, in: row.name.utf8)
            || SearchArena.contains(word, in: row.url.utf8)
            || SearchArena.contains(word, in: row.tags.utf8)
    }
}
