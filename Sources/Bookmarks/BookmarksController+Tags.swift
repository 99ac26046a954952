extension BookmarksController {
    /// All tags of all bookmarks, in the order of their names.
    public func tagCounts() throws -> [TagCount] { try catalog.tagCounts() }

    /// Gives all bookmarks that have one of some tags another one in its place. One command, which
    /// undo takes back.
    ///
    /// A tag that bookmarks have already is merged with it; one that differs in case only gets the
    /// spelling that is given. Throws ``LabelError`` when a tag is not there, or when `new` is no
    /// tag, and ``DraftError`` when it is too long; nothing has changed then.
    @discardableResult
    public func rename(tags: [String], to new: String) throws -> BatchOutcome {
        let parsed = Tags.parsed(new)
        guard parsed.count == 1, let name = parsed.first else { throw LabelError.notOneTag(new) }
        let isThere = try !hasOnly(tags, name) && !bookmarks(withTag: name).isEmpty
        let verb = isThere ? "Merged" : "Renamed"
        return try replace(
            tags, with: name,
            title: "\(verb) \(Self.title(tags)) \(isThere ? "into" : "to") #\(name)")
    }

    /// Takes tags away from all bookmarks, which stay. One command, which undo takes back.
    ///
    /// Throws ``LabelError`` when a tag is not there; nothing has changed then.
    @discardableResult
    public func delete(tags: [String]) throws -> BatchOutcome {
        try replace(tags, with: nil, title: "Took away \(Self.title(tags))")
    }

    private func replace(
        _ old: [String], with new: String?, title: String
    ) throws -> BatchOutcome {
        let keys = Set(old.map { Tags.key(of: $0) })
        var drafts: [String: BookmarkDraft] = [:]
        var ids: [String] = []
        for tag in old {
            let found = try bookmarks(withTag: tag)
            if found.isEmpty { throw LabelError.noTag(tag) }
            for row in found where drafts[row.id] == nil {
                guard let draft = try bookmark(id: row.id)?.draft else { continue }
                drafts[row.id] = draft
                ids.append(row.id)
            }
        }
        let edits = ids.compactMap { id -> BookmarkEdit? in
            guard let original = drafts[id] else { return nil }
            var edited = original
            edited.tags = Tags.unique(
                original.tags.compactMap { keys.contains(Tags.key(of: $0)) ? new : $0 })
            return BookmarkEdit(id: id, original: original, edited: edited)
        }
        return try perform(edits, title: title)
    }

    /// The bookmarks that have a tag, in whatever case.
    private func bookmarks(withTag tag: String) throws -> [BookmarkRow] {
        let wanted = Query.Tag(tag)
        if wanted.key.isEmpty { return [] }
        return try catalog.rows(
            matching: Query(.term(.tagged(wanted))), sortedBy: .standard)
    }

    private func hasOnly(_ tags: [String], _ name: String) -> Bool {
        tags.allSatisfy { Tags.key(of: $0) == Tags.key(of: name) }
    }

    private static func title(_ tags: [String]) -> String {
        tags.count > 3 ? "\(tags.count) tags" : tags.map { "#" + $0 }.joined(separator: ", ")
    }
}
