import Bookmarks

extension DeletedView {
    /// The indices of the rows in the range that is being marked.
    var range: ClosedRange<Int>? {
        guard let anchor = marks.anchor else { return nil }
        return min(anchor.index, choice.index)...max(anchor.index, choice.index)
    }

    /// How many are marked or in the range.
    var markedCount: Int {
        guard let range, let rows, !rows.isEmpty else { return marks.ids.count }
        return marks.ids.count
            + rows[range.clamped(to: 0...rows.count - 1)].count { !marks.ids.contains($0.id) }
    }

    /// What is marked, in the order of the page, or else what is selected.
    var targets: Targets? {
        let marked = marks.ids.isEmpty ? [] : (rows ?? []).filter { marks.ids.contains($0.id) }
        guard let first = marked.first ?? selected else { return nil }
        return Targets(ids: marked.isEmpty ? [first.id] : marked.map(\.id), name: first.title)
    }

    /// Marks as in the list.
    mutating func perform(_ action: ActionID, page: Int) {
        guard let rows, let id = selected?.id else { return }
        switch action {
        case .mark:
            if marks.anchor != nil { return endRange() }
            if marks.ids.remove(id) == nil { marks.ids.insert(id) }
            move(by: 1, page: page)
        case .markRange:
            if marks.anchor != nil { return endRange() }
            marks.anchor = Marks.Anchor(id: id, index: choice.index)
        case .markAll where rows.contains { !marks.ids.contains($0.id) }:
            marks.ids.formUnion(rows.map(\.id))
        case .markAll: marks.ids = []
        default: break
        }
    }

    /// Marks what is in the range, if there is one.
    mutating func endRange() {
        if let range, let rows, !rows.isEmpty {
            marks.ids.formUnion(rows[range.clamped(to: 0...rows.count - 1)].map(\.id))
        }
        marks.anchor = nil
    }

    /// Gives up the range or, if there is none, the marks; false if there are none either.
    mutating func forgetMarks() -> Bool {
        if marks.isEmpty { return false }
        marks = marks.anchor == nil ? Marks() : Marks(ids: marks.ids)
        return true
    }

    /// Forgets marks of what is deleted no longer.
    mutating func settleMarks() {
        if marks.isEmpty { return }
        let ids = (rows ?? []).map(\.id)
        marks.ids.formIntersection(ids)
        guard let anchor = marks.anchor else { return }
        let index = ids.firstIndex(of: anchor.id)
        marks.anchor = index.map { Marks.Anchor(id: anchor.id, index: $0) }
    }
}
