import ArgumentParser
import Bookmarks
import WebPages

/// Which pages of bookmarks a command is about: one way to say it for those that hand them on.
struct ArchiveOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Open the copies on web.archive.org instead of the pages.",
            discussion: "Like A in the list. For http and https URLs only."))
    var archived = false

    /// The URLs of bookmarks, or those of their copies, in their order.
    func urls(of rows: [BookmarkRow]) throws -> [String] {
        try rows.map { row in
            guard archived else { return row.url }
            guard let copy = WebArchive.url(of: row.url) else { throw NotArchivable(url: row.url) }
            return copy
        }
    }
}

/// The archive of the web has no page of such a URL.
struct NotArchivable: Error, CustomStringConvertible {
    var url: String

    var description: String {
        "web.archive.org keeps only http and https pages, not \(url.prefix(60))."
    }
}
