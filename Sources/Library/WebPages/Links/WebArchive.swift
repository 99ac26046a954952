import Bookmarks

/// The Internet Archive, which may still have pages that are gone.
public enum WebArchive {
    /// Returns the URL of the archive's latest copy of a page; `nil` for a URL that it cannot have.
    public static func url(of url: String) -> String? {
        guard let target = try? WebTarget(url) else { return nil }
        return "https://web.archive.org/web/" + target.url
    }
}
