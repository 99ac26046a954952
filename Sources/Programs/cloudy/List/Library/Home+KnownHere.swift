import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Documents

extension Home {
    /// Facts about some bookmarks that their records do not tell, by their ids.
    func knownHere(ofIDs ids: [String]) throws -> [String: KnownHere] {
        let links = try linkStates(ofIDs: ids)
        let conflicts = try unsettledDocuments(ofBookmarks: ids).compactMap(\.conflict)
        return try catalog.rows(ids: ids).mapValues { row in
            KnownHere(
                link: links[row.id], opens: row.opens, opened: row.opened,
                conflicts: conflicts.filter { $0.bookmark == row.id })
        }
    }
}
