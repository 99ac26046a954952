/// Bookmarks that lead to the same page, and the bookmark that they become when merged.
///
/// The bookmark that was added first stays. All devices choose it that way, so two devices that
/// merge the same group at once never delete each other's choice.
public struct DuplicateGroup: Sendable, Hashable, Identifiable {
    /// At least two bookmarks, in the order in which they were added. The first one stays.
    public let bookmarks: [Bookmark]
    /// The fields of the bookmark that stays, after merging: see ``BookmarkDraft/merged(with:)``.
    public let merged: BookmarkDraft

    /// Makes a group; `nil` for fewer than two bookmarks.
    public init?(_ bookmarks: [Bookmark]) {
        let sorted = bookmarks.sorted { ($0.added, $0.id) < ($1.added, $1.id) }
        guard let first = sorted.first, sorted.count > 1 else { return nil }
        self.bookmarks = sorted
        var merged = sorted.dropFirst().reduce(first.draft) { $0.merged(with: $1.draft) }
        // The merged bookmark stays unread or listed if any of them is.
        merged.isUnread = sorted.contains(where: \.isUnread)
        merged.isArchived = sorted.allSatisfy(\.isArchived)
        self.merged = merged
    }

    /// The id of the bookmark that stays.
    public var id: String { bookmarks[0].id }

    /// The names of the fields in which the bookmarks differ.
    public var differences: [String] {
        func differ<Value: Hashable>(_ value: (Bookmark) -> Value) -> Bool {
            Set(bookmarks.map(value)).count > 1
        }
        var names: [String] = []
        if differ(\.url) { names.append("URL") }
        if differ(\.name) { names.append("name") }
        if differ({ Set($0.tags) }) { names.append("tags") }
        if differ(\.notes) { names.append("notes") }
        if differ(\.description) { names.append("description") }
        if differ(\.folder) { names.append("folder") }
        if differ(\.isUnread) { names.append("unread") }
        if differ(\.isArchived) { names.append("archived") }
        return names
    }

    /// Returns all groups, the one with the latest addition first.
    public static func all(in catalog: any BookmarkCatalog) throws -> [DuplicateGroup] {
        let groups = try catalog.duplicateGroups()
        let details = try catalog.details(ofIDs: groups.flatMap { $0.map(\.id) })
        return groups.compactMap { rows in
            DuplicateGroup(rows.map { Bookmark($0, details[$0.id] ?? BookmarkDetails()) })
        }.sorted {
            ($0.bookmarks.last?.added ?? 0, $1.id) > ($1.bookmarks.last?.added ?? 0, $0.id)
        }
    }
}
