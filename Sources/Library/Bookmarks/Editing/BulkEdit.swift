/// One change to make to several bookmarks.
public enum BulkEdit: Sendable, Hashable {
    /// Adds the tags that a bookmark lacks, after its own.
    case addTags([String])
    case removeTags([String])
    /// Moves bookmarks to a folder; an empty path is the top.
    case setFolder(String)
    case setUnread(Bool)
    case setArchived(Bool)

    /// Applies the edit to one bookmark.
    public func apply(to draft: inout BookmarkDraft) {
        switch self {
        case .addTags(let tags): draft.tags = Tags.unique(draft.tags + tags)
        case .removeTags(let tags): draft.tags = Tags.removing(tags, from: draft.tags)
        case .setFolder(let folder): draft.folder = folder
        case .setUnread(let isUnread): draft.isUnread = isUnread
        case .setArchived(let isArchived): draft.isArchived = isArchived
        }
    }

    /// Returns the title of the step, given the changed bookmarks in words: `Added #swift to 3
    /// bookmarks`.
    public func title(of what: String) -> String {
        switch self {
        case .addTags(let tags): "Added \(Self.list(tags)) to \(what)"
        case .removeTags(let tags): "Removed \(Self.list(tags)) from \(what)"
        case .setFolder(let folder) where folder.isEmpty: "Moved \(what) out of all folders"
        case .setFolder(let folder): "Moved \(what) to \(folder)"
        case .setUnread(let isUnread): "Marked \(what) as \(isUnread ? "unread" : "read")"
        case .setArchived(let isArchived): "\(isArchived ? "Archived" : "Unarchived") \(what)"
        }
    }

    /// Returns a sentence that says why the edit changes nothing in `count` bookmarks.
    ///
    /// - Parameter name: the name of the bookmark, if there is only one.
    public func reasonForNothing(in count: Int, name: String? = nil) -> String {
        let it = name.map { "“\($0)”" } ?? "It"
        let (they, have, are) = count == 1 ? (it, "has", "is") : ("They", "have", "are")
        switch self {
        case .addTags(let tags): return "\(they) \(have) \(Self.list(tags)) already"
        case .removeTags(let tags):
            return tags.count == 1
                ? "\(they) \(have) no tag \(Self.list(tags))"
                : "\(they) \(have) none of the tags \(Self.list(tags))"
        case .setFolder(let folder):
            return folder.isEmpty
                ? "\(they) \(are) in no folder" : "\(they) \(are) in \(folder) already"
        case .setUnread(let isUnread):
            return "\(they) \(are) \(isUnread ? "unread" : "read") already"
        case .setArchived(let isArchived):
            return "\(they) \(are) \(isArchived ? "archived already" : "not archived")"
        }
    }

    /// Lists only as many tags as fit in a line.
    private static func list(_ tags: [String]) -> String {
        let named = tags.prefix(3).map { "#" + $0.prefix(40) }.joined(separator: " ")
        return tags.count > 3 ? "\(named) and \(tags.count - 3) more" : named
    }
}
