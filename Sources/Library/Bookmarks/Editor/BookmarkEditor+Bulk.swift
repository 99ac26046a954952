import Replication

extension BookmarkEditor {
    func change(_ bulk: BulkEdit, ids: [String]) throws -> (what: String, ids: [String])? {
        try edit(ids, by: bulk.apply) { bulk.title(of: $0) }
    }

    func edit(
        _ ids: [String], evenIfThere: Bool = false, by change: (inout BookmarkDraft) -> Void
    ) throws -> [String] {
        try stored.forEachRecord(ids) { id, record in
            if record?.isTombstone != false { throw BookmarkError.notFound(id: id) }
        }
        return try edit(ids, evenIfThere: evenIfThere, by: change) { "Changed \($0)" }?.ids ?? []
    }

    /// Edits the bookmarks that `change` makes different. If one of them cannot be kept, it throws,
    /// and nothing has changed.
    ///
    /// - Parameter title: the name of the edit, given a name or a number of bookmarks.
    func edit(
        _ ids: [String], evenIfThere: Bool = false, by change: (inout BookmarkDraft) -> Void,
        title: @escaping (String) -> String
    ) throws -> (what: String, ids: [String])? {
        var name = ""
        var others: [String] = []
        var moving: [BookmarkEdit] = []
        try stored.forEachRecord(ids) { id, record in
            guard let edit = edit(of: id, record, by: change) else { return }
            try check(edit)
            if edit.edited.url != edit.original.url { moving.append(edit) }
            others.append(id)
            if others.count == 1 { name = Bookmark(id: id, draft: edit.edited, added: 0).title }
        }
        let moves = try check(moving, evenIfThere: evenIfThere)
        if others.isEmpty { return nil }
        var edited: [String] = []
        let words = { (count: Int) in
            title(count == 1 ? "“\(name)”" : "\(grouped(count)) bookmarks")
        }
        try recorder.performInParts(others) {
            words($0)
        } check: { part, tables in
            try moves.check(Array(part), in: tables)
        } _: { part in
            try zip(part, try stored.records(part)).compactMap { id, record in
                guard let edit = edit(of: id, record, by: change) else { return nil }
                var change = try checkedChange(edit, of: record)
                change?.keepsUnseen = true
                return change
            }
        } didChange: {
            edited += $0
        }
        return (words(edited.count), edited)
    }

    private func edit(
        of id: String, _ record: Record?, by change: (inout BookmarkDraft) -> Void
    ) -> BookmarkEdit? {
        guard let record, !record.isTombstone, let bookmark = Bookmark(id: id, record: record)
        else { return nil }
        var edited = bookmark.draft
        change(&edited)
        if edited == bookmark.draft { return nil }
        return BookmarkEdit(id: id, original: bookmark.draft, edited: edited)
    }
}
