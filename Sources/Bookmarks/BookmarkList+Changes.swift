extension BookmarkList {
    /// Forgets all rows and takes these, without filtering.
    mutating func replaceRows(_ newRows: [BookmarkRow]) {
        rows = newRows
        arena = SearchArena(rows)
        index = RowIndex(rows)
        sorted = Array(0..<Int32(rows.count))
        if index.count < rows.count {
            sorted.removeAll { index.number(of: rows[Int($0)].id, in: rows) != $0 }
        }
        deletedCount = 0
        for number in sorted where rows[Int(number)].isDeleted { deletedCount += 1 }
        hits = nil
        forgetDetails()
        knowsDuplicates = false
        knowsBrokenLinks = false
        sortRows()
    }

    /// Makes one change.
    mutating func apply(_ change: BookmarkListChange) {
        switch change {
        case .remove(let id):
            guard let number = index.number(of: id, in: rows) else { return }
            take(out: number)
            departures += 1
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
        if let old { take(out: old) }
        if isPartial && (isOnPage || old != nil) && !row.isDeleted { announcedTotal += 1 }
        if !isOnPage { return bury(number) }
        if row.isDeleted { deletedCount += 1 }
        index.insertLast(of: rows)
        let index = place(of: number, in: sorted)
        sorted.insert(number, at: index)
        if let index = hits.map({ place(of: number, in: $0) }) {
            let found = narrowed([number], to: search.parts)
            hits?.insert(contentsOf: found, at: index)
        }
    }

    /// Takes a row out of the list.
    private mutating func take(out number: Int32) {
        let index = place(of: number, in: sorted)
        sorted.remove(at: index)
        if let index = hits.map({ place(of: number, in: $0) }) {
            if hits?.dropFirst(index).first == number { hits?.remove(at: index) }
        }
        if rows[Int(number)].isDeleted {
            deletedCount -= 1
        } else if isPartial {
            announcedTotal -= 1
        }
        bury(number)
    }

    /// Gives up a number that stands in the list no longer.
    private mutating func bury(_ number: Int32) {
        arena.erase(Int(number))
        rows[Int(number)] = BookmarkRow(id: "", name: "", url: "", added: 0, modified: 0)
    }

    /// Makes many changes at the cost of loading the list anew.
    mutating func applyTogether(_ changes: [BookmarkListChange]) {
        var latest: [String: BookmarkRow?] = [:]
        for change in changes {
            switch change {
            case .upsert(let row): latest[row.id] = .some(row)
            case .remove(let id): latest[id] = .some(nil)
            }
        }
        var newRows: [BookmarkRow] = []
        newRows.reserveCapacity(sorted.count + latest.count)
        for number in sorted {
            let row = rows[Int(number)]
            if let change = latest.removeValue(forKey: row.id) {
                if let row = change { newRows.append(row) }
            } else {
                newRows.append(row)
            }
        }
        newRows.append(contentsOf: latest.values.compactMap { $0 })
        departures += 1
        replaceRows(newRows)
        refilter()
    }

    /// Forgets the dead once there are as many of them as of the living.
    mutating func renumberIfWorthwhile() {
        if rows.count < 2 * sorted.count + 1024 { return }
        replaceRows(sorted.map { rows[Int($0)] })
        refilter()
    }
}
