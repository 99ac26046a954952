import Replication

/// The result of restoring a backup, or of a trial run: numbers of bookmarks.
public struct BackupOutcome: Sendable, Hashable {
    /// Missing bookmarks that were restored.
    public var restored = 0
    /// Changed bookmarks that got their former values.
    public var reset = 0
    /// Bookmarks that were already the same.
    public var same = 0
    /// Bookmarks added after the backup that stay.
    public var newer = 0
    /// Bookmarks added after the backup that were deleted.
    public var deleted = 0
    /// The ids of entries that are not bookmarks.
    public var refused: [String] = []

    public init() {}
}

extension BookmarkEditor {
    func bringBack(
        _ kept: [String: [String: PropertyListValue]], isExact: Bool = false, title: String,
        isTrial: Bool = false, with others: ([String]) throws -> [EditStep.Change]
    ) throws -> BackupOutcome {
        let current = try stored.allFields()
        var outcome = BackupOutcome()
        var changes: [EditStep.Change] = []
        var ids: [String] = []
        for (id, fields) in kept.sorted(by: { $0.key < $1.key }) {
            guard Bookmark(id: id, fields: fields) != nil, (1...60).contains(id.utf8.count) else {
                outcome.refused.append(id)
                continue
            }
            ids.append(id)
            let now = current[id]
            if now == fields {
                outcome.same += 1
                continue
            }
            if now == nil { outcome.restored += 1 } else { outcome.reset += 1 }
            changes.append(EditStep.Change(id: id, before: now, after: fields))
        }
        for (id, fields) in current.sorted(by: { $0.key < $1.key }) where kept[id] == nil {
            if isExact {
                outcome.deleted += 1
                changes.append(EditStep.Change(id: id, before: fields, after: nil))
            } else {
                outcome.newer += 1
            }
        }
        changes += try others(ids)
        if !changes.isEmpty && !isTrial {
            try recorder.perform(EditStep(title: title, changes: changes))
        }
        return outcome
    }
}
