import Bookmarks

extension Sidebar {
    /// Follows the saved searches and the query of the list; returns whether to request the facts,
    /// because they are unknown or outdated.
    ///
    /// - Parameters:
    ///   - query: the query whose row to select; `nil` if the person moves in the sidebar.
    ///   - page: the number of visible rows.
    mutating func follow(_ searches: SavedSearches, _ query: String?, page: Int) -> Bool {
        if self.searches != searches {
            let row = selected
            self.searches = searches
            keep(row, page: page)
        }
        if let query { select(query, page: page) }
        let isWanted = isStale || facts == nil && !hasFailed
        guard isWanted, !isAsking else { return false }
        (isAsking, isStale) = (true, false)
        return true
    }

    /// Shows the facts, with the same row selected.
    ///
    /// - Parameter listQuery: the query of the list, which already followed a renamed folder or
    ///   tag.
    mutating func receive(_ new: SidebarFacts, listQuery: String, page: Int) {
        let row = selected
        (isAsking, hasFailed) = (false, false)
        facts = new
        keep(row, page: page)
        if let query = row?.query, places[query] == nil { select(listQuery, page: page) }
    }

    /// Returns the place of the row removed last that undo brought back; `nil` if there is none.
    ///
    /// - Parameter known: the queries of the rows before.
    mutating func takeReturned(_ known: [String: Int]) -> Int? {
        guard awaitsReturn,
            let last = removed.lastIndex(where: { known[$0] == nil && places[$0] != nil })
        else { return nil }
        awaitsReturn = false
        defer { removed.removeSubrange(last...) }
        return places[removed[last]]
    }

    /// Whether undo may bring back a row that was removed here.
    var lacksRemovedRows: Bool { removed.contains { places[$0] == nil } }

    /// The open folders and the closed groups, for the next list.
    var keptTree: [String] {
        get { closedGroups.map { Self.groupMark + $0.rawValue }.sorted() + openFolders.sorted() }
        set {
            let groups = newValue.filter { $0.hasPrefix(Self.groupMark) }
            closedGroups = Set(groups.compactMap { SidebarGroup(rawValue: String($0.dropFirst())) })
            openFolders = Set(newValue).subtracting(groups)
        }
    }

    /// The prefix of a group in ``keptTree``; no folder begins with it.
    private static let groupMark = "/"

    /// Whether the selected row hides rows that belong to it.
    var isSelectedClosed: Bool {
        switch selected {
        case .group(_, let isOpen), .folder(_, let isOpen?): !isOpen
        default: false
        }
    }

    /// Closes the selected row; returns `false` if it is not open.
    mutating func closeSelected() -> Bool {
        switch selected {
        case .group(_, isOpen: true), .folder(_, isOpen: true?): toggle()
        default: false
        }
    }

    /// The index of the row to which the selected one belongs; `nil` if there is none.
    var parentIndex: Int? {
        switch selected {
        case .folder(let folder, _):
            let parent = FolderPath.parent(folder.path)
            return rows.firstIndex { row in
                if parent.isEmpty { return row == .group(.folders, isOpen: true) }
                if case .folder(let other, _) = row { return other.path == parent }
                return false
            }
        case .tag: return rows.firstIndex(of: .group(.tags, isOpen: true))
        case .search: return rows.firstIndex(of: .group(.searches, isOpen: true))
        default: return nil
        }
    }
}
