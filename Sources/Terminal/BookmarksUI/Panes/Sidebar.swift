public import Bookmarks
import Screen

/// The pane of everything to narrow the list to: unread bookmarks, the trash, folders, tags and
/// saved searches. The list follows the selected row.
struct Sidebar: Sendable {
    var facts: SidebarFacts? { didSet { listRows() } }
    var searches = SavedSearches() { didSet { if searches != oldValue { listRows() } } }
    var choice = Choice()
    /// The open folders, as ``FolderCount`` spells them; the state of each group follows.
    var openFolders: Set<String> = [] { didSet { if openFolders != oldValue { listRows() } } }
    var closedGroups: Set<SidebarGroup> = [] {
        didSet { if closedGroups != oldValue { listRows() } }
    }
    /// The visible rows, from top to bottom. There may be thousands of tags, so the rows are
    /// computed when they change, not at each key.
    private(set) var rows = [SidebarRow.all(0)]
    /// The index of the row for each query.
    private(set) var places = ["": 0]
    /// Whether facts were requested, and whether something changed since.
    var isAsking = false
    var isStale = false
    /// The queries of removed rows, the latest last: undo brings these rows back.
    var removed: [String] = []
    /// Whether an edit was undone or redone since the latest key.
    var awaitsReturn = false
    /// Whether the latest request failed. It is repeated when something changes.
    var hasFailed = false

    private mutating func listRows() {
        rows = listed
        places = Dictionary(
            rows.enumerated().compactMap { index, row in row.query.map { ($0, index) } }
        ) { first, _ in first }
    }

    private var listed: [SidebarRow] {
        guard let facts else { return [.all(0)] }
        let tallies = facts.tallies
        var rows: [SidebarRow] = [.all(tallies.listed), .unread(tallies.unread)]
        if tallies.archived > 0 { rows.append(.archived(tallies.archived)) }
        if tallies.conflicts > 0 { rows.append(.conflicts(tallies.conflicts)) }
        rows.append(.trash(facts.deleted))
        func add(_ group: SidebarGroup, _ members: @autoclosure () -> [SidebarRow], _ count: Int) {
            guard count > 0 else { return }
            let isOpen = !closedGroups.contains(group)
            rows.append(.group(group, isOpen: isOpen))
            if isOpen { rows += members() }
        }
        add(.folders, folderRows(facts.folders), facts.folders.count)
        add(.tags, facts.tags.map { .tag($0) }, facts.tags.count)
        add(
            .searches,
            searches.names.map { .search($0, searches.texts[$0] ?? "", facts.searches[$0]) },
            searches.names.count)
        return rows
    }

    /// Returns the rows of folders in the order of a tree, without those inside closed folders.
    private func folderRows(_ folders: [FolderCount]) -> [SidebarRow] {
        var rows: [SidebarRow] = []
        var closedAt: Int?
        for (index, folder) in folders.enumerated() {
            if let depth = closedAt {
                if folder.depth > depth { continue }
                closedAt = nil
            }
            let hasFolders =
                folders.indices.contains(index + 1) && folders[index + 1].depth > folder.depth
            let isOpen = openFolders.contains(folder.path)
            if hasFolders, !isOpen { closedAt = folder.depth }
            rows.append(.folder(folder, isOpen: hasFolders ? isOpen : nil))
        }
        return rows
    }

    /// The selected row.
    var selected: SidebarRow? {
        rows.isEmpty ? nil : rows[min(choice.index, rows.count - 1)]
    }

    /// Returns the number of bookmarks that the saved search of a query finds; `nil` if that is
    /// unknown or outdated.
    func count(ofQuery text: String) -> Int? {
        guard !isStale, text.first == "@" else { return nil }
        return facts?.searches[String(text.dropFirst())]
    }

    /// Selects the row for a query, if it is visible.
    mutating func select(_ query: String, page: Int) {
        guard selected?.query != query, let index = places[query] else { return }
        choice.index = index
        choice.keepInSight(count: rows.count, page: page)
    }

    /// Selects a row again after others came or went, if it is still there.
    mutating func keep(_ row: SidebarRow?, page: Int) {
        if case .group(let group, _)? = row {
            let index = rows.firstIndex { if case .group(group, _) = $0 { true } else { false } }
            guard let index, index != choice.index else { return }
            choice.index = index
            choice.keepInSight(count: rows.count, page: page)
        } else if let query = row?.query {
            select(query, page: page)
        }
    }

