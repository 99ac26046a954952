/// The list on the screen, kept in step with the catalog. It is empty until it is opened.
final class ShownList {
    private(set) var rows = BookmarkList()
    private let catalog: any BookmarkCatalog
    private(set) var isOpen = false
    /// The bookmarks that the list is limited to; `nil` for all.
    private var only: Set<String>?
    /// The conflicts that the rows show: see ``BookmarkCatalog/conflicts()``.
    private(set) var conflicts: [String: String] = [:]
    /// The ids of bookmarks that changed after the first page was read; rows read since then may be
    /// older.
    private var changedWhilePartial: [String] = []

    init(catalog: any BookmarkCatalog) { self.catalog = catalog }

    /// See ``BookmarksController/open(firstPage:sortedBy:)``.
    func open(firstPage: Int, sortedBy order: SortOrder) throws {
        let page = try catalog.listedRows(sortedBy: order, limit: firstPage)
        let total = page.count < firstPage ? page.count : try catalog.listedCount()
        // Nothing is loaded later if the page has all bookmarks but the archived ones.
        let lacksArchived = try total == page.count && catalog.count() > total
        rows = BookmarkList(
            rows: lacksArchived ? try catalog.rows(sortedBy: order, limit: nil) : page,
            sortedBy: order, total: total, facts: catalog)
        try beginShowing()
    }

    /// See ``BookmarksController/open(only:sortedBy:)``.
    func open(only ids: [String], sortedBy order: SortOrder) throws {
        only = Set(ids)
        rows = BookmarkList(
            rows: Array(try catalog.rows(ids: ids).values), sortedBy: order, facts: catalog)
        try beginShowing()
    }

    private func beginShowing() throws {
        conflicts = try catalog.conflicts()
        isOpen = true
    }

    /// Completes the list with all rows, which the caller has read.
    func load(_ all: [BookmarkRow]) throws {
        rows.load(all)
        let answer = Result { try rows.throwLookupError() }
        if rows.search.asksForDeleted { try addDeleted() }
        let ids = changedWhilePartial
        changedWhilePartial = []
        try follow(ids)
        try answer.get()
    }

    func add(_ foreseen: ForeseenFacts, of revision: Int) { rows.add(foreseen, of: revision) }

    func filter(_ query: Query) throws {
        let hadDeleted = rows.search.asksForDeleted
        rows.filter(query)
        // The list may still have its former query.
        let hasDeleted = rows.search.asksForDeleted
        if !hasDeleted { rows.apply(rows.deletedIDs.map { .remove(id: $0) }) }
        if hasDeleted && !hadDeleted { try addDeleted() }
        try rows.throwLookupError()
    }

    func linksChanged() throws {
        rows.linksChanged()
        try rows.throwLookupError()
    }

    func know(_ answers: [DocumentTerm: Set<String>]) throws {
        rows.know(answers)
        try rows.throwLookupError()
    }

    func sort(_ order: SortOrder) { rows.sort(order) }

    func keepDetails() { rows.keepsDetails = true }

    func rankAnswers(_ ranks: Bool) { rows.ranksAnswers = ranks }

    /// Adds the deleted bookmarks that the query asks for; lists keep no others.
    private func addDeleted() throws {
        let deleted = try catalog.deletedRows(limit: nil).map(\.row)
        rows.apply(deleted.filter { isAbout($0.id) }.map { .upsert($0) })
    }

    /// Whether the list would show a bookmark, apart from its query.
    func isAbout(_ id: String) -> Bool { only?.contains(id) ?? true }

    func contains(_ id: String) -> Bool { rows.contains(id: id) }

    /// Brings the rows of these bookmarks up to date.
    func follow(_ ids: [String]) throws {
        guard isOpen else { return }
        let ids = only == nil ? ids : ids.filter(isAbout)
        if rows.isPartial { changedWhilePartial += ids }
        let found = try catalog.rows(ids: ids)
        rows.apply(
            try ids.map { id in
                var row = found[id]
                if row == nil, rows.search.asksForDeleted {
                    row = try catalog.deletedRows(idPrefix: id, limit: 1)
                        .first { $0.id == id }?.row
                }
                conflicts[id] = row.flatMap { $0.hasConflict ? $0.lost : nil }
                return row.map { .upsert($0) } ?? .remove(id: id)
            })
        // The edit is done: a query that was stopped does not make it a failure.
        do { try rows.throwLookupError() } catch is CostlyExpression {}
    }
}
