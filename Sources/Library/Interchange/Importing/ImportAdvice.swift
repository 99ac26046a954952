/// Advice to a person about a file or an entry. Each front end phrases it: a command names an
/// option, the list a key.
public enum ImportAdvice: Sendable, Hashable {
    /// Import the file again and name its format.
    case nameFormat
    /// Undo the import, then repeat it and name the character set.
    case nameCharacterSet
    /// Restore the file with the command for backups.
    case restoreBackup
    /// Attach files without bookmarks to a bookmark.
    case keepFiles
}
