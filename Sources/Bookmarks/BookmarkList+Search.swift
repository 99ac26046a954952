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
        let isEnough = search.words.count == 1 && !first.isExact
        hits = isEnough ? found : narrowed(found, to: search.words)
    }

    /// Those of the rows that contain all of these words.
    func narrowed(_ numbers: [Int32], to words: [SearchQuery.Word]) -> [Int32] {
        words.reduce(numbers) { numbers, word in
            let candidates = arena.records(numbers, containing: word.folded)
            guard word.isExact else { return candidates }
            let exact = Array(word.text.utf8)
            return rows.withUnsafeBufferPointer { rows in
                candidates.filter { Self.has(exact, asTag: word.isTag, rows[Int($0)]) }
            }
        }
    }

    /// As ``SearchQuery/Word/matches(_:)`` of an exact word, but without copying any text.
    private static func has(
        _ word: [UInt8], asTag isTag: Bool, _ row: borrowing BookmarkRow
    ) -> Bool {
        if isTag {
            return row.tags.utf8.starts(with: word)
                || SearchArena.contains([0x20] + word, in: row.tags.utf8)
        }
        return SearchArena.contains(word, in: row.name.utf8)
            || SearchArena.contains(word, in: row.url.utf8)
            || SearchArena.contains(word, in: row.tags.utf8)
    }
}
