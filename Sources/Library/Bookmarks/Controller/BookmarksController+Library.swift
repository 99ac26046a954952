public import Replication

// Edits of the whole library, and edits that restore former states of a bookmark.

extension BookmarksController {
    /// Makes an edit that another program computed from a copy of the bookmarks, in one transaction
    /// and one undo step. Returns the bookmarks that changed.
    ///
    /// A field that was meanwhile edited elsewhere gets the new value, and keeps the other one as a
    /// conflict. Throws `WebAddressError` and ``DraftError`` for values that cannot be kept;
    /// nothing has changed then.
    ///
    /// - Parameters:
    ///   - title: the name of the edit, given the number of bookmarks that changed.
    ///   - transactions: write the edit instead of the controller's own, to the same store. If they
    ///     write something beside it and that fails, nothing has changed.
    public func perform(
        _ edit: LibraryEdit, title: @escaping (Int) -> String,
        in transactions: any BookmarkTransactions
    ) throws -> [String] {
        try editor.perform(edit, title: title, in: transactions)
    }

    /// Returns all tags of all bookmarks, in the order of their names.
    public func tagCounts() throws -> [TagCount] { try catalog.tagCounts() }

    /// Renames tags in all bookmarks, in one undo step.
    ///
    /// If `new` already exists, the tags are merged. A tag that differs only in case gets the
    /// spelling of `new`. Throws ``LabelError`` if a tag does not exist or `new` is no valid tag,
    /// and ``DraftError`` if it is too long; nothing has changed then.
    ///
    /// Returns the title of the step and the changed bookmarks; `nil` if nothing had to change.
    @discardableResult
    public func rename(tags: [String], to new: String) throws -> (what: String, ids: [String])? {
        try editor.rename(tags: tags, to: new)
    }

    /// Removes tags from all bookmarks, in one undo step.
    ///
    /// Throws ``LabelError`` if a tag does not exist; nothing has changed then.
    @discardableResult
    public func delete(tags: [String]) throws -> (what: String, ids: [String])? {
        try editor.delete(tags: tags)
    }

    /// Renames or moves a folder, with everything below it. One undo step. If the new path exists,
    /// the two folders are merged. An empty path moves the contents to the top. The search for the
    /// folder ignores case; its bookmarks get the path as spelled here.
    ///
    /// Throws ``LabelError`` if the folder does not exist or would be moved into itself, and
    /// ``DraftError`` if a path is too long; nothing has changed then.
    ///
    /// Returns the title of the step and the changed bookmarks; `nil` if nothing had to change.
    @discardableResult
    public func rename(folder: String, to new: String) throws -> (what: String, ids: [String])? {
        try editor.rename(folder: folder, to: new)
    }

    /// Removes a folder and moves its bookmarks and subfolders to its parent, in one undo step.
    ///
    /// Throws ``LabelError/noFolder(_:)`` if the folder does not exist.
    @discardableResult
    public func delete(folder: String) throws -> (what: String, ids: [String])? {
        try editor.delete(folder: folder)
    }

    /// Imports bookmarks in one undo step. Returns the outcome of each, in order; refused bookmarks
    /// are left out.
    ///
    /// An existing bookmark of the same page, even from earlier in the same import, is never
    /// replaced. Places of one page are different bookmarks: see ``WebAddress/placeKey``. The
    /// existing bookmark gets the tags, the name, the folder and the notes that it lacks; differing
    /// notes are added below its own.
    ///
    /// Bookmarks without a date get the current time, each a microsecond less than the one before
    /// it, so that the first of them is the newest.
    ///
    /// It stores a few thousand bookmarks at a time, so that other processes can read and write in
    /// between. If it throws or the program ends, the bookmarks stored so far stay, and undo
    /// removes them; importing the same source again completes the import. A page that another
    /// process adds in the meantime is recognized.
    ///
    /// - Parameters:
    ///   - title: the name of the import, for undo.
    ///   - isTrial: whether to compute the outcomes only. New bookmarks then have made-up ids.
    ///   - batch: the number of bookmarks that one transaction stores; no other process can write
    ///     during it.
    ///   - items: returns the documents to keep in the same step, given the results of all
    ///     bookmarks; `nil` if there are none.
    ///   - progress: called after each transaction with the results so far; throws to stop the
    ///     import.
    public func importBookmarks(
        _ imports: [BookmarkImport], title: String, isTrial: Bool = false,
        batch: Int = importBatch,
        with items: (([ImportOutcome]) throws -> [DocumentEditor.Item])? = nil,
        progress: ([ImportOutcome]) throws -> Void = { _ in }
    ) throws -> [ImportOutcome] {
        try importer.importBookmarks(
            imports, title: title, isTrial: isTrial, batch: batch, with: items,
            progress: progress)
    }

