/// A change of a tag or a folder, on all bookmarks that have it or are in it.
public enum LabelEdit: Sendable, Hashable {
    case renameTag(String, to: String)
    case deleteTag(String)
    case renameFolder(String, to: String)
    case deleteFolder(String)
}

extension BookmarksController {
    /// Changes a tag or a folder everywhere, in one undo step.
    ///
    /// Returns a description of the change, as a sentence without its full stop, and the changed
    /// bookmarks; `nil` if nothing had to change. Throws the errors of ``rename(tags:to:)`` and of
    /// the other edits.
    public func change(_ edit: LabelEdit) throws -> (what: String, ids: [String])? {
        let changed =
            switch edit {
            case .renameTag(let tag, let name): try rename(tags: [tag], to: name)
            case .deleteTag(let tag): try delete(tags: [tag])
            case .renameFolder(let path, let new): try rename(folder: path, to: new)
            case .deleteFolder(let path): try delete(folder: path)
            }
        return changed.map { what, ids in
            let bookmarks = counted(ids.count, "bookmark")
            return switch edit {
            case .deleteTag: ("\(what) from \(bookmarks)", ids)
            case .deleteFolder(let path):
                FolderPath.parent(FolderPath.normalized(path)).isEmpty
                    ? ("\(what) from \(bookmarks)", ids)
                    : ("\(what); \(bookmarks) moved to the folder above", ids)
            case .renameTag, .renameFolder: ("\(what) (\(bookmarks))", ids)
            }
        }
    }
}
