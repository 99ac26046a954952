/// Advice to a person about a file or an entry. Each place that imports says it in its own words: a
/// command names an option, and the list a key.
public enum ImportAdvice: Sendable, Hashable {
    /// Import it again with its format named.
    case nameFormat
    /// Take the import back, then do it again with the character set named.
    case nameCharacterSet
    /// Restore the file with the command for backups.
    case restoreBackup
    /// Keep files that hold no bookmarks with a bookmark.
    case keepFiles
}
