public import Documents

// The edits of a person on bookmarks. Each is one command, which undo takes back.

extension BookmarksController {
    /// Adds a bookmark and returns its id.
    ///
    /// Throws `WebAddressError` for a URL that is none, ``DraftError`` for a field that is too
    /// long, and ``BookmarkError/duplicate(_:edited:)`` for a duplicate, unless `evenIfThere`;
    /// nothing has changed then.
    ///
    /// - Parameter added: when it was added elsewhere, in seconds since 1970; `nil` for now.
    @discardableResult
    public func add(
        _ draft: BookmarkDraft, added: Double? = nil, evenIfThere: Bool = false
    ) throws -> String {
        try editor.add(draft, added: added, evenIfThere: evenIfThere)
    }

    /// Adds several bookmarks in one step, which undo takes back as one. Unless `evenIfThere`,
    /// duplicates of present bookmarks are left out, and all but the first of a page.
    ///
    /// Throws `WebAddressError` and ``DraftError`` for drafts that cannot be kept; nothing has
    /// changed then.
    public func add(
        all drafts: [BookmarkDraft], evenIfThere: Bool = false
    ) throws -> AdditionOutcome {
        try editor.add(drafts, evenIfThere: evenIfThere)
    }

    /// Throws the errors of ``add(_:added:evenIfThere:)``; returns the address.
    @discardableResult
    public func checkAddition(
        of draft: BookmarkDraft, evenIfThere: Bool = false
    ) throws -> WebAddress {
        try editor.checkAddition(of: draft, evenIfThere: evenIfThere)
    }

    /// Whether a bookmark is there and not deleted.
    public func isLive(id: String) throws -> Bool { try stored.isLive(id: id) }

    /// Sets the fields in which `draft` differs from `original`, the bookmark the person saw when
    /// beginning to edit. Changes from elsewhere in other fields stay.
    ///
    /// Throws the errors of ``add(_:added:evenIfThere:)``.
    ///
    /// - Parameter added: another time at which it was added; `nil` to leave it.
    public func edit(
        id: String, from original: BookmarkDraft, to draft: BookmarkDraft,
        added: Double? = nil, evenIfThere: Bool = false
    ) throws {
        try editor.edit(
            id: id, from: original, to: draft, added: added, evenIfThere: evenIfThere)
    }

    /// Deletes bookmarks. They can be restored until they are purged. Of several, those that are
    /// gone already are left out.
    ///
    /// Returns what was done, and which were deleted. Throws ``BookmarkError/notFound(id:)`` for
    /// a single one that is gone.
    @discardableResult
    public func delete(ids: [String]) throws -> (what: String, ids: [String]) {
        try editor.delete(ids: ids)
    }

    /// Edits and deletes many bookmarks in one step, which is undone as one.
    ///
    /// Of each, only the fields in which the drafts differ are set, and of the tags only those that
    /// were added or taken away: remote changes stay. A remote change of the same field is kept
    /// beside the new value as a conflict. A bookmark that no longer exists is left out and named
    /// in the outcome, and so is one that was to be deleted and was edited elsewhere: an edit beats
    /// a deletion that did not see it. Throws `WebAddressError` and ``DraftError`` for text that
    /// cannot be kept, and ``BookmarkError/duplicate(_:edited:)`` for a URL whose page is there
    /// already, unless `evenIfThere`; nothing has changed then.
    ///
    /// - Parameter title: the name of the edit, for undo.
    @discardableResult
    public func perform(
        _ edits: [BookmarkEdit], deleting deletions: [BookmarkDeletion] = [], title: String? = nil,
        evenIfThere: Bool = false
    ) throws -> BatchOutcome {
        try editor.perform(edits, deleting: deletions, title: title, evenIfThere: evenIfThere)
    }

    /// Throws the errors of ``perform(_:deleting:title:evenIfThere:)``.
    public func check(_ changes: EditTextChanges, evenIfThere: Bool) throws {
        try editor.check(changes, evenIfThere: evenIfThere)
    }

    /// Changes several bookmarks alike in one step, which undo takes back as one. Bookmarks that
    /// are gone, and those that are so already, are left out.
    ///
    /// Returns what was done and to which bookmarks; `nil` when there was nothing to change. Throws
    /// ``DraftError`` for text that cannot be kept; nothing has changed then.
    public func change(_ bulk: BulkEdit, ids: [String]) throws -> (what: String, ids: [String])? {
        try editor.change(bulk, ids: ids)
    }

