import Bookmarks

/// The screen's view of imports.
public struct ImportState: Sendable {
    /// How far the import is; `nil` while there is none.
    public internal(set) var progress: ImportProgress?
    /// The typed text, as long as it may need a correction.
    var typed = ""
    /// Whether no key was pressed since it began.
    var isAwaited = false
    /// Whether there was no bookmark before it.
    var isFirst = false
    /// The browsers on this machine that have bookmarks; `nil` until they were looked for.
    var browsers: [FoundBrowser]?
    /// How many bookmarks they have, by their paths, as far as they were counted.
    var counts: [String: Int] = [:]
}
