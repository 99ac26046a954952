import Bookmarks

extension ScreenState {
    /// Whether the open page has deleted bookmarks.
    var holdsDeleted: Bool { bookmarksPage.map { type(of: $0).holdsDeleted } ?? false }

    /// Whether a bookmark that an action is about is deleted.
    func isDeleted(_ id: String, _ list: BookmarkList) -> Bool {
        guard holdsDeleted else { return list.isDeleted(id: id) }
        // The bookmark in the details may have been restored from there.
        return shownID == nil || !list.contains(id: id)
    }

    /// The deleted ones among the bookmarks of an action; `nil` if there is none.
    func deletedTargets(_ list: BookmarkList) -> Targets? {
        guard list.hasDeleted || holdsDeleted, var targets = targets(list) else { return nil }
        let hidden = targets.ids.suffix(targets.hidden).filter { isDeleted($0, list) }
        let shown = targets.ids.dropLast(targets.hidden).filter { isDeleted($0, list) }
        guard let first = (shown + hidden).first else { return nil }
        if targets.ids.first != first { targets.name = list.row(id: first)?.title ?? first }
        (targets.ids, targets.hidden) = (shown + hidden, hidden.count)
        return targets
    }

    /// Whether deleted bookmarks can be restored or deleted forever. Bookmarks in a range count,
    /// although the range ends before anything is done.
    func hasDeletedTargets(_ list: BookmarkList) -> Bool {
        if deletedTargets(list) != nil { return true }
        guard isAmongBookmarks, list.hasDeleted, let range = markedRange else { return false }
        return list.ids(at: range.lowerBound..<range.upperBound + 1)
            .contains { list.isDeleted(id: $0) }
    }

    mutating func performOnDeleted(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        guard let targets = deletedTargets(list) else { return [] }
        return carryOut(DeletedView.perform(action, on: targets, view(list)), list)
    }
}
