import Bookmarks

/// The bookmarks that an action is about; in the trash, also documents, by their keys.
struct Targets: Sendable, Hashable {
    /// In the order of the list; bookmarks that the filter hides come last.
    var ids: [String]
    /// The name of the only one.
    var name: String
    /// How many of them the filter hides.
    var hidden = 0

    /// How many of them are hidden, as a question says it; `nil` if none is.
    var hiddenWords: String? {
        if hidden == 0 { return nil }
        if hidden < ids.count { return "\(grouped(hidden)) of them hidden by the filter" }
        return ids.count == 1 ? "hidden by the filter" : "all hidden by the filter"
    }

    /// As a sentence calls them.
    func words(_ symbols: Symbols) -> String {
        ids.count == 1 ? symbols.quoted(name) : countedBookmarks(andDocuments: ids)
    }
}

extension ScreenState {
    /// The bookmarks that an action is about: the one that shows whole, those that are marked, or
    /// the selected one.
    func targets(_ list: BookmarkList) -> Targets? {
        if shownID == nil, let bookmarksPage { return bookmarksPage.targets }
        if shownID == nil, !marks.ids.isEmpty { return markedTargets(list) }
        guard let id = target(list) else { return nil }
        let name = shownBookmark?.title ?? list.row(id: id)?.title
        return Targets(ids: [id], name: name ?? id)
    }

    private func markedTargets(_ list: BookmarkList) -> Targets {
        var shown: [String] = []
        var hidden: [String] = []
        if marks.ids.count > Self.fewMarks {
            // To ask each row is quicker than to look for each mark.
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

    /// How many marks are looked for one by one.
    static let fewMarks = 1000
}
