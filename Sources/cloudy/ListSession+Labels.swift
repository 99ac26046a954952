import Bookmarks
import BookmarksUI
import Home

extension ListSession {
    /// Changes tags, folders and saved searches, and tells what there is of them.
    func organize(_ effect: Effect) throws {
        switch effect {
        case .organize(let edit):
            guard let changed = try controller.change(edit) else {
                return send(.outcome(.nothingToChange("All is called so already")))
            }
            edited(.changed(what: changed.what, ids: changed.ids))
        case .loadFolders: send(.folders(try controller.folderCounts()))
        case .changeSearches(let edit):
            try home.preferences.change(mirror) { $0.searches.apply(edit) }
            send(.searches(try home.preferences.current().searches))
            send(.outcome(.searchesChanged(edit)))
        default: break
        }
    }
}
