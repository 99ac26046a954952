import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Browsers
import Interchange

extension ListLibrary {
    func browsers() -> [FoundBrowser] {
        BrowserProfile.ofThisPerson().map {
            FoundBrowser(browser: $0.browser, profile: $0.name, path: $0.path)
        }
    }

    func names(inFolder typed: String) -> [String] {
        FolderContent.names(in: NamedImport(typed).path)
    }

    func importBookmarks(
        from source: String, name: String, tell: @escaping @Sendable (ImportProgress) -> Void
    ) async -> ImportEnd {
        let run = ImportRun(source: source, name: name, tell: tell) { [mailbox] ids in
            mailbox.post(.stored(ids: ids))
        }
        // The controller of the list belongs to its thread; this one edits for the same list.
        return await run.run(in: home) { home.makeController(mirror: mirror, session: session) }
    }
}
