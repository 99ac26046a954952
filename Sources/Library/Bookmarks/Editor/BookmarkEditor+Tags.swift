extension BookmarkEditor {
    @discardableResult
    func rename(tags: [String], to new: String) throws -> (what: String, ids: [String])? {
        let parsed = Tags.parsed(new)
        guard parsed.count == 1, let name = parsed.first else { throw LabelError.notOneTag(new) }
        let isThere = try !hasOnly(tags, name) && !bookmarks(withTag: name).isEmpty
        let verb = isThere ? "Merged" : "Renamed"
        return try replace(
            tags, with: name,
            title: "\(verb) \(Self.title(tags)) \(isThere ? "into" : "to") #\(name)")
    }

    @discardableResult
    func delete(tags: [String]) throws -> (what: String, ids: [String])? {
        try replace(tags, with: nil, title: "Removed \(Self.title(tags))")
    }

    private func replace(
        _ old: [String], with new: String?, title: String
    ) throws -> (what: String, ids: [String])? {
        let keys = Set(old.map { Tags.key(of: $0) })
        var seen: Set<String> = []
        let ids = try old.flatMap { tag in
            let found = try bookmarks(withTag: tag)
            if found.isEmpty { throw LabelError.noTag(tag) }
            return found.map(\.id).filter { seen.insert($0).inserted }
        }
        return try edit(ids) { draft in
            draft.tags = Tags.unique(
                draft.tags.compactMap { keys.contains(Tags.key(of: $0)) ? new : $0 })
        } title: { _ in
            title
        }
    }

    /// Returns the bookmarks that have a tag, ignoring case, archived ones included.
    private func bookmarks(withTag tag: String) throws -> [BookmarkRow] {
        let wanted = Query.Tag(tag)
        if wanted.key.isEmpty { return [] }
        return try [Query.Node.term(.archived), .not(.term(.archived))].flatMap { node in
            try catalog.rows(
                matching: Query(.all([.term(.tagged(wanted)), node])), sortedBy: .standard)
        }
    }

    private func hasOnly(_ tags: [String], _ name: String) -> Bool {
        tags.allSatisfy { Tags.key(of: $0) == Tags.key(of: name) }
    }

    private static func title(_ tags: [String]) -> String {
        tags.count > 3 ? "\(tags.count) tags" : tags.map { "#" + $0 }.joined(separator: ", ")
    }
}
