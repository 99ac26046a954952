import ArgumentParser
import Bookmarks
import WebPages

/// Which pages of bookmarks a command is about: one way to say it for those that hand them on.
struct ArchiveOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "The copies that web.archive.org may have, and not the pages themselves.",
            discussion: "As A does in the list. Of http and https URLs only."))
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
        "The archive of the web has only http and https URLs, and not \(url.prefix(60))."
    }
}
