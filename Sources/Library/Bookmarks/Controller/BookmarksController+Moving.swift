import Replication

extension BookmarksController {
    /// Moves bookmarks of the list in the order made by hand. One command, which undo takes back.
    ///
    /// Returns whether anything was moved: not while the list is still loading, nor in another
    /// order, nor when they are there already.
    public func move(ids: [String], _ move: HandMove) throws -> Bool {
        try !put(ids, at: places(ids, move)).isEmpty
    }

    /// The places by hand that a move gives to bookmarks of the list, by their ids; none when they
    /// cannot be moved, or are there already.
    public func places(_ ids: [String], _ move: HandMove) -> [String: String] {
        guard list.order.field == .manual, !list.isPartial else { return [:] }
        return list.places(moving: ids, move, random: random)
    }

    /// As ``places(_:_:)``, among all bookmarks there are, whatever the list shows.
    ///
    /// - Parameter isAsNamed: whether they come to stand in the order of `ids`, and not in that
    ///   which they have.
    public func places(
        amongAll ids: [String], _ move: HandMove, isAsNamed: Bool = false
    ) throws -> [String: String] {
        let rows = try catalog.rows(sortedBy: .standard, limit: nil)
        return BookmarkList(rows: rows, sortedBy: SortOrder(.manual))
            .places(moving: ids, move, isAsNamed: isAsNamed, random: random)
    }

    /// Puts bookmarks at places by hand. One command, which undo takes back. Returns which have
    /// another place now.
    ///
    /// - Parameter ids: those that a person moved; others may have had to make room.
    public func put(_ ids: [String], at places: [String: String]) throws -> [String] {
        let title = try ids.first.flatMap { try bookmark(id: $0)?.title } ?? ""
        let what = ids.count == 1 ? "“\(title)”" : "\(grouped(ids.count)) bookmarks"
        var moved: [String] = []
        try performInParts(places.sorted { $0.value < $1.value }, titled: "Moved \(what)") {
            part in
            zip(part, try records(part.map(\.key))).compactMap { item, record in
                placing(item.key, record, at: item.value)
            }
        } didChange: {
            moved += $0
        }
        return moved
    }

    /// The change that puts a bookmark at a place; `nil` when it was deleted meanwhile.
    private func placing(
        _ id: String, _ record: Record?, at place: String
    ) -> EditStep.Change? {
        guard let record, let fields = record.value?.dictionary else { return nil }
        var after = fields
        after[HandPlace.field] = .string(place)
        var change = EditStep.Change(id: id, before: fields, after: after)
        // Losing places would take the room of values that a person may want back.
        let kept = record.superseded.filter { $0.field != HandPlace.field }
        if kept.count < record.superseded.count { change.lostAfter = kept }
        return change
    }
}
