/// Separators that programs keep as bookmarks, since only Firefox has real ones.
enum Separators {
    static func recognizes(_ bookmark: ImportedBookmark) -> Bool {
        let url = bookmark.url
        if pages.contains(where: url.hasPrefix) { return true }
        guard marks.contains(url) else { return false }
        // An empty page may be a bookmark, but hardly without a name.
        return bookmark.name.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic }
    }

    /// The pages that floccus, Vivaldi and xBrowserSync use, and pages that only show a line.
    private static let pages = [
        "https://separator.floccus.org/", "http://bookmark.placeholder.url",
        "xbs:separator", "about:bookmark-separator", "https://separator.mayastudios.com/",
    ]

    private static let marks: Set<String> = ["data:", "data:,", "about:blank", "javascript:"]
}
