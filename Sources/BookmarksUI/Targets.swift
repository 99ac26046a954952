import Bookmarks

/// The bookmarks that an action is about.
struct Targets: Sendable, Hashable {
    var ids: [String]
    /// What the only one is called.
    var name: String

    /// As a sentence calls them.
    func words(_ symbols: Symbols) -> String {
        ids.count == 1 ? symbols.quoted(name) : "\(grouped(ids.count)) bookmarks"
    }
}

extension ScreenState {
    /// The bookmarks that an action is about: the one that shows whole, else the selected one.
    func targets(_ list: BookmarkList) -> Targets? {
        guard let id = target(list) else { return nil }
        if let bookmark = detail?.bookmark { return Targets(ids: [id], name: bookmark.title) }
        let index = list.index(of: id, near: selection.index)
        return Targets(ids: [id], name: index.map { list[$0].title } ?? id)
    }
}
