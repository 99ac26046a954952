import Replication

/// Turns a person's actions into edits of the store; each is one undo step.
///
/// ``BookmarksController`` has the same functions for the front end, and documents them.
struct BookmarkEditor {
    let stored: StoredBookmarks
    let catalog: any BookmarkCatalog
    let recorder: EditRecorder
    let random: () -> UInt64

    @discardableResult
    func add(
        _ draft: BookmarkDraft, added: Double? = nil, evenIfThere: Bool = false
    ) throws -> String {
        let address = try checkAddition(of: draft, evenIfThere: evenIfThere)
        var checked = draft
        checked.url = address.text
        let id = BookmarkID.make(random: random())
        let change = Self.addition(of: checked, id: id, added: try added ?? stored.momentOfEdits())
        let name = draft.name.isEmpty ? address.text : draft.name
        var step = EditRecorder.OpenStep { _ in "Added “\(name)”" }
        _ = try recorder.perform([change], of: &step) { tables, _ in
            if evenIfThere { return }
            // Another process may have added the page since the lookup; from here on, none can.
            let there = try tables.rows(pageKey: address.pageKey)
            if let there = there.first(where: { $0.id != change.id }) {
                throw BookmarkError.duplicate(there)
            }
        }
        return change.id
    }

    @discardableResult
    func checkAddition(
        of draft: BookmarkDraft, evenIfThere: Bool = false
    ) throws -> WebAddress {
        let address = try WebAddress(typed: draft.url)
        try draft.check()
        if !evenIfThere, let there = try catalog.rows(pageKey: address.pageKey).first {
            throw BookmarkError.duplicate(there)
        }
        return address
    }

    /// Returns the change that adds a bookmark whose URL was checked.
    static func addition(
        of draft: BookmarkDraft, id: String, added: Double, position: String = ""
    ) -> EditStep.Change {
        var bookmark = Bookmark(id: id, draft: draft, added: added)
        bookmark.position = position
        return EditStep.Change(id: id, before: nil, after: bookmark.fields)
    }

    /// Returns the change that sets the fields in which two drafts differ.
    static func change(id: String, from original: BookmarkDraft, to draft: BookmarkDraft)
        -> EditStep.Change
    {
        EditStep.Change(
            id: id, before: Bookmark(id: id, draft: original, added: 0).fields,
            after: Bookmark(id: id, draft: draft, added: 0).fields)
    }

    func edit(
        id: String, from original: BookmarkDraft, to draft: BookmarkDraft, added: Double? = nil,
        evenIfThere: Bool = false
    ) throws {
        guard try stored.isLive(id: id), let known = try stored.bookmark(id: id) else {
            throw BookmarkError.notFound(id: id)
        }
        let edit = BookmarkEdit(id: id, original: original, edited: draft)
        let moves = try check([edit], evenIfThere: evenIfThere)
        var checked = try checkedChange(edit, of: stored.record(id: id))
        if let added, added != known.added {
            checked = checked ?? Self.change(id: id, from: original, to: original)
            checked?.before?["added"] = .date(known.added)
            checked?.after?["added"] = .date(added)
        }
        guard let change = checked else { return }
        let title = change.after.flatMap { Bookmark(id: id, fields: $0) }?.title ?? id
        var step = EditRecorder.OpenStep { _ in "Changed “\(title)”" }
        _ = try recorder.perform([change], of: &step) { tables, _ in
            try moves.check([id], in: tables)
        }
    }

    @discardableResult
    func delete(ids: [String]) throws -> (what: String, ids: [String]) {
        var name = ""
        var deleted: [String] = []
        if let id = ids.first, ids.count == 1 {
            guard let fields = try stored.record(id: id)?.value?.dictionary else {
                throw BookmarkError.notFound(id: id)
            }
            name = "“\(Bookmark(id: id, fields: fields)?.title ?? id)”"
        }
        let title = { (count: Int) in
            "Deleted "
                + (name.isEmpty ? counted(count, "bookmark") : name)
        }
        try recorder.performInParts(ids, title: title) { part in
            part.map { EditStep.Change(id: $0, before: nil, after: nil) }
        } didChange: {
            deleted += $0
        }
        return (title(deleted.count), deleted)
    }
}
