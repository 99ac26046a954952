import BookmarkLibrary
import Bookmarks
import BookmarksUI

extension ListSession {
    /// Changes tags, folders and saved searches, and tells what there is of them.
    func organize(_ effect: Effect) throws {
        switch effect {
        case .organize(let edit):
            guard let changed = try controller.change(edit) else {
                return send(.outcome(.nothingToChange("All is called so already")))
            }
            edited(.changed(what: changed.what, ids: changed.ids))
        case .loadTags:
            post { .tags(TagCount.namesByUse(try $0.catalog.tagCounts())) }
        case .loadFolders:
            post { .folders(FolderCount.tree(try $0.catalog.folders())) }
        case .lookForPage(let url, let id):
            post {
                let rows = try $0.catalog.rows(pageKey: WebAddress(stored: url).pageKey)
                return .pageThere(url: url, rows.first { $0.id != id })
            }
        case .changeSearches(let edit):
            let old = try home.preferences.current().searches.text(lostBy: edit)
            try home.preferences.change(mirror) { $0.searches.apply(edit) }
            send(.searches(try home.preferences.current().searches))
            send(.outcome(.searchesChanged(edit, was: old)))
        default: break
        }
    }

    /// Finds out off the key path what takes a while where there are many bookmarks.
    private func post(_ answer: @escaping @Sendable (Home) throws -> Event) {
        Task.detached { [home, mailbox] in
            do {
                mailbox.post(.event(try answer(home)))
            } catch {
                mailbox.post(.event(.message(.error, message(for: error))))
            }
        }
    }
}
