import BookmarkLibrary
import Bookmarks
import BookmarksUI

extension ListSession {
    /// Finds out off the key path which bookmark leads to a page.
    func lookForPage(_ url: String, besides id: String?) {
        Task.detached { [home, mailbox] in
            do {
                let rows = try home.catalog.rows(pageKey: WebAddress(stored: url).pageKey)
                mailbox.post(.event(.pageThere(url: url, rows.first { $0.id != id })))
            } catch {
                mailbox.post(.event(.message(.error, message(for: error))))
            }
        }
    }
}
