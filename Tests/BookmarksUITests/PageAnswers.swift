import Bookmarks
import BookmarksUI

/// The requests of pages and their answers, as the tests name them.
extension Effect {
    static var loadTags: Effect { .send(TagsRequest()) }
    static var loadFolders: Effect { .send(FoldersRequest()) }
    static func organize(_ edit: LabelEdit) -> Effect { .send(OrganizeLabels(edit)) }
    static func changeSearches(_ edit: SearchEdit) -> Effect { .send(ChangeSearches(edit)) }
    static func loadDetails(id: String) -> Effect { .send(DetailRequest(id: id)) }
    static func takeLost(_ lost: LostValue, id: String) -> Effect { .send(TakeLost(lost, of: id)) }
    static func settle(id: String) -> Effect { .send(SettleConflict(id: id)) }
    static var loadDeleted: Effect { .send(DeletedRequest()) }
    static func delete(ids: [String]) -> Effect { .send(DeleteBookmarks(ids: ids)) }
    static func change(_ change: BulkEdit, ids: [String]) -> Effect {
        .send(ChangeBookmarks(change, ids: ids))
    }
    static func restore(ids: [String]) -> Effect { .send(RestoreDeleted(ids: ids)) }
    static func deleteForever(ids: [String]) -> Effect { .send(DeleteForever(ids: ids)) }
    static var lookForBrowsers: Effect { .send(BrowsersRequest()) }
    static func listFolder(_ folder: String) -> Effect {
        .send(FolderContentsRequest(folder: folder))
    }
    static func importFrom(_ source: String, name: String) -> Effect {
        .send(ImportBookmarks(from: [ImportBookmarks.Source(source, name: name)]))
    }
    static func checkLinks(ids: [String]) -> Effect { .send(CheckLinks(ids: ids)) }
    static var stopChecking: Effect { .stop(CheckLinks.self) }
    static func fetchPage(url: String) -> Effect { .send(FetchPage(url: url)) }
    static func takePage(_ page: FetchedPage, id: String) -> Effect {
        .send(TakeTitle(page, of: id))
    }
    static func add(_ draft: BookmarkDraft, evenIfThere: Bool) -> Effect {
        .send(AddBookmark(draft, evenIfThere: evenIfThere))
    }
    static func addAgain(id: String, from original: BookmarkDraft, to draft: BookmarkDraft)
        -> Effect
    {
        .send(AddAgain(id: id, from: original, to: draft))
    }
    static func edit(
        id: String, from original: BookmarkDraft, to draft: BookmarkDraft, evenIfThere: Bool = false
    ) -> Effect {
        .send(SaveBookmark(id: id, from: original, to: draft, evenIfThere: evenIfThere))
    }
    /// The draft in a request to add a bookmark.
    var added: BookmarkDraft? { sent(AddBookmark.self)?.draft }
    /// The edit of a page, if it is of this type.
    func sent<Edit: PageEdit>(_ type: Edit.Type) -> Edit? {
        guard case .pageEdit(let edit) = self else { return nil }
        return edit.edit as? Edit
    }
    static var loadJoin: Effect { .send(JoinPlanRequest()) }
    static var join: Effect { .send(JoinCloud()) }
    static var stopImport: Effect { .stop(ImportBookmarks.self) }
}

extension Event {
    static func tags(_ names: [String]) -> Event { .answer(names, to: TagsRequest()) }
    static func folders(_ all: [FolderCount]) -> Event { .answer(all, to: FoldersRequest()) }

    static func details(
        _ bookmark: Bookmark, here: KnownHere = KnownHere(), documents: [DocumentRow] = []
    ) -> Event {
        .answer(
            ShownBookmark(bookmark, here: here, documents: documents),
            to: DetailRequest(id: bookmark.id))
    }

    static func deleted(_ rows: [DeletedRow]) -> Event { .answer(rows, to: DeletedRequest()) }

    static func browsers(_ found: [FoundBrowser]) -> Event {
        .answer(found, to: BrowsersRequest())
    }
    static func counted(_ counts: [String: Int]) -> Event { .answer(counts, to: CountBrowsers()) }
    static func folderListed(_ folder: String, _ names: [String]) -> Event {
        .answer(names, to: FolderContentsRequest(folder: folder))
    }
    static func importing(_ progress: ImportProgress) -> Event {
        .answer(.progress(progress), to: ImportBookmarks(from: []))
    }
    static func imported(_ end: ImportEnd) -> Event {
        .answer(.ended(end), to: ImportBookmarks(from: []))
    }

    static func checking(_ progress: LinkProgress) -> Event {
        .answer(.progress(progress), to: CheckLinks(ids: []))
    }
    static func checked(_ progress: LinkProgress, _ end: LinkProgress.End) -> Event {
        .answer(.ended(progress, end), to: CheckLinks(ids: []))
    }
    static func page(_ page: FetchedPage) -> Event { .answer(page, to: FetchPage(url: page.url)) }
    static func pageThere(url: String, _ row: BookmarkRow?) -> Event {
        .answer(row, to: SamePageRequest(url: url, besides: nil))
    }

    static func join(_ plan: JoinPlan) -> Event { .answer(plan, to: JoinPlanRequest()) }
}
