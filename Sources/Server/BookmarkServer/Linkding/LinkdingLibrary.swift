import BookmarkDatabase
import BookmarkLibrary
import Bookmarks
import DeviceStore
import ReplicaFile
import Replication

/// The bookmarks of the device in the form that linkding's clients see.
struct LinkdingLibrary {
    let library: OpenedLibrary

    init(_ library: OpenedLibrary) { self.library = library }

    var home: Home { library.home }
    var controller: BookmarksController { library.controller }

    // MARK: A bookmark

    /// Returns the id of a bookmark by its number.
    func id(_ number: Int) throws -> String {
        var id = try InterfaceNumbers.name(.bookmark, number: number, in: replica)
        if id == nil {
            // The bookmark may not have been listed by any client yet.
            _ = try numbers(of: home.catalog.rows(sortedBy: .standard, limit: nil))
            id = try InterfaceNumbers.name(.bookmark, number: number, in: replica)
        }
        guard let id, try controller.isLive(id: id) else {
            throw LinkdingError.noSuch("Bookmark")
        }
        return id
    }

    func bookmark(_ number: Int) throws -> Bookmark {
        guard let bookmark = try controller.bookmark(id: id(number)) else {
            throw LinkdingError.noSuch("Bookmark")
        }
        return bookmark
    }

    /// Returns the bookmark with an address; if there are several, the one with the lowest number.
    func bookmark(at url: String) throws -> Bookmark? {
        guard let address = try? WebAddress(typed: url) else { return nil }
        let key = LinkdingAddress.key(address.text)
        let rows = try candidates(address).filter { LinkdingAddress.key($0.url) == key }
        let numbers = try numbers(of: rows)
        let first = zip(rows, numbers).min { $0.1 < $1.1 }
        return try first.flatMap { try controller.bookmark(id: $0.0.id) }
    }

    /// Returns the bookmarks that may have an address: those of its page, and those with the
    /// parameters of its query in another order.
    private func candidates(_ address: WebAddress) throws -> [BookmarkRow] {
        let reference = URLReference(address.text)
        guard reference.query?.contains("&") == true, let authority = reference.authority else {
            return try home.catalog.rows(pageKeys: [address.pageKey]).values.flatMap(\.self)
        }
        var path = reference.path
        while path.hasSuffix("/") { path.removeLast() }
        // This only narrows the search, so the beginning of a long address is enough.
        let place = String((authority + path).lowercased().prefix(1000))
            .replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        var list = controller.list
        list.filter(try Query("url:\"\(place)\" (is:archived or -is:archived)"))
        return (0..<list.count).map { list[$0] }
    }

    /// Returns the numbers of bookmarks, in their order. Bookmarks that are new to this interface
    /// get numbers in the order in which they were added.
    func numbers(of rows: some Collection<BookmarkRow>) throws -> [Int] {
        let ids = rows.sorted { ($0.added, $0.id) < ($1.added, $1.id) }.map(\.id)
        let numbers = try InterfaceNumbers.numbers(.bookmark, of: ids, in: replica)
        let byID = Dictionary(zip(ids, numbers)) { first, _ in first }
        return rows.compactMap { byID[$0.id] }
    }

    /// Returns a bookmark in the form that clients get.
    func json(_ bookmark: Bookmark) throws -> JSONValue {
        Self.json(
            bookmark,
            number: try InterfaceNumbers.numbers(.bookmark, of: [bookmark.id], in: replica)[0])
    }

    static func json(_ bookmark: Bookmark, number: Int) -> JSONValue {
        [
            "id": .integer(number), "url": .string(bookmark.url), "title": .string(bookmark.name),
            "description": .string(bookmark.description), "notes": .string(bookmark.notes),
            "web_archive_snapshot_url": .string(archive(of: bookmark)), "favicon_url": nil,
            "preview_image_url": nil, "is_archived": .bool(bookmark.isArchived),
            "unread": .bool(bookmark.isUnread), "shared": false,
            "tag_names": .array(
                bookmark.tags.sorted {
                    $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars)
                }
                .map { .string($0) }),
            "date_added": .string(LinkdingDate.text(bookmark.added)),
            "date_modified": .string(LinkdingDate.text(bookmark.modified)),
            // With `null`, a client would print the word “null” for a page without a description.
            "website_title": nil, "website_description": "",
        ]
    }

    /// Returns the address of the page in the Internet Archive, near the time when it was added.
    private static func archive(of bookmark: Bookmark) -> String {
        let time = CalendarTime(bookmark.added)
        let parts = [time.month, time.day, time.hour, time.minute, time.second]
        let digits = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        return "https://web.archive.org/web/\(time.year)\(digits)/\(bookmark.url)"
    }

    var replica: ReplicaFile { home.device.replica }
}
