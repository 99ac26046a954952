extension BookmarkList {
    /// Whether one row precedes another in the list's order, given their numbers.
    ///
    /// Dates are compared as numbers, names and URLs by the bytes of their text as it is folded for
    /// searching: an empty name comes first. Equal rows are in the order of their ids, even in a
    /// descending list, so that binary search finds a row's place.
    func precedes(_ a: Int32, _ b: Int32) -> Bool {
        precedes(a, leadingKey(a), b, leadingKey(b))
    }

    /// Works as ``precedes(_:_:)``, given both leading keys.
    private func precedes(_ a: Int32, _ keyA: UInt64, _ b: Int32, _ keyB: UInt64) -> Bool {
        if keyA != keyB { return (keyA < keyB) != order.isDescending }
        let difference: Int32 =
            switch order.field {
            case .added, .relevance, .modified, .opened: 0
            case .frequency: Self.compare(rows[Int(a)].opened, rows[Int(b)].opened)
            case .manual: ManualPlace.compare(rows[Int(a)], rows[Int(b)])
            case .name: arena.compareNames(Int(a), Int(b))
            case .url: arena.compareURLs(Int(a), Int(b))
            }
        if difference != 0 { return (difference < 0) != order.isDescending }
        return rows[Int(a)].id < rows[Int(b)].id
    }

    /// Returns a number that decides most comparisons: rows whose keys differ are in the order of
    /// the keys.
    private func leadingKey(_ number: Int32) -> UInt64 {
        switch order.field {
        case .added, .relevance: Self.key(of: rows[Int(number)].added)
        case .modified: Self.key(of: rows[Int(number)].modified)
        case .opened: Self.key(of: rows[Int(number)].opened)
        case .frequency: UInt64(clamping: rows[Int(number)].opens)
        case .manual: ManualPlace.leadingKey(of: rows[Int(number)])
        case .name: arena.leadingBytes(at: arena.records[Int(number)].start)
        case .url: arena.leadingBytes(at: arena.records[Int(number)].url)
        }
    }

    /// Returns a key that sorts like the number. NaN, which a damaged file may hold, has a fixed
    /// place, and -0 equals 0.
    static func key(of number: Double) -> UInt64 {
        let bits = (number + 0).bitPattern
        return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }

    private static func compare(_ a: Double, _ b: Double) -> Int32 {
        let (a, b) = (key(of: a), key(of: b))
        return a == b ? 0 : a < b ? -1 : 1
    }

    /// Sorts all live rows.
    mutating func sortRows() {
        sorted = ordered(sorted)
        earlierAnswers.removeAll()
    }

    /// Returns the numbers of rows, sorted.
    func ordered(_ numbers: [Int32]) -> [Int32] {
        struct Entry {
            var key: UInt64
            var number: Int32
        }
        var entries = numbers.map { Entry(key: leadingKey($0), number: $0) }
        // Rows usually come out of the database in order.
        let isSorted = zip(entries, entries.dropFirst()).allSatisfy {
            precedes($0.number, $0.key, $1.number, $1.key)
        }
        if isSorted { return numbers }
        entries.sort { precedes($0.number, $0.key, $1.number, $1.key) }
        return entries.map(\.number)
    }

    /// Returns the rows that the filter lets through, in another order than the list's.
    public func rows(sortedBy order: SortOrder) -> [BookmarkRow] {
        var other = self
        other.order = order
        return other.ordered(visible).map { rows[Int($0)] }
    }

    /// Returns the index at which a row is, or would be, among sorted rows.
    func place(of number: Int32, in numbers: [Int32], from start: Int = 0) -> Int {
        let key = leadingKey(number)
        var low = start
        var high = numbers.count
        while low < high {
            let middle = (low + high) / 2
            let other = numbers[middle]
            if precedes(other, leadingKey(other), number, key) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
