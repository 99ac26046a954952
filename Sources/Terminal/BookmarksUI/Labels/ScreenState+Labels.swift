import Bookmarks

extension ScreenState {
    /// Tells the open pages that the list or related data has changed.
    mutating func followInPages(_ list: BookmarkList) -> [Effect] {
        let view = view(list)
        var requests: [any PageOperation] = []
        for index in shell.modes.indices {
            guard case .page(var page) = shell.modes[index] else { continue }
            requests += page.listChanged(view)
            shell.modes[index] = .page(page)
        }
        return requests.map { .send($0) }
    }

    /// Receives the saved searches, and reads the filter again if it uses some.
    mutating func receive(_ new: SavedSearches, _ list: BookmarkList) -> [Effect] {
        if new == searches { return [] }
        let text = searches.following(new, in: list.query)
        searches = new
        let effects = followInPages(list)
        guard text.contains("@") || text != list.query else { return effects }
        do throws(QueryError) {
            return effects + [.filter(try Query(text, at: shell.queryClock, searches: searches))]
        } catch {
            shell.announce(
                .warning,
                "The list did not change: \(shell.symbols.quoted(error.piece)): "
                    + error.message, about: .filter)
            return effects
        }
    }
}

extension Shell {
    /// The open page of tags, folders and searches, if any; there is at most one.
    var labelsView: LabelsView? {
        get { self[LabelsView.self] }
        set { self[LabelsView.self] = newValue }
    }
}
