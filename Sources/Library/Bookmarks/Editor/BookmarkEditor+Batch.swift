import Replication

/// A bookmark that a person wants to delete, as they saw it.
public struct BookmarkDeletion: Sendable, Hashable {
    public var id: String
    public var seen: BookmarkDraft

    public init(id: String, seen: BookmarkDraft) {
        self.id = id
        self.seen = seen
    }
}

/// The outcome of changing many bookmarks in one step.
public struct BatchOutcome: Sendable, Hashable {
    /// The bookmarks that were edited.
    public var edited: [String] = []
    public var deleted: [String] = []
    /// Bookmarks that were deleted elsewhere during the edit: the text typed for them is not kept.
    public var gone: [String] = []
    /// Bookmarks with a field that was also edited elsewhere: the field has the text typed here,
    /// and the other value is kept as a conflict.
    public var contested: [String] = []
    /// Bookmarks that were to be deleted but were edited elsewhere: they stay.
    public var kept: [String] = []

    public init() {}
}

extension BookmarkEditor {
    @discardableResult
    func perform(
        _ edits: [BookmarkEdit], deleting deletions: [BookmarkDeletion] = [], title: String? = nil,
        evenIfThere: Bool = false
    ) throws -> BatchOutcome {
        let moves = try check(edits, deleting: deletions.map(\.id), evenIfThere: evenIfThere)
        var outcome = BatchOutcome()
        var name = ""
        let items = edits.map(BatchItem.edit) + deletions.map(BatchItem.delete)
        try recorder.performInParts(items) { count in
            title ?? Self.title(count, edited: outcome.edited.count, name)
        } check: { part, tables in
            try moves.check(part.map(\.id), in: tables)
        } _: { part in
            let records = try stored.records(part.map(\.id))
            return try zip(part, records).compactMap { item, record in
                let change = try change(item, record, &outcome)
                if let change {
                    let fields = change.after ?? record?.value?.dictionary ?? [:]
                    name = Bookmark(id: item.id, fields: fields)?.title ?? item.id
                }
                return change
            }
        } didChange: { ids in
            if outcome.kept.isEmpty { return }
            let deleted = Set(ids).intersection(outcome.kept)
            outcome.deleted += outcome.kept.filter(deleted.contains)
            outcome.kept.removeAll(where: deleted.contains)
        }
        return outcome
    }

    private enum BatchItem {
        case edit(BookmarkEdit)
        case delete(BookmarkDeletion)

        var id: String {
            switch self {
            case .edit(let edit): edit.id
            case .delete(let deletion): deletion.id
            }
        }
    }

    /// Returns the change that an item makes to a record, if any. A deletion counts as kept until
    /// it is done.
    private func change(
        _ item: BatchItem, _ record: Record?, _ outcome: inout BatchOutcome
    ) throws -> EditStep.Change? {
        guard let record, !record.isTombstone else {
            if case .edit = item { outcome.gone.append(item.id) }
            return nil
        }
        switch item {
        case .delete(let deletion):
            outcome.kept.append(deletion.id)
            var change = EditStep.Change(id: deletion.id, before: nil, after: nil)
            change.seen = deletion.seen
            return change
        case .edit(let edit):
            guard var change = try checkedChange(edit, of: record) else { return nil }
            change.keepsUnseen = true
            if !change.unseen(in: record).isEmpty { outcome.contested.append(edit.id) }
            outcome.edited.append(edit.id)
            return change
        }
    }

    /// Throws for text that cannot be kept.
    func check(_ edit: BookmarkEdit) throws {
        try edit.edited.check(against: edit.original)
        if edit.edited.url != edit.original.url { _ = try WebAddress(typed: edit.edited.url) }
    }

    func check(_ changes: EditTextChanges, evenIfThere: Bool) throws {
        _ = try check(
            changes.edits, deleting: changes.deletions.map(\.id), evenIfThere: evenIfThere)
    }

    /// Throws for text that cannot be kept, and for a new URL that leads to the page of another
    /// bookmark, as ``add(_:added:evenIfThere:)`` does.
    ///
    /// A bookmark that stays on its page is not checked again. Two bookmarks may swap pages, and
    /// bookmarks deleted in the same step do not count. Returns the edits to check once more in the
    /// transaction.
    func check(
        _ edits: [BookmarkEdit], deleting deletions: [String] = [], evenIfThere: Bool
    ) throws -> PageMoves {
        for edit in edits { try check(edit) }
        if evenIfThere { return PageMoves() }
        let moves = try edits.compactMap { edit -> (edit: BookmarkEdit, key: String)? in
            if edit.edited.url == edit.original.url { return nil }
            let key = try WebAddress(typed: edit.edited.url).pageKey
            return key == WebAddress(stored: edit.original.url).pageKey ? nil : (edit, key)
        }
        if moves.isEmpty { return PageMoves() }
        let leaving = Set(moves.map(\.edit.id) + deletions)
        let there = try catalog.rows(pageKeys: moves.map(\.key))
        var first: [String: BookmarkEdit] = [:]
        for (move, key) in moves {
            if let row = there[key]?.first(where: { !leaving.contains($0.id) }) {
                throw BookmarkError.duplicate(row, edited: move.id)
            }
            if let other = first.updateValue(move, forKey: key) {
                let bookmark = Bookmark(id: other.id, draft: other.edited, added: 0)
                throw BookmarkError.duplicate(
                    BookmarkRow(
                        id: other.id, name: bookmark.name, url: bookmark.url, added: 0,
                        modified: 0),
                    edited: move.id)
            }
        }
        let keys = moves.map { ($0.edit.id, $0.key) }
        return PageMoves(
            keys: Dictionary(keys, uniquingKeysWith: { $1 }), leaving: leaving)
    }

    /// Returns the change that an edit makes to the bookmark of a record; `nil` for none.
    func checkedChange(_ edit: BookmarkEdit, of record: Record?) throws -> EditStep.Change? {
        try check(edit)
        var edited = edit.edited
        if edited.url != edit.original.url { edited.url = try WebAddress(typed: edited.url).text }
        var change = Self.change(id: edit.id, from: edit.original, to: edited)
        guard change.before != change.after else { return nil }
        settleTyped(&change, in: record)
        return change
    }

    private static func title(_ count: Int, edited: Int, _ name: String) -> String {
        let deleted = max(0, count - edited)
        let verb = deleted == count ? "Deleted" : "Changed"
        if count == 1 { return "\(verb) “\(name)”" }
        let rest = deleted > 0 && verb == "Changed" ? ", \(deleted) of them deleted" : ""
        return "\(verb) \(grouped(count)) bookmarks\(rest)"
    }
}

/// The edits of a batch that give bookmarks another page.
struct PageMoves {
    /// The keys of the new pages, by bookmark.
    var keys: [String: String] = [:]
    /// The bookmarks that leave their pages, and those that are deleted.
    var leaving: Set<String> = []

    /// Throws if another process has taken the new page of one of these bookmarks since the edits
    /// were checked; from here on, none can.
    func check(_ ids: [String], in tables: any BookmarkTransaction) throws {
        for id in ids {
            guard let key = keys[id] else { continue }
            let there = try tables.rows(pageKey: key)
            if let there = there.first(where: { $0.id != id && !leaving.contains($0.id) }) {
                throw BookmarkError.duplicate(there, edited: id)
            }
        }
    }
}
