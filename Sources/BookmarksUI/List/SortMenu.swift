import Bookmarks

extension ScreenState {
    /// Opens the menu, or sorts by what was chosen in it.
    mutating func performSort(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        let field: SortOrder.Field
        switch action {
        case .sort:
            modes.append(.sortMenu)
            return []
        case .sortByAdded: field = .added
        case .sortByModified: field = .modified
        case .sortByName: field = .name
        case .sortByURL: field = .url
        case .sortByOpened: field = .opened
        case .sortByFrequency: field = .frequency
        case .sortByHand: field = .manual
        default:
            leave()
            return []
        }
        leave()
        if list.order.field == field { return [.sort(list.order.reversed)] }
        return [.sort(SortOrder(field, descending: field.isDescendingByNature))]
    }
}
