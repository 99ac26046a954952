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

    func bookmarkCount(of browser: FoundBrowser) -> Int? {
        let parsed = try? ImportSource.readFile(
            browser.path, as: nil, mapping: nil, charset: nil)
        return parsed?.bookmarks.count
    }

    func names(inFolder typed: String) -> [String] {
        FolderContent.names(in: NamedImport(typed).path)
    }

    func importBookmarks(
        from sources: [ImportBookmarks.Source],
        tell: @escaping @Sendable (ImportProgress) -> Void
    ) async -> ImportEnd {
        let run = ImportRun(sources: sources, tell: tell) { [mailbox] ids in
            mailbox.post(.stored(ids: ids))
        }
        // The controller of the list belongs to its thread; this one edits for the same session.
        return await run.run(in: home) { home.makeController(mirror: mirror, session: session) }
    }
}