    /// Edits bookmarks alike in one step. Returns those that are different then.
    ///
    /// Throws ``BookmarkError/notFound(id:)`` when one is gone, and `WebAddressError` and
    /// ``DraftError`` for text that cannot be kept, and ``BookmarkError/duplicate(_:edited:)`` for
    /// a URL whose page is there already, unless `evenIfThere`; nothing has changed then.
    public func edit(
        _ ids: [String], evenIfThere: Bool = false, by change: (inout BookmarkDraft) -> Void
    ) throws -> [String] {
        try editor.edit(ids, evenIfThere: evenIfThere, by: change)
    }

    /// The deleted bookmarks that can be restored, the latest first; at most `limit`, or all.
    public func deletedRows(limit: Int? = nil) throws -> [DeletedRow] {
        try catalog.deletedRows(limit: limit)
    }

    /// Brings deleted bookmarks, and deleted documents by their keys, back as they were. One
    /// command, which undo takes back.
    ///
    /// Throws ``BookmarkError/notDeleted(id:)`` for one that is not deleted, or was purged; nothing
    /// has changed then.
    public func restore(ids: [String]) throws { try editor.restore(ids: ids) }

    /// Brings a deleted bookmark back with the fields in which `draft` differs from `original`, the
    /// draft the person saw when beginning to edit. If nothing of it is kept, a new one is added.
    /// Returns the id of the resulting bookmark.
    ///
    /// Throws the errors of ``add(_:added:evenIfThere:)``, except for duplicates.
    public func addAgain(
        id: String, from original: BookmarkDraft, to draft: BookmarkDraft
    ) throws -> String {
        try editor.addAgain(id: id, from: original, to: draft)
    }

    /// Deletes forever the values of deleted bookmarks, and deleted documents by their keys, here
    /// and, once that was sent, on all devices. Nothing brings them back.
    ///
    /// Throws ``BookmarkError/notDeleted(id:)`` for one that is not deleted, or was purged before;
    /// nothing has changed then.
    public func purge(ids: [String]) throws { try editor.purge(ids: ids) }

    /// Moves bookmarks of the list in manual order. One command, which undo takes back.
    ///
    /// Returns whether anything was moved: not while the list is still loading, nor in another
    /// order, nor when they are there already.
    public func move(ids: [String], _ move: ManualMove) throws -> Bool {
        try !put(ids, at: places(ids, move)).isEmpty
    }

    /// The places in manual order that a move gives to bookmarks of the list, by their ids; none if
    /// they cannot be moved, or are there already.
    public func places(_ ids: [String], _ move: ManualMove) -> [String: String] {
        editor.places(ids, move, in: list)
    }

    /// As ``places(_:_:)``, among all bookmarks there are, whatever the list shows.
    ///
    /// - Parameter isAsNamed: whether they come to stand in the order of `ids`, and not in that
    ///   which they have.
    public func places(
        amongAll ids: [String], _ move: ManualMove, isAsNamed: Bool = false
    ) throws -> [String: String] {
        try editor.places(amongAll: ids, move, isAsNamed: isAsNamed)
    }

    /// Puts bookmarks at places in manual order. One command, which undo takes back. Returns which
    /// have another place now.
    ///
    /// - Parameter ids: the bookmarks that a person moved; others may have had to make room.
    public func put(_ ids: [String], at places: [String: String]) throws -> [String] {
        try editor.put(ids, at: places)
    }

    /// Makes one bookmark of each group that still leads to one page. The others go to the deleted
    /// ones. One command, which undo takes back.
    ///
    /// - Parameter groups: the ids of each group. A bookmark that is gone, or leads elsewhere now,
    ///   is left out.
    public func merge(_ groups: [[String]]) throws -> MergeReport { try editor.merge(groups) }

    /// Shows a value that lost a conflict in place of the one that won. The person saw both and
    /// chose, so the other is kept no longer; undo brings it back. Further values that lost stay,
    /// unless `droppingOthers` says that those of this field go too.
    ///
    /// Throws ``BookmarkError/notFound(id:)`` when the bookmark is gone. A value that is no longer
    /// kept changes nothing.
    public func take(_ lost: LostValue, of id: String, droppingOthers: Bool = false) throws {
        try editor.take(lost, of: id, droppingOthers: droppingOthers)
    }

    /// Drops the values that lost conflicts: the shown values are right.
    public func settle(id: String) throws { try settle(ids: [id]) }

    /// The same for several bookmarks, and for documents of them, in one step. Returns the
    /// bookmarks that had a conflict.
    ///
    /// A note keeps its merged text, and a page or a file the version that shows. The others become
    /// former versions.
    ///
    /// Throws ``BookmarkError/notFound(id:)`` when one is gone; nothing has changed then.
    @discardableResult
    public func settle(
        ids: [String], documents: [DocumentConflict] = []
    ) throws -> [String] {
        try editor.settle(ids: ids, with: documents)
    }
}
