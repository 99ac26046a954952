import Bookmarks
import Screen

/// The page of tags, folders and saved searches.
struct LabelsView: ChoicePage, FilteredPage {
    static let context = ActionContext.labels
    static let filterContext = ActionContext.labelsFilter
    static let section: ActionSection? = .labels
    static let sharedActions: [ActionID] = [.undo, .redo]

    private(set) var tab = LabelTab.tags
    /// Whether the most used come first; otherwise, the order is alphabetical.
    private(set) var isByCount = false
    /// The filter of the rows.
    var editor = LineEditor()
    /// Whether keys go to that filter.
    var isFiltering = false
    var choice = Choice()

    /// All tags; `nil` until they are known.
    private(set) var tags: [TagCount]?
    private(set) var folders: [FolderCount]?
    private(set) var searches = SavedSearches()
    /// Whether the list is filtered, so that counts of its rows are useful.
    private(set) var isListFiltered = false
    /// The new name of the changed row, which the selection follows.
    private(set) var newName: String?
    /// The names that were changed or removed on this page, the latest last: undo brings them back.
    private var goneNames: [String] = []
    /// The shown rows, in order.
    private(set) var rows: [LabelRow]?

    var count: Int? { rows?.count }

    var selected: LabelRow? {
        rows.flatMap { $0.isEmpty ? nil : $0[min(choice.index, $0.count - 1)] }
    }

    static let hasPreview = true
    var previewed: PreviewSubject? { selected.map { .query($0.query, count: $0.count) } }

    var emptyText: String {
        if !editor.text.isEmpty { return "No name has all these words." }
        return switch tab {
        case .tags: "No bookmark has a tag."
        case .folders: "No bookmark is in a folder."
        case .searches: "No saved searches."
        }
    }

    func emptyText(in view: ShellView) -> String {
        if !editor.text.isEmpty { return wayOutOfFilter(emptyText, view) }
        guard tab == .searches, let filter = view.keyName(.filter),
            let keep = view.keyName(.keepFilter), let save = view.keyName(.saveSearch)
        else { return emptyText }
        return "\(emptyText) To save one: press \(filter), type a filter, \(keep), then \(save)."
    }

    func heading(in view: ShellView) -> [String] {
        let tabs = LabelTab.allCases.map { $0 == tab ? "[\($0.title)]" : $0.title }
        return [tabs.joined(separator: " ")] + (rows.map { [grouped($0.count)] } ?? [])
            + filterHeading
    }

    // MARK: Labels

    /// Shows the current counts of the list. Counts of a list that is still loading would be wrong.
    mutating func show(_ list: BookmarkList, page: Int) {
        isListFiltered = !list.search.isEmpty
        tags = list.isPartial ? nil : list.tagCounts()
        show(page: page)
    }

    mutating func show(_ new: [FolderCount], page: Int) {
        folders = new
        show(page: page)
    }

    mutating func show(_ new: SavedSearches, page: Int) {
        searches = new
        show(page: page)
    }

    // MARK: Shown rows

    mutating func go(to next: LabelTab, page: Int) {
        tab = next
        newName = nil
        editor = LineEditor()
        choice = Choice()
        show(page: page)
    }

    /// Changes the order. Sorting by use selects the first row, so that the most used ones show.
    mutating func toggleOrder(page: Int) {
        isByCount.toggle()
        newName = nil
        choice = Choice()
        rows = nil
        show(page: page)
    }

    /// Selects the first match while a filter is typed.
    mutating func follow(_ view: ShellView) {
        choice = Choice()
        rows = nil
        show(page: max(1, view.rows))
    }

    /// Lets the selection follow a row that gets another name, even if undo takes that back.
    mutating func follow(renaming old: String, to new: String) {
        newName = new
        goneNames.append(old)
    }

    /// Lets the selection return to a removed row if undo brings it back.
    mutating func follow(removing name: String) { goneNames.append(name) }

    /// Stops following the latest new name: after another key, the selection stays.
    mutating func forgetNewName() { newName = nil }

