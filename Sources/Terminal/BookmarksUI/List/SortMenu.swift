import Bookmarks

extension ScreenState {
    /// Opens the menu, or sorts by the choice in it.
    mutating func performSort(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        let field: SortOrder.Field
        switch action {
        case .sort:
            shell.modes.append(.sortMenu)
            return []
        case .sortByAdded: field = .added
        case .sortByModified: field = .modified
        case .sortByName: field = .name
        case .sortByURL: field = .url
        case .sortByRelevance: field = .relevance
        case .sortByOpened: field = .opened
        case .sortByFrequency: field = .frequency
        case .sortManually: field = .manual
        default:
            shell.leave()
            return []
        }
        shell.leave()
        return sort(by: field, list)
    }

    /// Sorts by a field, or reverses the list if it is already sorted by it.
    mutating func sort(by field: SortOrder.Field, _ list: BookmarkList) -> [Effect] {
        // Nobody wants the worst answers first.
        let isReversed = list.order.field == field && field != .relevance
        let order = isReversed ? list.order.reversed : .natural(field)
        if list.isRanked, field != .relevance, field != .manual {
            let what = "Sorted \(order.phrase), but the filter shows the best match first"
            shell.reply(shell.text(what, .clear, to: "clear it"))
        }
        return [.sort(order)]
    }
}

extension Shell {
    /// Reports where an order applies that could not be saved, and why.
    mutating func sayNotKept(_ order: SortOrder, _ why: String) -> [Effect] {
        announce(.warning) { _ in
            "Sorted \(order.phrase) in this list only; the order was not saved. \(why)"
        }
        return []
    }

    /// The orders, each with its key: `Sort: (a)dded (n)ame (p) manual`.
    var sortMenu: [MenuEntry] {
        let orders = Action.all.filter { $0.section == .sort && $0.id != .closeMenu }
        return [MenuEntry("Sort:")]
            + orders.compactMap { action in
                guard let key = keys.name(of: action.id, in: .sortMenu),
                    let label = action.hint?.label
                else { return nil }
                let isFirst = label.lowercased().hasPrefix(key)
                let rest = isFirst ? label.dropFirst(key.count) : " " + label
                return MenuEntry("(\(key))" + rest, .start(action.id))
            }
    }
}
