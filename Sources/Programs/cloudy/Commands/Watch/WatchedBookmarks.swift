import BookmarkLibrary
import Bookmarks
import FileCoordination

/// The last known bookmarks, to determine the effect of a change.
struct WatchedBookmarks {
    /// A bookmark without the fields that must be decoded.
    struct Entry {
        var row: BookmarkRow
        var details: BookmarkDetails
    }

    private let catalog: any BookmarkCatalog
    private(set) var entries: [String: Entry] = [:]
    /// The ids of the entries with a conflict.
    private var conflicted: Set<String> = []
    /// Deleted bookmarks that may be restored.
    private var deleted: [String: Entry] = [:]

    init(_ catalog: any BookmarkCatalog) throws {
        self.catalog = catalog
        let rows = try catalog.rows(sortedBy: .standard, limit: nil)
        let details = try catalog.details(ofIDs: rows.map(\.id))
        for row in rows {
            entries[row.id] = Entry(row: row, details: details[row.id] ?? BookmarkDetails())
            if row.hasConflict { conflicted.insert(row.id) }
        }
        let trash = try catalog.deletedRows(limit: nil)
        let known = try catalog.details(ofIDs: trash.map(\.id))
        for one in trash {
            deleted[one.id] = Entry(row: one.row, details: known[one.id] ?? BookmarkDetails())
        }
    }

    /// Returns the change of a bookmark since the last call; `nil` if no visible field changed.
    mutating func change(of id: String, by device: String) throws -> WatchedChange? {
        let old = entries[id]
        let new = try catalog.row(id: id).map { row in
            Entry(row: row, details: try catalog.details(ofIDs: [id])[id] ?? BookmarkDetails())
        }
        entries[id] = new
        if new?.row.hasConflict == true { conflicted.insert(id) } else { conflicted.remove(id) }
        switch (old, new) {
        case (nil, nil): return nil
        case (let old?, nil):
            deleted[id] = old
            return WatchedChange(.deleted, old, before: old, [], device)
        case (nil, let new?):
            let isBack = deleted.removeValue(forKey: id) != nil
            return WatchedChange(isBack ? .restored : .added, new, before: nil, [], device)
        case (let old?, let new?):
            return Self.change(from: old, to: new, by: device)
        }
    }

    /// Returns the changes in the current conflicts, which nothing else announces.
    mutating func conflictChanges(by device: String) throws -> [WatchedChange] {
        let now = try catalog.conflicts()
        return try Set(now.keys).union(conflicted).sorted().compactMap { id in
            guard let entry = entries[id], entry.row.lost != now[id] ?? "" else { return nil }
            return try change(of: id, by: device)
        }
    }

    /// Returns the bookmarks that were deleted forever, which nothing else announces.
    mutating func deletionsForever(by device: String) throws -> [WatchedChange] {
        if deleted.isEmpty { return [] }
        let left = Set(try catalog.deletedRows(limit: nil).map(\.id))
        let gone = deleted.keys.filter { !left.contains($0) && entries[$0] == nil }.sorted()
        return try gone.compactMap { id in
            // A bookmark that was restored since is announced.
            guard try catalog.row(id: id) == nil, let entry = deleted.removeValue(forKey: id)
            else { return nil }
            return WatchedChange(.deletedForever, entry, before: entry, [], device)
        }
    }

    private static func change(
        from old: Entry, to new: Entry, by device: String
    ) -> WatchedChange? {
        var fields: [String] = []
        if old.row.isArchived != new.row.isArchived { fields.append("archived") }
        if old.details.description != new.details.description { fields.append("description") }
        if old.details.folder != new.details.folder { fields.append("folder") }
        if old.row.name != new.row.name { fields.append("name") }
        if old.details.notes != new.details.notes { fields.append("notes") }
        if old.row.position != new.row.position { fields.append("position") }
        if old.row.tags != new.row.tags { fields.append("tags") }
        if old.row.isUnread != new.row.isUnread { fields.append("unread") }
        if old.row.url != new.row.url { fields.append("url") }
        if old.row.lost != new.row.lost {
            let isNew = !Set(new.row.lost.split(separator: " "))
                .isSubset(of: old.row.lost.split(separator: " "))
            let what: WatchedChange.What = isNew ? .conflict : .settled
            let conflicts = isNew ? new.row.conflictFields : old.row.conflictFields
            let changed = Array(Set(fields + conflicts)).sorted()
            return WatchedChange(what, new, before: old, changed, device)
        }
        return fields.isEmpty ? nil : WatchedChange(.edited, new, before: old, fields, device)
    }
}

/// A change of a bookmark.
struct WatchedChange {
    enum What: String {
        case added, edited, deleted
        /// The bookmark in the trash was deleted forever.
        case deletedForever
        /// The deleted bookmark was restored or edited.
        case restored
        /// Two devices changed the same field; another value is kept.
        case conflict
        /// Some or all of the other values are no longer kept.
        case settled
        /// The bookmark existed when watching began.
        case listed
    }

    var what: What
    /// The bookmark after the change; a deleted one as it was before.
    var entry: WatchedBookmarks.Entry
    var before: WatchedBookmarks.Entry?
    var fields: [String]
    var device: String

    init(
        _ what: What, _ entry: WatchedBookmarks.Entry, before: WatchedBookmarks.Entry?,
        _ fields: [String], _ device: String
    ) {
        self.what = what
        self.entry = entry
        self.before = before
        self.fields = fields
        self.device = device
    }

    /// Whether a query finds the bookmark before or after the change.
    func isFound(
        by query: Query, isDuplicate: Bool, isBroken: Bool, documents: Set<DocumentTerm>
    ) throws -> Bool {
        try query.isEmpty
            || [entry, before].contains { entry in
                guard let entry else { return false }
                return try query.matches(
                    QuerySubject(
                        entry.row, details: entry.details, isDuplicate: isDuplicate,
                        isBroken: isBroken, documents: documents))
            }
    }

    /// Returns a line without its end.
    func text(isJSON: Bool, time: Double, link: LinkState?) -> String {
        let row = entry.row
        if isJSON {
            return JSON.object([
                "bookmark": JSON.object(row, entry.details, link), "device": JSON.string(device),
                "fields": JSON.array(fields.map(JSON.string)), "time": JSON.number(time),
                "what": JSON.string(what.rawValue),
            ])
        }
        let name = row.name.isEmpty ? row.url : row.name
        let what =
            fields.isEmpty ? what.rawValue : "\(what.rawValue) \(fields.joined(separator: ","))"
        return [LocalTime.text(time), what, device, row.id, name, row.url].map(harmless)
            .joined(separator: "\t")
    }
}
