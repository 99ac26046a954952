import Replication

extension BookmarksController {
    /// Changes several bookmarks alike in one step, which undo takes back as one. Bookmarks that
    /// are gone, and those that are so already, are left out.
    ///
    /// Returns what was done and to which bookmarks; `nil` when there was nothing to change. Throws
    /// ``DraftError`` for what cannot be kept; nothing has changed then.
    public func change(_ bulk: BulkEdit, ids: [String]) throws -> (what: String, ids: [String])? {
        var title = ""
        let edits = try ids.compactMap { id -> BookmarkEdit? in
            guard let record = try record(id: id), !record.isTombstone,
                let bookmark = Bookmark(id: id, record: record)
            else { return nil }
            var edited = bookmark.draft
            bulk.apply(to: &edited)
            if edited == bookmark.draft { return nil }
            title = bookmark.title
            return BookmarkEdit(id: id, original: bookmark.draft, edited: edited)
        }
        if edits.isEmpty { return nil }
        let what = bulk.title(of: edits.count == 1 ? "“\(title)”" : "\(edits.count) bookmarks")
        let outcome = try perform(edits, title: what)
        return (what, outcome.edited)
    }
}
