import Bookmarks

/// The archive of the web, which may still have pages that their servers have not.
public enum WebArchive {
    /// The page of the archive's latest copy of a URL; `nil` for a URL that it cannot have.
    public static func url(of url: String) -> String? {
        guard let target = try? WebTarget(url) else { return nil }
        return "https://web.archive.org/web/" + target.url
    }
}