    /// Opens a folder under its new path if it was open, and its subfolders. The old paths stay,
    /// because undo restores them.
    mutating func keepOpen(_ path: String, as new: String) {
        for open in openFolders where FolderPath.isWithin(open, path) {
            let names = FolderPath.names(open).dropFirst(FolderPath.names(path).count)
            openFolders.insert(FolderPath.joined(new, FolderPath.path(Array(names))))
        }
    }

    /// Opens or closes the selected group or folder; returns `false` if that is not possible.
    mutating func toggle() -> Bool {
        switch selected {
        case .group(let group, let isOpen):
            if isOpen { closedGroups.insert(group) } else { closedGroups.remove(group) }
        case .folder(let folder, let isOpen?):
            if isOpen {
                openFolders.remove(folder.path)
            } else {
                openFolders.insert(folder.path)
            }
        default: return false
        }
        return true
    }
}

/// The groups of rows of the sidebar.
enum SidebarGroup: String, Sendable, Hashable, CaseIterable {
    case folders, tags, searches

    var title: String {
        switch self {
        case .folders: "Folders"
        case .tags: "Tags"
        case .searches: "Saved searches"
        }
    }
}

/// A row of the sidebar.
enum SidebarRow: Sendable, Hashable {
    case all(Int)
    case unread(Int)
    case archived(Int)
    case conflicts(Int)
    case trash(Int)
    case group(SidebarGroup, isOpen: Bool)
    /// A folder, and whether its subfolders show; `nil` if it has none.
    case folder(FolderCount, isOpen: Bool?)
    case tag(TagCount)
    /// A saved search, its query, and its number of bookmarks; `nil` until it is known.
    case search(String, String, Int?)

    /// The query that narrows the list; `nil` for a heading.
    var query: String? {
        switch self {
        case .all: ""
        case .unread: "is:unread"
        case .archived: "is:archived"
        case .conflicts: "is:conflict"
        case .trash: "is:deleted"
        case .group: nil
        case .folder(let folder, _): LabelRow.folder(folder).query
        case .tag(let tag): LabelRow.tag(tag).query
        case .search(let name, let text, _): LabelRow.search(name, text: text).query
        }
    }

    /// The tag, folder or saved search of the row.
    var label: LabelRow? {
        switch self {
        case .folder(let folder, _): .folder(folder)
        case .tag(let tag): .tag(tag)
        case .search(let name, let text, _): .search(name, text: text)
        default: nil
        }
    }
}

/// The contents of the sidebar.
public struct SidebarFacts: Sendable, Hashable {
    public var tallies: CatalogTallies
    public var folders: [FolderCount]
    public var tags: [TagCount]
    /// The number of bookmarks that each saved search finds, by name.
    public var searches: [String: Int]
    /// The number of deleted documents whose bookmarks are not deleted.
    public var deletedDocuments: Int

    /// The number of rows in the trash.
    var deleted: Int { tallies.deleted + deletedDocuments }

    public init(
        tallies: CatalogTallies, folders: [FolderCount] = [], tags: [TagCount] = [],
        searches: [String: Int] = [:], deletedDocuments: Int = 0
    ) {
        self.tallies = tallies
        self.folders = folders
        self.tags = tags
        self.searches = searches
        self.deletedDocuments = deletedDocuments
    }
}

/// Asks for the contents of the sidebar.
public struct SidebarRequest: PageRequest {
    /// The queries of the saved searches, by name.
    var searches: [String: Query]

    public init(searches: [String: Query] = [:]) {
        self.searches = searches
    }

    public func answer(from library: any PageLibrary) throws -> SidebarFacts {
        let catalog = library.catalog
        // A search that fails must not take the counts of the others.
        let found = searches.compactMapValues { query -> Int? in
            Task.isCancelled
                ? nil : try? catalog.rows(matching: query, sortedBy: .standard).count
        }
        return SidebarFacts(
            tallies: try catalog.tallies(),
            folders: FolderCount.tree(try catalog.folders(withArchived: false)),
            tags: try catalog.tagCounts(), searches: found,
            deletedDocuments: try library.deletedDocuments().count)
    }

    /// Counting takes a while if there are many bookmarks.
    public func quickAnswer(from library: any PageLibrary) -> SidebarFacts? { nil }
}
