public import Documents

// The edits of a person on bookmarks. Each is one command, which can be undone.

extension BookmarksController {
    /// Adds a bookmark and returns its id.
    ///
    /// Throws `WebAddressError` for an invalid URL, ``DraftError`` for a field that is too long,
    /// and ``BookmarkError/duplicate(_:edited:)`` for a duplicate, unless `evenIfThere`; nothing
    /// has changed then.
    ///
    /// - Parameter added: the time when the bookmark was added elsewhere, in seconds since 1970;
    ///   `nil` for now.
    @discardableResult
    public func add(
        _ draft: BookmarkDraft, added: Double? = nil, evenIfThere: Bool = false
    ) throws -> String {
        try editor.add(draft, added: added, evenIfThere: evenIfThere)
    }

    /// Adds several bookmarks in one undo step. Unless `evenIfThere`, it leaves out duplicates of
    /// existing bookmarks, and all but the first draft of a page.
    ///
    /// Throws `WebAddressError` and ``DraftError`` for drafts that cannot be kept; nothing has
    /// changed then.
    public func add(
        all drafts: [BookmarkDraft], evenIfThere: Bool = false
    ) throws -> AdditionOutcome {
        try editor.add(drafts, evenIfThere: evenIfThere)
    }

    /// Checks a draft and returns its address. Throws the errors of ``add(_:added:evenIfThere:)``.
    @discardableResult
    public func checkAddition(
        of draft: BookmarkDraft, evenIfThere: Bool = false
    ) throws -> WebAddress {
        try editor.checkAddition(of: draft, evenIfThere: evenIfThere)
    }

    /// Whether a bookmark exists and is not deleted.
    public func isLive(id: String) throws -> Bool { try stored.isLive(id: id) }

    /// Sets the fields in which `draft` differs from `original`, the bookmark the person saw when
    /// beginning to edit. Changes from elsewhere in other fields stay.
    ///
    /// Throws the errors of ``add(_:added:evenIfThere:)``.
    ///
    /// - Parameter added: a new date added; `nil` to keep the current one.
    public func edit(
        id: String, from original: BookmarkDraft, to draft: BookmarkDraft,
        added: Double? = nil, evenIfThere: Bool = false
    ) throws {
        try editor.edit(
            id: id, from: original, to: draft, added: added, evenIfThere: evenIfThere)
    }

    /// Deletes bookmarks. They can be restored until they are deleted forever. If `ids` has
    /// several, bookmarks that are already gone are left out.
    ///
    /// Returns the title of the step, and the deleted bookmarks. Throws
    /// ``BookmarkError/notFound(id:)`` if the only bookmark is gone.
    @discardableResult
    public func delete(ids: [String]) throws -> (what: String, ids: [String]) {
        try editor.delete(ids: ids)
    }

    /// Edits and deletes many bookmarks in one undo step.
    ///
    /// In each bookmark, it sets only the fields in which the drafts differ, and adds or removes
    /// only the tags that differ: remote changes stay. A remote change of the same field is kept
    /// beside the new value as a conflict. A bookmark that no longer exists is left out and named
    /// in the outcome, and so is one that was to be deleted and was edited elsewhere: an edit beats
    /// a deletion that did not see it. Throws `WebAddressError` and ``DraftError`` for text that
    /// cannot be kept, and ``BookmarkError/duplicate(_:edited:)`` for a URL whose page is already
    /// in the library, unless `evenIfThere`; nothing has changed then.
    ///
    /// - Parameter title: the name of the edit, for undo.
    @discardableResult
    public func perform(
        _ edits: [BookmarkEdit], deleting deletions: [BookmarkDeletion] = [], title: String? = nil,
        evenIfThere: Bool = false
    ) throws -> BatchOutcome {
        try editor.perform(edits, deleting: deletions, title: title, evenIfThere: evenIfThere)
    }

    /// Checks changes without making them. Throws the errors of
    /// ``perform(_:deleting:title:evenIfThere:)``.
    public func check(_ changes: EditTextChanges, evenIfThere: Bool) throws {
        try editor.check(changes, evenIfThere: evenIfThere)
    }

    /// Makes the same change to several bookmarks in one undo step. Bookmarks that are gone, or
    /// that the change would leave as they are, are left out.
    ///
    /// Returns the title of the step and the changed bookmarks; `nil` if nothing changed. Throws
    /// ``DraftError`` for text that cannot be kept; nothing has changed then.
    public func change(_ bulk: BulkEdit, ids: [String]) throws -> (what: String, ids: [String])? {
        try editor.change(bulk, ids: ids)
    }

    /// Makes the same edit to bookmarks in one undo step. Returns the bookmarks that changed.
    ///
    /// Throws ``BookmarkError/notFound(id:)`` if one is gone, `WebAddressError` and ``DraftError``
    /// for text that cannot be kept, and ``BookmarkError/duplicate(_:edited:)`` for a URL whose
    /// page is already in the library, unless `evenIfThere`; nothing has changed then.
    public func edit(
        _ ids: [String], evenIfThere: Bool = false, by change: (inout BookmarkDraft) -> Void
    ) throws -> [String] {
        try editor.edit(ids, evenIfThere: evenIfThere, by: change)
    }

