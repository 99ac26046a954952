public import Replication

// The edits of a person on the library as a whole, or on a bookmark as it was.

extension BookmarksController {
    /// Makes an edit that another program made of a copy of the bookmarks: all of it in one
    /// transaction, and in one step, which undo takes back. Returns the bookmarks that are
    /// different.
    ///
    /// Where a field was also edited elsewhere since, it has the new value, and the other one is
    /// kept beside it as a conflict. Throws `WebAddressError` and ``DraftError`` for values that
    /// cannot be kept; nothing has changed then.
    ///
    /// - Parameters:
    ///   - title: the name of the edit, given how many bookmarks are different.
    ///   - note: called in the transaction. If it throws, nothing has changed.
    public func perform(
        _ edit: LibraryEdit, title: @escaping (Int) -> String,
        noting note: (any BookmarkTransaction) throws -> Void
    ) throws -> [String] {
        try editor.perform(edit, title: title, noting: note)
    }

    /// All tags of all bookmarks, in the order of their names.
    public func tagCounts() throws -> [TagCount] { try catalog.tagCounts() }

    /// Gives all bookmarks that have one of some tags another one in its place. One command, which
    /// undo takes back.
    ///
    /// A tag that bookmarks have already is merged with it; one that differs in case only gets the
    /// spelling that is given. Throws ``LabelError`` when a tag is not there, or when `new` is no
    /// tag, and ``DraftError`` when it is too long; nothing has changed then.
    ///
    /// Returns what was done and to which bookmarks; `nil` when nothing had to change.
    @discardableResult
    public func rename(tags: [String], to new: String) throws -> (what: String, ids: [String])? {
        try editor.rename(tags: tags, to: new)
    }

    /// Takes tags away from all bookmarks, which stay. One command, which undo takes back.
    ///
    /// Throws ``LabelError`` when a tag is not there; nothing has changed then.
    @discardableResult
    public func delete(tags: [String]) throws -> (what: String, ids: [String])? {
        try editor.delete(tags: tags)
    }

    /// Renames or moves a folder, with everything below it. If the new path exists, the two folders
    /// are merged. An empty path moves the contents to the top. One command, which undo takes back.
    /// The folder is found in whatever case; the bookmarks in it get the path as it is given here.
    ///
    /// Throws ``LabelError`` when the folder is not there or would be moved into itself, and
    /// ``DraftError`` when a path is too long; nothing has changed then.
    ///
    /// Returns what was done and to which bookmarks; `nil` when nothing had to change.
    @discardableResult
    public func rename(folder: String, to new: String) throws -> (what: String, ids: [String])? {
        try editor.rename(folder: folder, to: new)
    }

    /// Deletes a folder. Its bookmarks, and the folders in it, go to the one it stands in. One
    /// command, which undo takes back.
    ///
    /// Throws ``LabelError/noFolder(_:)`` when it is not there.
    @discardableResult
    public func delete(folder: String) throws -> (what: String, ids: [String])? {
        try editor.delete(folder: folder)
    }

    /// Takes in bookmarks from elsewhere, all of them in one step that is undone as one. Refused
    /// ones are left out. Returns the outcome of each, in their order.
    ///
    /// A page that is already in the library, also from earlier in the same import, is never
    /// replaced, and places of one page are kept apart: see ``WebAddress/placeKey``. It gets the
    /// tags, the name, the folder and the notes that it lacks, and other notes are added below
    /// its own.
    ///
    /// A bookmark without a date is added now, each a microsecond before the one before it: the
    /// newest of a list is its first, and so is the first of them.
    ///
    /// They are stored some thousand at a time, so that others can read and write in between. When
    /// it throws or ends, the bookmarks stored until then stay, and undo removes them; importing
    /// the same again completes it. A page that another program adds during it is recognized.
    ///
    /// - Parameters:
    ///   - title: the name of the import, for undo.
    ///   - isTrial: whether only to say what would become of them. Ids of bookmarks that would be
    ///     added are made up then.
    ///   - batch: how many are stored in one transaction, during which no one else can write.
    ///   - items: the documents to keep behind the bookmarks, given the results of all, in the same
    ///     step; `nil` where there are none.
    ///   - progress: told after each transaction the results until then; it throws to stop the
    ///     import.
    public func takeIn(
        _ imports: [BookmarkImport], title: String, isTrial: Bool = false,
        batch: Int = importBatch,
        with items: (([ImportOutcome]) throws -> [DocumentEditor.Item])? = nil,
        progress: ([ImportOutcome]) throws -> Void = { _ in }
    ) throws -> [ImportOutcome] {
        try importer.takeIn(
            imports, title: title, isTrial: isTrial, batch: batch, with: items,
            progress: progress)
    }

    /// How many bookmarks are stored in one transaction if no other transaction waits. Fewer would
    /// write the same pages of the indexes over and over.
    public static let importBatch = 10_000

    /// Takes in the edits of a person in the property list.
    ///
    /// Returns a sentence for the person for each edit that cannot be taken in; those bookmarks
    /// stay as they are.
    ///
    /// - Parameter isForeign: whether the file was written by another replica, or by one that is
    ///   lost. Its age is unknown: a bookmark that is known here stays as it is, with differing
    ///   values of the file kept beside it, and one that was deleted stays deleted.
    public func takeIn(_ edits: [HandEdit], ofForeignFile isForeign: Bool = false) throws
        -> [String]
    {
        try editor.takeIn(edits, ofForeignFile: isForeign)
    }

    /// The fields of all bookmarks, by id, as they are kept at one moment.
    public func allFields() throws -> [String: [String: PropertyListValue]] {
        try stored.allFields()
    }

    /// Restores bookmarks: missing ones come back, different ones are set back. All of it is one
    /// step, which undo takes back.
    ///
    /// - Parameters:
    ///   - isExact: whether later bookmarks are deleted; otherwise they stay.
    ///   - title: the name of the step, as undo shows it.
    ///   - isTrial: whether only to say what would happen.
    public func bringBack(
        _ kept: [String: [String: PropertyListValue]], isExact: Bool = false, title: String,
        isTrial: Bool = false
    ) throws -> BackupOutcome {
        try editor.bringBack(kept, isExact: isExact, title: title, isTrial: isTrial)
    }

    /// The changes of a bookmark that this device knows. Works for deleted ones, too.
    public func history(id: String) throws -> BookmarkHistory { try catalog.history(ofID: id) }

    /// Gives fields of a bookmark the values again that they had before a change. One command,
    /// which undo takes back. Returns the names of the fields that are different now: none when
    /// they all have those values.
    ///
    /// Throws ``BookmarkError/notFound(id:)`` when the bookmark is deleted, and
    /// ``BookmarkError/noSuchChange(number:)`` when the change is unknown, or no longer known.
    ///
    /// - Parameter field: only this field; `nil` for all of them.
    @discardableResult
    public func bringBack(
        id: String, before number: Int64, field: String? = nil
    ) throws -> [String] {
        try editor.bringBack(id: id, before: number, field: field)
    }

    /// Plans the joining of `own` bookmarks with those of the cloud, which are here by now.
    ///
    /// - Parameters:
    ///   - own: the bookmarks that the cloud does not know.
    ///   - there: how many it has.
    public func planJoin(own: [Bookmark], there: Int) throws -> JoinPlan {
        try editor.planJoin(own: own, there: there)
    }

    /// Makes one bookmark of each pair of a plan. One command, which undo takes back.
    public func join(_ plan: JoinPlan) throws { try editor.join(plan) }
}