    /// The number of bookmarks that one transaction stores if no other transaction waits. Smaller
    /// batches would write the same index pages over and over.
    public static let importBatch = 10_000

    /// Applies the edits that a person made in the property list.
    ///
    /// Returns a sentence for the person for each edit that cannot be applied; those bookmarks stay
    /// as they are.
    ///
    /// - Parameter isForeign: whether the file was written by another replica, or by one that is
    ///   lost. The age of such a file is unknown: known bookmarks keep their values, with differing
    ///   values of the file beside them as conflicts, and deleted bookmarks stay deleted.
    public func apply(_ edits: [HandEdit], ofForeignFile isForeign: Bool = false) throws
        -> [String]
    {
        try editor.apply(edits, ofForeignFile: isForeign)
    }

    /// Returns the fields of all bookmarks in one snapshot, by id.
    public func allFields() throws -> [String: [String: PropertyListValue]] {
        try stored.allFields()
    }

    /// Restores bookmarks from a backup in one undo step: missing ones come back, changed ones get
    /// their former values.
    ///
    /// - Parameters:
    ///   - isExact: whether later bookmarks are deleted; otherwise, they stay.
    ///   - title: the name of the step, as undo shows it.
    ///   - isTrial: whether to compute the outcome only.
    ///   - items: returns the documents to keep in the same step, given the ids of all bookmarks of
    ///     the backup.
    public func bringBack(
        _ kept: [String: [String: PropertyListValue]], isExact: Bool = false, title: String,
        isTrial: Bool = false, with items: ([String]) throws -> [DocumentEditor.Item] = { _ in [] }
    ) throws -> BackupOutcome {
        try editor.bringBack(kept, isExact: isExact, title: title, isTrial: isTrial) {
            try documents.changes(keeping: items($0)).changes
        }
    }

    /// Returns the changes of a bookmark that this device knows. Works for deleted bookmarks, too.
    public func history(id: String) throws -> BookmarkHistory { try catalog.history(ofID: id) }

    /// Sets fields of a bookmark back to their values before a change, in one undo step. Returns
    /// the names of the changed fields; empty if they already have those values.
    ///
    /// Throws ``BookmarkError/notFound(id:)`` if the bookmark is deleted, and
    /// ``BookmarkError/noSuchChange(number:)`` if the change is not or no longer known.
    ///
    /// - Parameter field: only this field; `nil` for all of them.
    @discardableResult
    public func bringBack(
        id: String, before number: Int64, field: String? = nil
    ) throws -> [String] {
        try editor.bringBack(id: id, before: number, field: field)
    }

    /// Plans how to join `own` bookmarks with those of the cloud, which this device must have
    /// fetched.
    ///
    /// - Parameters:
    ///   - own: the bookmarks that the cloud does not know.
    ///   - there: the number of bookmarks that the cloud has.
    public func planJoin(own: [Bookmark], there: Int) throws -> JoinPlan {
        try editor.planJoin(own: own, there: there)
    }

    /// Merges each pair of a plan into one bookmark, in one undo step.
    public func join(_ plan: JoinPlan) throws { try editor.join(plan) }
}
