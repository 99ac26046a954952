extension BookmarkList {
    /// Forgets all rows and takes these, without filtering.
    mutating func replaceRows(_ newRows: [BookmarkRow]) {
        rows = newRows
        numbers.removeAll(keepingCapacity: true)
        numbers.reserveCapacity(newRows.count)
        for (number, row) in newRows.enumerated() { numbers[row.id] = Int32(number) }
        sorted = (0..<Int32(newRows.count)).filter { number in
            numbers.count == newRows.count || numbers[newRows[Int(number)].id] == number
        }
        arena = SearchArena()
        arena.reserveCapacity(records: newRows.count, bytes: newRows.count * 96)
        for row in newRows { arena.append(row) }
        hits = nil
        sortRows()
    }

    /// Makes one change.
    mutating func apply(_ change: BookmarkListChange) {
        switch change {
        case .remove(let id):
            if let number = numbers.removeValue(forKey: id) { take(out: number) }
        case .upsert(let row):
            upsert(row)
        }
    }

    private mutating func upsert(_ row: BookmarkRow) {
        let number = Int32(rows.count)
        rows.append(row)
        arena.append(row)
        let isOnPage = !isPartial || sorted.last.map { precedes(number, $0) } ?? false
        if let old = numbers[row.id] {
            take(out: old)
        } else if !isOnPage {
            bury(number)
            return
        }
        if isPartial && !isOnPage {
            // It was on this page and now belongs to a later one.
            numbers.removeValue(forKey: row.id)
            announcedTotal += 1
            bury(number)
            return
        }
        numbers[row.id] = number
        let index = place(of: number, in: sorted)
        sorted.insert(number, at: index)
        if let index = hits.map({ place(of: number, in: $0) }), matches(number) {
            hits?.insert(number, at: index)
        }
        if isPartial { announcedTotal += 1 }
    }

    /// Takes a row out of the list.
    private mutating func take(out number: Int32) {
        let index = place(of: number, in: sorted)
        sorted.remove(at: index)
        if let index = hits.map({ place(of: number, in: $0) }) {
            if hits?.dropFirst(index).first == number { hits?.remove(at: index) }
        }
        if isPartial { announcedTotal -= 1 }
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
