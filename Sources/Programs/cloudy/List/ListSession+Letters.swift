import BookmarkLibrary
import Bookmarks
import BookmarksUI

extension ListSession {
    /// Shows the present states of links.
    func follow(_ links: [String: LinkState]) {
        if links == state.activities.links.states { return }
        do {
            try controller.linksChanged()
        } catch {
            send(.message(.error, message(for: error)))
        }
        send(.listChanged)
        send(.links(links))
    }
}
