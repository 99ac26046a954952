import Replication

extension BookmarksController {
    /// Moves bookmarks of the list in the order made by hand. One command, which undo takes back.
    ///
    /// Returns whether anything was moved: not while the list is still loading, nor in another
    /// order, nor when they are there already.
    public func move(ids: [String], _ move: HandMove) throws -> Bool {
        guard list.order.field == .manual, !list.isPartial else { return false }
        let places = list.places(moving: ids, move, random: random)
        let changes = try places.sorted { $0.value < $1.value }.compactMap { id, place in
            try placing(id, at: place)
        }
        if changes.isEmpty { return false }
        let title = try ids.first.flatMap { try bookmark(id: $0)?.title } ?? ""
        try perform(
            EditStep(
                title: "Moved \(ids.count == 1 ? "“\(title)”" : "\(ids.count) bookmarks")",
                changes: changes))
        return true
    }

    /// The change that puts a bookmark at a place; `nil` when it was deleted meanwhile.
    private func placing(_ id: String, at place: String) throws -> EditStep.Change? {
        guard let record = try record(id: id), let fields = record.value?.dictionary else {
            return nil
        }
        var after = fields
        after[HandPlace.field] = .string(place)
        var change = EditStep.Change(id: id, before: fields, after: after)
        // Places that lost to another device's take the room of values somebody may want back.
        let kept = record.superseded.filter { $0.field != HandPlace.field }
        if kept.count < record.superseded.count { change.lostAfter = kept }
        return change
    }
}