    /// Follows a rename or removal that undo took back: the old name is among the rows again.
    private mutating func followUndo(among before: [LabelRow]?) {
        guard newName == nil, let before, let rows,
            let last = goneNames.lastIndex(where: { name in
                !before.contains { $0.key == name } && rows.contains { $0.key == name }
            })
        else { return }
        newName = goneNames[last]
        goneNames.removeSubrange(last...)
    }

    /// Recomputes the rows. The same row stays selected or, if it is gone, the same place.
    private mutating func show(page: Int) {
        let (key, before) = (selected?.key, rows)
        rows = matching
        followUndo(among: before)
        var renamed = index(ofNewName: newName)
        let isGone = key != nil && index(of: key) == nil
        if newName != nil, renamed == nil, isGone, !isFiltering, !editor.text.isEmpty {
            // The new name may not match the filter by which the old one was found.
            rows = all
            renamed = index(ofNewName: newName)
            if renamed == nil { rows = matching } else { editor = LineEditor() }
        }
        if let index = renamed ?? index(of: key) {
            choice.top += index - choice.index
            choice.index = index
        }
        choice.top = max(0, choice.top)
        move(by: 0, page: page)
    }

    /// The rows that match the filter.
    private var matching: [LabelRow]? {
        let words = editor.text.split(whereSeparator: \.isWhitespace).map { SearchText.folded($0) }
        return all?.filter { row in
            let text = words.isEmpty ? [] : SearchText.folded(row.key)
            return words.allSatisfy { SearchText.contains($0, in: text) }
        }
    }

    /// Returns the index of the renamed row. An existing tag or folder may have another case.
    private func index(ofNewName name: String?) -> Int? {
        guard let name, let rows else { return nil }
        return index(of: name)
            ?? rows.firstIndex { tab == .tags && Tags.isSame($0.key, name) }
    }

    private func index(of key: String?) -> Int? {
        guard let key, let rows else { return nil }
        return rows.firstIndex { $0.key == key }
            ?? rows.firstIndex { tab == .folders && FolderPath.isSame($0.key, key) }
    }

    private var all: [LabelRow]? {
        switch tab {
        case .tags: ordered(tags, \.count).map { $0.map(LabelRow.tag) }
        case .folders: ordered(folders, \.total).map { $0.map(LabelRow.folder) }
        case .searches: searches.names.map { .search($0, text: searches.texts[$0] ?? "") }
        }
    }

    private func ordered<Label>(_ labels: [Label]?, _ count: (Label) -> Int) -> [Label]? {
        guard isByCount else { return labels }
        return labels?.enumerated().sorted { a, b in
            let (many, few) = (count(a.element), count(b.element))
            return many != few ? many > few : a.offset < b.offset
        }.map(\.element)
    }
}

/// The tabs of the page.
enum LabelTab: Int, Sendable, Hashable, CaseIterable {
    case tags, folders, searches

    var title: String {
        switch self {
        case .tags: "Tags"
        case .folders: "Folders"
        case .searches: "Searches"
        }
    }

    var next: LabelTab { LabelTab(rawValue: rawValue + 1) ?? .tags }
    var previous: LabelTab { LabelTab(rawValue: rawValue - 1) ?? .searches }
}

/// A row of the page.
enum LabelRow: Sendable, Hashable {
    case tag(TagCount)
    case folder(FolderCount)
    case search(String, text: String)

    /// The row's name, which is unique.
    var key: String {
        switch self {
        case .tag(let tag): tag.name
        case .folder(let folder): folder.path
        case .search(let name, _): name
        }
    }

    /// The number of bookmarks; `nil` for a search, which is not counted.
    var count: Int? {
        switch self {
        case .tag(let tag): tag.count
        case .folder(let folder): folder.total
        case .search: nil
        }
    }

    /// The query for its bookmarks.
    var query: String {
        switch self {
        case .tag(let tag): QueryText.tag(tag.name)
        case .folder(let folder): QueryText.folder(folder.path)
        case .search(let name, _): "@" + name
        }
    }
}
