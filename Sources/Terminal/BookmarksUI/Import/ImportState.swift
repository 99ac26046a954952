import Bookmarks

/// What the screen knows of imports.
public struct ImportState: Sendable {
    /// How far the import is; `nil` while there is none.
    public internal(set) var progress: ImportProgress?
    /// What was typed for it, as long as it may have to be corrected.
    var typed = ""
    /// Whether no key was pressed since it began.
    var isAwaited = false
    /// Whether there was no bookmark before it.
    var isFirst = false
    /// The browsers on this machine that have bookmarks; `nil` until they were looked for.
    var browsers: [FoundBrowser]?
}
