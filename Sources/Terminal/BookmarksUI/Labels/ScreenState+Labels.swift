import Bookmarks
import Screen

extension ScreenState {
    /// The open page of tags, folders and searches, if any; there is at most one.
    var labelsView: LabelsView? {
        get { self[LabelsView.self] }
        set { self[LabelsView.self] = newValue }
    }

    /// Changes the open page.
    @discardableResult
    private mutating func changeLabels<Result>(
        _ change: (inout LabelsView, _ page: Int) -> Result
    ) -> Result? {
        guard var view = labelsView else { return nil }
        // One copy at a time, so that long rows are changed in place.
        labelsView = LabelsView()
        let page = max(1, layout.text.count)
        let result = change(&view, page)
        labelsView = view
        return result
    }

    /// Brings the open page up to date with the list, and asks for what the list does not know.
    mutating func followInLabels(_ list: BookmarkList) -> [Effect] {
        guard let view = labelsView else { return [] }
        changeLabels { $0.take(list, page: $1) }
        return view.folders == nil && view.tab != .folders ? [] : [.loadFolders]
    }

    mutating func take(_ folders: [FolderCount]) {
        changeLabels { $0.take(folders, page: $1) }
        offerFolders(folders.map(\.path))
    }

    /// Takes the saved searches, and reads the filter again if it is made of some.
    mutating func take(_ new: SavedSearches, _ list: BookmarkList) -> [Effect] {
        if new == searches { return [] }
        let text = searches.following(new, in: list.query)
        searches = new
        changeLabels { $0.take(new, page: $1) }
        guard text.contains("@") else { return [] }
        do throws(QueryError) {
            return [.filter(try Query(text, at: queryClock, searches: searches))]
        } catch {
            announce(
                .warning,
                "The list stays as it was: \(symbols.quoted(error.piece)): "
                    + error.message, about: .filter)
            return []
        }
    }

    mutating func performOnLabels(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        switch action {
        case .showLabels:
            modes.append(.page(LabelsView()))
            let searches = searches
            changeLabels { view, page in
                view.take(searches, page: page)
                view.take(list, page: page)
            }
        case .nextTab: return go { $0.next }
        case .previousTab: return go { $0.previous }
        case .sortLabels: sortLabels()
        case .filterLabels: changeLabels { view, _ in view.isFiltering = true }
        case .chooseLabel: return choose(list) { row, _ in row.query }
        case .narrowByLabel: return choose(list) { $1.search.text(narrowedBy: $0.query) }
        case .renameLabel: askForNewName()
        case .deleteLabel: return deleteLabel()
        case .saveSearch: askForSearchName(list)
        default: break
        }
        return []
    }

    private mutating func go(_ way: (LabelTab) -> LabelTab) -> [Effect] {
        changeLabels { view, page in view.go(to: way(view.tab), page: page) }
        return labelsView?.tab == .folders ? [.loadFolders] : []
    }

    private mutating func sortLabels() {
        guard labelsView?.tab != .searches else { return reply("Searches stand by their names") }
        changeLabels { $0.toggleOrder(page: $1) }
        reply(labelsView?.isByCount == true ? "The most used first" : "Sorted by name")
    }

    /// Leaves the page and filters the list.
    private mutating func choose(
        _ list: BookmarkList, _ text: (LabelRow, BookmarkList) -> String
    ) -> [Effect] {
        guard let row = labelsView?.selected, let query = readQuery(text(row, list)) else {
            return []
        }
        labelsView = nil
        return [.filter(query)]
    }

    private mutating func deleteLabel() -> [Effect] {
        switch labelsView?.selected {
        case .tag(let tag): return [.organize(.deleteTag(tag.name))]
        case .folder(let folder): return [.organize(.deleteFolder(folder.path))]
        case .search(let name, _):
            let users = searches.users(of: [name])
            modes.append(.question(.deleteSearch(name, users: users)))
        case nil: break
        }
        return []
    }
}
