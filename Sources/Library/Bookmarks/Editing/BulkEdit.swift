/// One change that is made to several bookmarks alike.
public enum BulkEdit: Sendable, Hashable {
    /// Adds the tags that a bookmark lacks, behind those it has.
    case addTags([String])
    case removeTags([String])
    /// Moves to a folder; the empty one is the top.
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

    /// The title of the step, for the changed `what`: `Added #swift to 3 bookmarks`.
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

    /// Why it changes nothing in so many bookmarks, in one sentence.
    ///
    /// - Parameter name: the name of the bookmark, where it is one.
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

    /// No more tags are named than a line has room for.
    private static func list(_ tags: [String]) -> String {
        let named = tags.prefix(3).map { "#" + $0.prefix(40) }.joined(separator: " ")
        return tags.count > 3 ? "\(named) and \(tags.count - 3) more" : named
    }
}
