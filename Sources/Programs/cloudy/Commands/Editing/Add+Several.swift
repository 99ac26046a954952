import BookmarkLibrary
import Bookmarks

extension Add {
    /// Adds all URLs in one undo step, and reports pages that already have bookmarks. Returns
    /// whether there were none.
    func addAll(
        like sample: BookmarkDraft, _ controller: BookmarksController, _ home: Home,
        _ mirror: HomeMirror, fetching isWanted: Bool
    ) throws -> Bool {
        var drafts = try urls.map { typed in
            var draft = sample
            draft.url = try named(typed)
            return draft
        }
        let mayAsk = try options.mayAskWeb(home)
        if isWanted {
            for index in drafts.indices {
                do {
                    try controller.checkAddition(of: drafts[index], evenIfThere: evenIfThere)
                } catch BookmarkError.duplicate {
                    continue
                }
                drafts[index].fetchWhatIsMissing(mayAsk: mayAsk)
            }
        }
        let outcome = try controller.add(all: drafts, evenIfThere: evenIfThere)
        if json {
            let there = outcome.there.map { JSON.object(["alreadyThere": JSON.string($0.id)]) }
            say(JSON.array(try outcome.added.map { try object($0, home) } + there))
        } else {
            for id in outcome.added { say(id) }
        }
        savePages(ofIDs: outcome.added, home, mirror, mayAsk: mayAsk)
        for row in outcome.there {
            complain(
                "You already have this page: “\(row.title)” (\(row.id)). To add it again: "
                    + "--even-if-there")
        }
        let repeated = drafts.count - outcome.added.count - outcome.there.count
        if repeated > 0 {
            let what = repeated == 1 ? "1 URL leads" : "\(repeated) URLs lead"
            complain("\(what) to the same page as another one; the page was added once.")
        }
        return outcome.there.isEmpty
    }

    /// Returns the meant URL; an error names it, and says that nothing was added.
    private func named(_ typed: String) throws -> String {
        do {
            return try meantURL(typed)
        } catch var error as WebAddressError {
            // Words after a URL are often meant as its name.
            let hint =
                error.code == .noScheme && error.suggestion == nil
                ? " To name a bookmark: --name." : ""
            error.message = "“\(typed.prefix(60))”: \(error.message)\(hint) Nothing was added."
            throw error
        }
    }
}