    /// Returns the deleted bookmarks that can be restored, the latest deleted first; all of them if
    /// `limit` is `nil`.
    public func deletedRows(limit: Int? = nil) throws -> [DeletedRow] {
        try catalog.deletedRows(limit: limit)
    }

    /// Restores deleted bookmarks, and deleted documents by their keys, in one undo step.
    ///
    /// Throws ``BookmarkError/notDeleted(id:)`` for an item that is not deleted, or is deleted
    /// forever; nothing has changed then.
    public func restore(ids: [String]) throws { try editor.restore(ids: ids) }

    /// Restores a deleted bookmark with the fields in which `draft` differs from `original`, the
    /// draft the person saw when beginning to edit. If the deleted bookmark is no longer kept, it
    /// adds a new one. Returns the id of the resulting bookmark.
    ///
    /// Throws the errors of ``add(_:added:evenIfThere:)``, except for duplicates.
    public func addAgain(
        id: String, from original: BookmarkDraft, to draft: BookmarkDraft
    ) throws -> String {
        try editor.addAgain(id: id, from: original, to: draft)
    }

    /// Deletes forever the values of deleted bookmarks, and deleted documents by their keys: here
    /// at once, and on other devices with their next sync.
    ///
    /// Throws ``BookmarkError/notDeleted(id:)`` for an item that is not deleted, or is already
    /// deleted forever; nothing has changed then.
    public func deleteForever(ids: [String]) throws { try editor.deleteForever(ids: ids) }

    /// Moves bookmarks of the list in manual order, in one undo step.
    ///
    /// Returns `false` if nothing moved: the list is still loading or in another order, or the
    /// bookmarks are already in that place.
    public func move(ids: [String], _ move: ManualMove) throws -> Bool {
        try !put(ids, at: places(ids, move)).isEmpty
    }

    /// Returns the places in manual order that a move gives to bookmarks of the list, by id; empty
    /// if they cannot be moved, or are already in that place.
    public func places(_ ids: [String], _ move: ManualMove) -> [String: String] {
        editor.places(ids, move, in: list)
    }

    /// Returns places as ``places(_:_:)`` does, but among all bookmarks, whatever the list shows.
    ///
    /// - Parameter isAsNamed: whether the bookmarks take the order of `ids` instead of keeping
    ///   their own.
    public func places(
        amongAll ids: [String], _ move: ManualMove, isAsNamed: Bool = false
    ) throws -> [String: String] {
        try editor.places(amongAll: ids, move, isAsNamed: isAsNamed)
    }

    /// Puts bookmarks at places in manual order, in one undo step. Returns the bookmarks whose
    /// place changed.
    ///
    /// - Parameter ids: the bookmarks that a person moved; others may have to make room.
    public func put(_ ids: [String], at places: [String: String]) throws -> [String] {
        try editor.put(ids, at: places)
    }

    /// Merges each group that still leads to one page into one bookmark, and deletes the others, in
    /// one undo step.
    ///
    /// - Parameter groups: the ids of each group. A bookmark that is gone, or leads elsewhere now,
    ///   is left out.
    public func merge(_ groups: [[String]]) throws -> MergeReport { try editor.merge(groups) }

    /// Shows a value that lost a conflict in place of the value that won. The person saw both and
    /// chose, so the value that won is dropped; undo brings it back. Other losing values stay,
    /// except `others`, which the person saw, too.
    ///
    /// Throws ``BookmarkError/notFound(id:)`` if the bookmark is gone. If the value is no longer
    /// kept, nothing changes.
    public func choose(
        _ lost: LostValue, of id: String, dropping others: [LostValue] = []
    ) throws {
        try editor.choose(lost, of: id, dropping: others)
    }

    /// Settles all conflicts of a bookmark with the shown values, and drops the values that lost.
    public func settle(id: String) throws { try settle(ids: [id]) }

    /// Settles the conflict of a field of a bookmark with the shown value, by dropping the values
    /// of that field that lost and that the person saw. Others stay.
    ///
    /// Throws ``BookmarkError/notFound(id:)`` if the bookmark is gone. If none of the values is
    /// kept any longer, nothing changes.
    public func settle(id: String, dropping lost: [LostValue]) throws {
        try editor.settle(id: id, dropping: lost)
    }

    /// Settles the conflicts of several bookmarks and their documents in one undo step. Returns the
    /// bookmarks that had a conflict.
    ///
    /// A note keeps its merged text; a page or file keeps the version that shows. Other versions
    /// become former versions.
    ///
    /// Throws ``BookmarkError/notFound(id:)`` if one is gone; nothing has changed then.
    @discardableResult
    public func settle(
        ids: [String], documents: [DocumentConflict] = []
    ) throws -> [String] {
        try editor.settle(ids: ids, with: documents)
    }
}
