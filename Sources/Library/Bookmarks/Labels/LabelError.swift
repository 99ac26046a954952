/// The reason why tags or folders were not changed.
public enum LabelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No bookmark has the tag.
    case noTag(String)
    /// The new name is not exactly one tag.
    case notOneTag(String)
    /// No bookmark is in the folder.
    case noFolder(String)
    /// A folder cannot be moved into itself.
    case folderInItself(String)

    public var description: String {
        switch self {
        case .noTag(let tag):
            "No bookmark has the tag #\(tag). Nothing was changed. To see all tags: cloudy tags"
        case .notOneTag(let text) where Tags.parsed(text).isEmpty:
            "A tag needs at least one letter. Nothing was changed."
        case .notOneTag(let text):
            "A tag has no spaces and no commas: write \(Tags.parsed(text).joined(separator: "-")). "
                + "Nothing was changed."
        case .noFolder(let path):
            "No bookmark is in the folder \(path). Nothing was changed. To see all folders: cloudy "
                + "folders"
        case .folderInItself(let path):
            "The folder \(path) cannot be moved into itself. Nothing was changed."
        }
    }
}
