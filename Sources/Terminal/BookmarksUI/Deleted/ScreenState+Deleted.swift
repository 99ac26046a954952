import Bookmarks

extension ScreenState {
    /// Whether the bookmark of an action is deleted.
    func isDeleted(_ id: String, _ list: BookmarkList) -> Bool {
        guard shell.holdsDeleted else { return list.isDeleted(id: id) }
        // The bookmark in the details may have been restored there.
        return shell.shownID == nil || !list.contains(id: id)
    }

    /// Returns the deleted bookmarks among those of an action; `nil` if there are none.
    func deletedTargets(_ list: BookmarkList) -> Targets? {
        guard list.hasDeleted || shell.holdsDeleted, var targets = targets(list) else { return nil }
        let hidden = targets.ids.suffix(targets.hidden).filter { isDeleted($0, list) }
        let shown = targets.ids.dropLast(targets.hidden).filter { isDeleted($0, list) }
        guard let first = (shown + hidden).first else { return nil }
        if targets.ids.first != first { targets.name = list.row(id: first)?.title ?? first }
        (targets.ids, targets.hidden) = (shown + hidden, hidden.count)
        return targets
    }

    /// Whether there are deleted bookmarks to restore or delete forever. Bookmarks in a range
    /// count, although the range ends before the action.
    func hasDeletedTargets(_ list: BookmarkList) -> Bool {
        if deletedTargets(list) != nil { return true }
        guard shell.isAmongBookmarks, list.hasDeleted, let range = listView.markedRange else {
            return false
        }
        return list.ids(at: range.lowerBound..<range.upperBound + 1)
            .contains { list.isDeleted(id: $0) }
    }

    mutating func performOnDeleted(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        guard let targets = deletedTargets(list) else { return [] }
        return carryOut(DeletedView.perform(action, on: targets, view(list)), list)
    }
}

extension Shell {
    /// Whether the open page shows deleted bookmarks.
    var holdsDeleted: Bool { bookmarksPage.map { type(of: $0).holdsDeleted } ?? false }
}
