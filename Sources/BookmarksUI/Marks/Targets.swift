import Bookmarks

/// The bookmarks that an action is about.
struct Targets: Sendable, Hashable {
    /// In the order of the list; what the filter hides comes last.
    var ids: [String]
    /// What the only one is called.
    var name: String
    /// How many of them the filter hides.
    var hidden = 0

    /// As a sentence calls them.
    func words(_ symbols: Symbols) -> String {
        ids.count == 1 ? symbols.quoted(name) : "\(grouped(ids.count)) bookmarks"
    }
}

extension ScreenState {
    /// The bookmarks that an action is about: the one that shows whole, those that are marked, or
    /// the selected one.
    func targets(_ list: BookmarkList) -> Targets? {
        if detail == nil, !marks.ids.isEmpty { return markedTargets(list) }
        guard let id = target(list) else { return nil }
        let name = detail?.bookmark?.title ?? list.row(id: id)?.title
        return Targets(ids: [id], name: name ?? id)
    }

    private func markedTargets(_ list: BookmarkList) -> Targets {
        var shown: [(index: Int, id: String)] = []
        var hidden: [String] = []
        for id in marks.ids {
            if let index = list.index(of: id, near: -1) {
                shown.append((index, id))
            } else {
                hidden.append(id)
            }
        }
        shown.sort { $0.index < $1.index }
        let ids = shown.map(\.id) + hidden.sorted()
        let name = ids.first.flatMap { list.row(id: $0)?.title } ?? ""
        return Targets(ids: ids, name: name, hidden: hidden.count)
    }
}
