import ArgumentParser
import Bookmarks
import WebPages

/// The option for archived copies of pages, shared by the commands that hand on pages.
struct ArchiveOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Open the copies on web.archive.org instead of the pages.",
            discussion: "Like A in the list. For http and https URLs only."))
    var archived = false

    /// Returns the URLs of bookmarks, or of their copies, in order.
    func urls(of rows: [BookmarkRow]) throws -> [String] {
        try rows.map { row in
            guard archived else { return row.url }
            guard let copy = WebArchive.url(of: row.url) else { throw NotArchivable(url: row.url) }
            return copy
        }
    }
}

/// The error for a URL that the Internet Archive cannot have.
struct NotArchivable: Error, CustomStringConvertible {
    var url: String

    var description: String {
        "web.archive.org keeps only http and https pages, not \(url.prefix(60))."
    }
}
