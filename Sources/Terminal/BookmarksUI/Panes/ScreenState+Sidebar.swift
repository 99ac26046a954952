import Bookmarks
import Screen

extension ScreenState {
    private var sidebarRows: Int { max(1, shell.paneFrames?.sidebar?.inside.rows ?? 1) }

    /// Requests the contents of the sidebar if it is visible and something changed.
    mutating func followInSidebar(_ list: BookmarkList, isStale: Bool) -> [Effect] {
        if isStale { sidebar.isStale = true }
        guard shell.paneFrames?.sidebar != nil else { return [] }
        let query = shell.focus == .sidebar ? nil : shell.page?.sidebarQuery ?? list.query
        guard sidebar.follow(searches, query, page: sidebarRows) else { return [] }
        let queries = searches.texts.compactMapValues {
            try? Query($0, at: shell.queryClock, searches: searches)
        }
        return [.send(SidebarRequest(searches: queries))]
    }

    /// Shows new contents. If the selected row is gone, the list follows the next one, as after a
    /// key; if undo brings a removed row back, the list follows that one.
    mutating func receiveSidebar(_ answer: PageAnswer) -> [Effect] {
        guard let facts = answer.answer(of: SidebarRequest.self)?.answer else { return [] }
        let (before, known) = (sidebar.selected?.query, sidebar.places)
        sidebar.receive(facts, listQuery: listView.query, page: sidebarRows)
        let isGone = before != nil && !sidebar.rows.contains { $0.query == before }
        let back = sidebar.takeReturned(known)
        guard shell.focus == .sidebar else { return [] }
        if let back { return moveInSidebar(to: back) }
        guard isGone else { return [] }
        // A heading finds nothing. The last row may be the one that is gone.
        let row = sidebar.rows.prefix(sidebar.choice.index + 1).lastIndex { $0.query != nil }
        return row.map { moveInSidebar(to: $0) } ?? []
    }

    /// The open folders and the closed groups of the sidebar, for the next list.
    public var keptTree: [String] {
        get { sidebar.keptTree }
        set { sidebar.keptTree = newValue }
    }

    /// Performs an action of the sidebar; returns `nil` for actions that work everywhere.
    mutating func performInSidebar(_ action: ActionID, _ list: BookmarkList) -> [Effect]? {
        switch action {
        case .down, .up, .first, .last, .pageDown, .pageUp, .halfPageDown, .halfPageUp:
            let count = sidebar.rows.count
            let page = sidebarRows
            return moveInSidebar(
                to: sidebar.choice.index + step(action, page: page, all: count))
        case .enterList:
            shell.focus = .list
            return []
        case .openFolder:
            if sidebar.isSelectedClosed {
                _ = sidebar.toggle()
            } else if sidebar.selected?.isOpen == true {
                return moveInSidebar(to: sidebar.choice.index + 1)
            } else {
                // In the list, the next key could delete a bookmark.
                let what = "There is nothing to open here"
                shell.reply(shell.text(what, .enterList, to: "go to the list"))
            }
            return []
        case .closeFolder:
            if sidebar.closeSelected() { return [] }
            return sidebar.parentIndex.map { moveInSidebar(to: $0) } ?? []
        case .renameHere, .deleteHere, .moveHere: return performOnLabel(action, list)
        default: return nil
        }
    }

    /// Selects a row of the sidebar; the list shows its bookmarks.
    mutating func moveInSidebar(to index: Int) -> [Effect] {
        let count = sidebar.rows.count
        sidebar.choice.index = min(max(0, index), count - 1)
        sidebar.choice.keepInSight(count: count, page: sidebarRows)
        // The list's own query drops another one that still waits for the text of documents.
        guard let text = sidebar.selected?.query else { return [] }
        return readQuery(text).map { [.filter($0)] } ?? []
    }

    private mutating func performOnLabel(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        guard let label = sidebar.selected?.label else {
            let what = action == .moveHere ? "a folder" : "a folder, a tag or a saved search"
            shell.reply("Select \(what) first", .warning)
            return []
        }
        let commands = LabelCommands(
            tags: sidebar.facts?.tags ?? [], folders: sidebar.facts?.folders ?? [],
            searches: searches, hasArchived: list.archivedCount > 0)
        switch action {
        case .renameHere: return carryOut([.prompt(commands.promptForName(of: label))], list)
        case .deleteHere:
            if let query = sidebar.selected?.query { sidebar.removed.append(query) }
            return carryOut(commands.deletion(of: label, shell.symbols), list)
        default:
            guard case .folder(let folder) = label else {
                shell.reply("Select a folder first", .warning)
                return []
            }
            guard let targets = targetsOfSidebar(list) else {
                let key = shell.keys.name(of: .mark, in: .list).map { " (\($0) in the list)" } ?? ""
                shell.reply("Mark the bookmarks to move first\(key)", .warning)
                return []
            }
            return [.send(ChangeBookmarks(.setFolder(folder.path), ids: targets.ids))]
        }
    }

    /// Returns the bookmarks that a key of the sidebar moves: the marked ones, or the one on the
    /// page beside it. The list follows the sidebar, so the person did not choose the one selected
    /// there.
    func targetsOfSidebar(_ list: BookmarkList) -> Targets? {
        let isChosen = shell.shownID != nil || shell.bookmarksPage != nil
        return isChosen || !listView.marks.ids.isEmpty ? targets(list) : nil
    }
}
