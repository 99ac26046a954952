import BookmarkLibrary
import Bookmarks
import BookmarksUI

extension Home {
    /// Facts about some bookmarks that only this device knows, by their ids.
    func knownHere(ofIDs ids: [String]) throws -> [String: KnownHere] {
        let links = try linkStates(ofIDs: ids)
        return try catalog.rows(ids: ids).mapValues { row in
            KnownHere(link: links[row.id], opens: row.opens, opened: row.opened)
        }
    }
}
