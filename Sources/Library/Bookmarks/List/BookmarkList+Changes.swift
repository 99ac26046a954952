extension BookmarkList {
    /// Replaces all rows, without filtering.
    mutating func replaceRows(_ newRows: [BookmarkRow]) {
        rows = newRows
        arena = SearchArena(rows)
        index = RowIndex(rows)
        sorted = Array(0..<Int32(rows.count))
        if index.count < rows.count {
            sorted.removeAll { index.number(of: rows[Int($0)].id, in: rows) != $0 }
        }
        (deletedCount, archivedCount) = (0, 0)
        for number in sorted { count(rows[Int(number)], 1) }
        hits = nil
        forgetDetails()
        knowsDuplicates = false
        knowsBrokenLinks = false
        sortRows()
    }

    /// Counts an added row, or with -1 a removed one.
    private mutating func count(_ row: BookmarkRow, _ step: Int) {
        if row.isDeleted { deletedCount += step } else if row.isArchived { archivedCount += step }
    }

    /// Makes one change.
    mutating func apply(_ change: BookmarkListChange) {
        switch change {
        case .remove(let id):
            guard let number = index.number(of: id, in: rows) else { return }
            removeRow(number)
            noteDeparture(of: id)
        case .upsert(let row):
            upsert(row)
        }
    }

    private mutating func upsert(_ row: BookmarkRow) {
        if row.id.isEmpty { return }
        let old = index.number(of: row.id, in: rows)
        let number = Int32(rows.count)
        rows.append(row)
        arena.append(row)
        let isOnPage = !isPartial || sorted.last.map { precedes(number, $0) } ?? false
        if let old { removeRow(old) }
        if isPartial && (isOnPage || old != nil) && row.isListed { announcedTotal += 1 }
        if !isOnPage { return bury(number) }
        count(row, 1)
        index.insertLast(of: rows)
        let index = place(of: number, in: sorted)
        sorted.insert(number, at: index)
        if let index = hits.map({ place(of: number, in: $0) }) {
            let found = narrowed([number], to: parts)
            hits?.insert(contentsOf: found, at: index)
        }
    }

    /// Removes a row from the list.
    private mutating func removeRow(_ number: Int32) {
        let index = place(of: number, in: sorted)
        sorted.remove(at: index)
        if let index = hits.map({ place(of: number, in: $0) }) {
            if hits?.dropFirst(index).first == number { hits?.remove(at: index) }
        }
        count(rows[Int(number)], -1)
        if isPartial && rows[Int(number)].isListed { announcedTotal -= 1 }
        bury(number)
    }

    /// Releases the number of a row that is no longer in the list.
    private mutating func bury(_ number: Int32) {
        arena.erase(Int(number))
        rows[Int(number)] = BookmarkRow(id: "", name: "", url: "", added: 0, modified: 0)
    }

    /// Makes many changes at once: one pass removes rows, and new rows are sorted and merged in.
    /// The list must have all rows.
    mutating func applyTogether(_ changes: [BookmarkListChange]) {
        var latest: [String: Int] = [:]
        latest.reserveCapacity(changes.count)
        for (place, change) in changes.enumerated() { latest[change.id] = place }
        var gone: [Int32] = []
        var coming: [Int32] = []
        for (place, change) in changes.enumerated() where latest[change.id] == place {
            let old = index.number(of: change.id, in: rows)
            if let old { gone.append(old) }
            switch change {
            case .remove(let id): if old != nil { noteDeparture(of: id) }
            case .upsert(let row):
                if row.id.isEmpty { continue }
                coming.append(Int32(rows.count))
                rows.append(row)
                arena.append(row)
                index.insertLast(of: rows)
                count(row, 1)
            }
        }
        if !gone.isEmpty { removeRows(gone) }
        if coming.isEmpty { return }
        coming = ordered(coming)
        sorted = merged(coming, into: sorted)
        if let hits { self.hits = merged(narrowed(coming, to: parts), into: hits) }
    }

    /// Removes many rows from the list.
    private mutating func removeRows(_ gone: [Int32]) {
        var isGone = [Bool](repeating: false, count: rows.count)
        for number in gone {
            isGone[Int(number)] = true
            count(rows[Int(number)], -1)
            bury(number)
        }
        isGone.withUnsafeBufferPointer { isGone in
            sorted.removeAll { isGone[Int($0)] }
            hits?.removeAll { isGone[Int($0)] }
        }
    }

    /// Returns sorted numbers with others merged in.
    private func merged(_ coming: [Int32], into numbers: [Int32]) -> [Int32] {
        var all: [Int32] = []
        all.reserveCapacity(numbers.count + coming.count)
        var start = 0
        for number in coming {
            let end = place(of: number, in: numbers, from: start)
            all += numbers[start..<end]
            all.append(number)
            start = end
        }
        return all + numbers[start...]
    }

    /// Records that a bookmark left the list.
    private mutating func noteDeparture(of id: String) {
        departures += 1
        if latestDepartures.count == 2 * Self.departuresLimit {
            latestDepartures.removeFirst(Self.departuresLimit)
        }
        latestDepartures.append(id)
    }

    /// Drops the dead numbers once they are as many as the live ones.
    mutating func renumberIfWorthwhile() {
        if rows.count < 2 * sorted.count + 1024 { return }
        var numbers = [Int32](repeating: -1, count: rows.count)
        var living: [BookmarkRow] = []
        living.reserveCapacity(sorted.count)
        for number in sorted {
            numbers[Int(number)] = Int32(living.count)
            living.append(rows[Int(number)])
        }
        rows = living
        arena = arena.keeping(sorted)
        index = RowIndex(rows)
        sorted = Array(0..<Int32(rows.count))
        // Details that were read ahead use the old numbers, too.
        forgetDetails()
        if search.root.needsDetails {
            refilter()
        } else {
            hits = hits?.map { numbers[Int($0)] }
        }
    }
}

extension BookmarkListChange {
    /// The id of the changed bookmark.
    fileprivate var id: String {
        switch self {
        case .upsert(let row): row.id
        case .remove(let id): id
        }
    }
}
