import BookmarkLibrary
import Bookmarks
import BookmarksUI

extension ListSession {
    /// Begins at the place where the list was left, or with the requested query.
    func restorePlace(_ searches: SavedSearches) throws {
        let place = home.listPlace()
        if let panes = place.flatMap({ Panes(kept: $0.panes) }) {
            state.shell.keptPanes = panes
            state.shell.setPanes(settings.panes)
        }
        state.activities.titles.wasOffered = place?.hasOfferedTitles ?? false
        state.keptTree = place?.tree ?? []
        if let query = listOptions.query { return try controller.filter(meant(query)) }
        guard let place else { return }
        // The query may use a search that was deleted since.
        if !place.query.isEmpty,
            let query = try? Query(place.query, at: queryClock(), searches: searches)
        {
            do {
                try controller.filter(meant(query))
            } catch let error as CostlyExpression {
                // The query was valid when the list was left. The list opens without it.
                send(.message(.error, error.description))
            }
        }
        if let id = place.selected { state.listView.selectWhenLoaded(id) }
    }

    /// Stores the place of the list for the next one.
    func leavePlace() {
        guard listOptions.picking == nil else { return }
        // At the top, new bookmarks should be visible next time.
        let selected = state.listView.selection.index > 0 ? state.listView.selection.id : nil
        // This is only a convenience, so a failure is not reported to a person who quits.
        try? home.keep(
            ListPlace(
                selected: selected, query: controller.list.query, panes: state.shell.keptPanes.kept,
                hasOfferedTitles: state.activities.titles.wasOffered, tree: state.keptTree))
    }
}
