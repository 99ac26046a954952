import Replication

extension BookmarkEditor {
    /// Returns the places that a move gives to bookmarks of a list.
    func places(_ ids: [String], _ move: ManualMove, in list: BookmarkList) -> [String: String] {
        guard list.order.field == .manual, !list.isPartial else { return [:] }
        return list.places(moving: ids, move, random: random)
    }

    func places(
        amongAll ids: [String], _ move: ManualMove, isAsNamed: Bool = false
    ) throws -> [String: String] {
        let rows = try catalog.rows(sortedBy: .standard, limit: nil)
        return BookmarkList(rows: rows, sortedBy: SortOrder(.manual))
            .places(moving: ids, move, isAsNamed: isAsNamed, random: random)
    }

    func put(_ ids: [String], at places: [String: String]) throws -> [String] {
        let title = try ids.first.flatMap { try stored.bookmark(id: $0)?.title } ?? ""
        let what = ids.count == 1 ? "“\(title)”" : "\(grouped(ids.count)) bookmarks"
        var moved: [String] = []
        let inOrder = places.sorted { $0.value < $1.value }
        try recorder.performInParts(inOrder, titled: "Moved \(what)") { part in
            zip(part, try stored.records(part.map(\.key))).compactMap { item, record in
                placing(item.key, record, at: item.value)
            }
        } didChange: {
            moved += $0
        }
        return moved
    }

    /// Returns the change that puts a bookmark at a place; `nil` if it was meanwhile deleted.
    private func placing(
        _ id: String, _ record: Record?, at place: String
    ) -> EditStep.Change? {
        guard let record, let fields = record.value?.dictionary else { return nil }
        var after = fields
        after[ManualPlace.field] = .string(place)
        var change = EditStep.Change(id: id, before: fields, after: after)
        // Losing places would take the room of losing values that a person may want back.
        let kept = record.superseded.filter { $0.field != ManualPlace.field }
        if kept.count < record.superseded.count { change.lostAfter = kept }
        return change
    }
}
