import Bookmarks

/// The bookmarks of an action; in the trash, also documents, by key.
struct Targets: Sendable, Hashable {
    /// The ids in the order of the list; bookmarks hidden by the filter come last.
    var ids: [String]
    /// The name, if there is only one.
    var name: String
    /// The number of bookmarks hidden by the filter.
    var hidden = 0

    /// The number of hidden bookmarks in words, for a question; `nil` if there are none.
    var hiddenWords: String? {
        if hidden == 0 { return nil }
        if hidden < ids.count { return "\(grouped(hidden)) of them hidden by the filter" }
        return ids.count == 1 ? "hidden by the filter" : "all hidden by the filter"
    }

    /// Returns the bookmarks in words, for a sentence.
    func words(_ symbols: Symbols) -> String {
        ids.count == 1 ? symbols.quoted(name) : countedBookmarks(andDocuments: ids)
    }
}

extension ScreenState {
    /// Returns the bookmarks of an action: the one in the details, the marked ones, or the selected
    /// one.
    func targets(_ list: BookmarkList) -> Targets? {
        if shell.shownID == nil, let page = shell.bookmarksPage { return page.targets }
        if shell.shownID == nil, !listView.marks.ids.isEmpty {
            return listView.markedTargets(list)
        }
        guard let id = target(list) else { return nil }
        let name = shell.shownBookmark?.title ?? list.row(id: id)?.title
        return Targets(ids: [id], name: name ?? id)
    }
}

extension ListView {
    /// Returns the marked bookmarks.
    func markedTargets(_ list: BookmarkList) -> Targets {
        var shown: [String] = []
        var hidden: [String] = []
        if marks.ids.count > Self.fewMarks {
            // With many marks, testing each row is quicker than looking up each mark.
            shown = list.ids(at: 0..<list.count).filter(marks.ids.contains)
            if shown.count < marks.ids.count { hidden = Array(marks.ids.subtracting(shown)) }
        } else {
            var places: [(index: Int, id: String)] = []
            for id in marks.ids {
                if let index = list.index(of: id, near: -1) {
                    places.append((index, id))
                } else {
                    hidden.append(id)
                }
            }
            shown = places.sorted { $0.index < $1.index }.map(\.id)
        }
        let ids = shown + hidden.sorted()
        let name = ids.first.flatMap { list.row(id: $0)?.title } ?? ""
        return Targets(ids: ids, name: name, hidden: hidden.count)
    }

    /// The number of marks up to which each is looked up.
    static let fewMarks = 1000
}
