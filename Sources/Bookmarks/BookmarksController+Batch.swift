import Replication

/// What came of changing many bookmarks in one step.
public struct BatchOutcome: Sendable, Hashable {
    /// The bookmarks that were edited.
    public var edited: [String] = []
    public var deleted: [String] = []
    /// Those that were deleted meanwhile, elsewhere: what was typed for them is not kept.
    public var gone: [String] = []
    /// Those of which somebody else edited the same field meanwhile: it has what was typed here,
    /// and the other value is kept as one that lost.
    public var contested: [String] = []

    public init() {}
}

extension BookmarksController {
    /// Edits and deletes many bookmarks in one step, which is undone as one.
    ///
    /// Of each, only the fields in which the drafts differ are set, and of the tags only those that
    /// were added or taken away: what came in from elsewhere meanwhile stays. Where that is in the
    /// same field, it is kept beside the new value as a conflict. A bookmark that is there no
    /// longer is left out and named in the outcome. Throws `WebAddressError` and
    /// ``DraftError`` for what cannot be kept; nothing has changed then.
    ///
    /// - Parameter title: what was done, for whoever undoes it.
    @discardableResult
    public func perform(
        _ edits: [BookmarkEdit], deleting deletions: [String] = [], title: String? = nil
    ) throws -> BatchOutcome {
        var outcome = BatchOutcome()
        var changes: [EditStep.Change] = []
        for edit in edits {
            guard try isLive(id: edit.id) else {
                outcome.gone.append(edit.id)
                continue
            }
            guard var change = try checkedChange(edit) else { continue }
            change.keepsUnseen = true
            if try !unseenFields(of: change).isEmpty { outcome.contested.append(edit.id) }
            outcome.edited.append(edit.id)
            changes.append(change)
        }
        for id in deletions {
            guard let fields = try record(id: id)?.value?.dictionary else { continue }
            outcome.deleted.append(id)
            changes.append(EditStep.Change(id: id, before: fields, after: nil))
        }
        if !changes.isEmpty {
            try perform(EditStep(title: title ?? self.title(of: changes), changes: changes))
        }
        return outcome
    }

    /// The change that an edit makes; `nil` for none.
    func checkedChange(_ edit: BookmarkEdit) throws -> EditStep.Change? {
        try edit.edited.check(against: edit.original)
        var edited = edit.edited
        if edited.url != edit.original.url { edited.url = try WebAddress(typed: edited.url).text }
        var change = change(id: edit.id, from: edit.original, to: edited)
        guard change.before != change.after else { return nil }
        try settleTyped(&change)
        return change
    }

    private func title(of changes: [EditStep.Change]) -> String {
        func title(_ change: EditStep.Change) -> String {
            let fields = change.after ?? change.before ?? [:]
            return "“\(Bookmark(id: change.id, fields: fields)?.title ?? change.id)”"
        }
        let deletions = changes.count { $0.after == nil }
        let verb = deletions == changes.count ? "Deleted" : "Changed"
        guard changes.count == 1 else {
            let rest = deletions > 0 && verb == "Changed" ? ", \(deletions) of them deleted" : ""
            return "\(verb) \(changes.count) bookmarks\(rest)"
        }
        return "\(verb) \(title(changes[0]))"
    }
}
