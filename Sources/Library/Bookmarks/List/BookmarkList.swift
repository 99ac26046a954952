// Rows are numbered in the order in which they arrived, and a row that changes gets a new number;
// the old number is dead and forgotten at the next renumbering. So `rows` and `arena` only grow at
// their ends, while `sorted` and `hits` are arrays of numbers in which a row's place is found by
// binary search: one edit costs a few comparisons and a memmove of at most 400 KB in a list of
// 100,000.

/// The list on the screen: sorted and filtered bookmarks, as a value.
///
/// A list never waits and never fails. Copies are cheap until one of them is changed; keep one copy
/// and change it in place.
public struct BookmarkList: Sendable {
    /// The filter of the list. See ``filter(_:)``.
    public private(set) var search = Query()
    /// The filter of the list, as typed.
    public var query: String { search.text }
    /// The order of the list.
    public internal(set) var order: SortOrder
    /// Whether only the first page is loaded yet, so that a filter finds only bookmarks on it.
    public private(set) var isPartial = false

    var rows: [BookmarkRow] = []
    var arena = SearchArena()
    var index = RowIndex()
    /// The numbers of all rows that are alive, in the list's order.
    var sorted: [Int32] = []
    /// The rows of ``sorted`` that the filter lets through, in the same order; `nil` when there is
    /// none.
    var hits: [Int32]?
    /// The same with the best answers first, while that is the order or wanted.
    var ranked: [Int32]?
    /// Whether the best answers to a query come first, whatever the order is, and where nothing
    /// answers it, guesses at its meaning show: see ``hasGuessed``.
    public var ranksAnswers = false {
        didSet {
            guard ranksAnswers != oldValue else { return }
            refilter()
            rank()
        }
    }
    /// Whether the list keeps notes and folders after a query that needed them, at the cost of
    /// memory. For lists that get queries of all kinds.
    public var keepsDetails = false
    /// Whether nothing answers the query, and the rows have its letters only with others between
    /// them: no edit of all that is found should take these.
    public internal(set) var hasGuessed = false
    var announcedTotal = 0
    /// Increases when bookmarks leave the list, so that holders of ids can check theirs.
    public internal(set) var departures = 0
    /// Grows whenever a row comes, changes or goes.
    public private(set) var revision = 0
    /// The latest of them, as long as few have gone since the last look.
    var latestDepartures: [String] = []
    static let departuresLimit = 4096
    /// How many of ``sorted`` are deleted bookmarks.
    var deletedCount = 0
    /// How many bookmarks are archived and not deleted, as far as they are loaded.
    public internal(set) var archivedCount = 0
    /// The source of the details that rows leave out.
    let facts: (any BookmarkFacts)?
    /// The answers of ``facts`` about rows while the query needs them, by number.
    var lookedUp = DetailsArena()
    /// Rows with a smaller number that are not in ``lookedUp`` have neither notes nor a folder.
    var knownNumbers: Int32 = 0
    /// The duplicates that ``facts`` found among all of them.
    var duplicates: Set<String> = []
    var knowsDuplicates = false
    var brokenLinks: Set<String> = []
    var knowsBrokenLinks = false
    /// The answers of ``facts`` about documents, and those told with ``know(_:)``.
    var documentAnswers: [DocumentTerm: Set<String>] = [:]
    /// Why the query was not answered: ``facts`` did not tell something, or an expression took too
    /// many steps.
    var lookupError: (any Error)?

    /// An empty list.
    public init() {
        order = .standard
        facts = nil
    }

    /// A list of all bookmarks, or of the first page of them.
    ///
    /// - Parameters:
    ///   - rows: In any order, though a list that is in order already opens faster. Of two rows
    ///     with
    ///     one id the later one stays, and rows without an id are left out.
    ///   - total: How many bookmarks there are, when `rows` is only the first page.
    ///   - facts: The source of facts that rows leave out, if a query needs it. Without it, there
    ///     are no notes, no folders and no duplicates.
    public init(
        rows: [BookmarkRow], sortedBy order: SortOrder, total: Int? = nil,
        facts: (any BookmarkFacts)? = nil
    ) {
        self.order = order
        self.facts = facts
        replaceRows(rows)
        followArchived()
        if let total, total > rows.count {
            isPartial = true
            announcedTotal = total
        }
    }

    /// The number of bookmarks, filtered out or not. Deleted and archived ones don't count.
    ///
    /// While the list is partial, this is the number that it was made with, corrected by the
    /// changes it could place on its page.
    public var total: Int {
        let loaded = sorted.count - deletedCount - archivedCount
        return isPartial ? max(announcedTotal, loaded) : loaded
    }

    /// The number of rows that are loaded and that the filter lets through.
    public var count: Int { visible.count }

    /// The numbers of those rows, in the order in which they are seen.
    var visible: [Int32] { ranked ?? hits ?? sorted }

    /// The row at an index of `0..<count`, in the filtered and sorted order.
    ///
    /// - Precondition: The index is in that range.
    public subscript(index: Int) -> BookmarkRow {
        rows[Int(visible[index])]
    }

    /// Where the bookmark with this id stands in the filtered list, or `nil` if it isn't in it.
    ///
    /// - Parameter hint: Where it was last; need not be in range.
    public func index(of id: String, near hint: Int) -> Int? {
        if hint >= 0, hint < count, self[hint].id == id { return hint }
        guard let number = index.number(of: id, in: rows) else { return nil }
        if let ranked { return ranked.firstIndex(of: number) }
        let visible = visible
        let index = place(of: number, in: visible)
        return index < visible.count && visible[index] == number ? index : nil
    }

    /// The ids of the rows at some indices, in their order.
    ///
    /// - Precondition: The indices are in `0..<count`.
    public func ids(at indices: Range<Int>) -> some Sequence<String> {
        visible[indices].lazy.map { rows[Int($0)].id }
    }

    /// The row of a bookmark that is loaded, filtered out or not.
    public func row(id: String) -> BookmarkRow? {
        index.number(of: id, in: rows).map { rows[Int($0)] }
    }

    /// Whether the list has loaded the bookmark with this id, filtered out or not.
    public func contains(id: String) -> Bool {
        index.number(of: id, in: rows).map { !rows[Int($0)].isDeleted } ?? false
    }

    /// Whether it has deleted bookmarks, for a query that asks for them.
    public var hasDeleted: Bool { deletedCount > 0 }

    /// Whether it has this bookmark as a deleted one.
    public func isDeleted(id: String) -> Bool { hasDeleted && row(id: id)?.isDeleted == true }

    /// The deleted bookmarks that it has for a query that asks for them.
    public var deletedIDs: [String] {
        if deletedCount == 0 { return [] }
        return sorted.lazy.map { rows[Int($0)] }.filter(\.isDeleted).map(\.id)
    }

    /// Which bookmarks went since ``departures`` was at a number, the latest last; `nil` if that is
    /// no longer known.
    public func departed(since number: Int) -> ArraySlice<String>? {
        let count = departures - number
        return count <= latestDepartures.count ? latestDepartures.suffix(count) : nil
    }

    /// Replaces the loaded rows by all bookmarks, and keeps query and order.
    public mutating func load(_ rows: [BookmarkRow]) {
        isPartial = false
        departures += 1
        revision += 1
        // It is unknown which of them are still here.
        latestDepartures = []
        replaceRows(rows)
        refilter()
        dropCostlyQuery()
        rank()
    }

    /// Follows changes of the bookmarks, in their order, and keeps query and order.
    ///
    /// The cost of one change doesn't depend on the length of the list but for a memmove. Several
    /// together take one pass over the numbers of the list.
    ///
    /// A partial list takes a bookmark it doesn't know only if it belongs before its last row;
    /// later rows arrive with ``load(_:)``.
    public mutating func apply(_ changes: [BookmarkListChange]) {
        if changes.isEmpty { return }
        revision += 1
        // One bookmark more or less makes another one a duplicate, or the only one.
        knowsDuplicates = false
        if changes.count > Self.fewChanges && !isPartial {
            applyTogether(changes)
        } else {
            for change in changes { apply(change) }
        }
        if search.root.asks(for: .duplicate) || search.root.asks(for: .broken) || hasGuessed {
            // Of a link that was edited nothing is known.
            knowsBrokenLinks = false
            refilter()
        } else {
            followArchived()
            guess()
        }
        renumberIfWorthwhile()
        dropCostlyQuery()
        rank()
    }

    /// Up to how many changes are made one by one.
    static let fewChanges = 8

    /// Lets only those rows through that a query finds. Keeps the query it had where an expression
    /// takes too many steps.
    public mutating func filter(_ query: Query) {
        let previous = search
        let shown = (hits, ranked)
        search = query
        if query.finds(as: previous) { return }
        forgetFacts()
        let wasGuess = hasGuessed
        hasGuessed = false
        if !wasGuess, let found = hits, Self.narrows(query, previous),
            found.count < sorted.count / 2
        {
            hits = narrowed(found, to: query.parts.filter { !previous.parts.contains($0) })
            guess()
        } else {
            refilter()
        }
        if lookupError is CostlyExpression {
            search = previous
            (hits, ranked) = shown
            hasGuessed = wasGuess
        } else {
            rank()
        }
    }

    /// Sorts the list anew and keeps the query.
    public mutating func sort(_ order: SortOrder) {
        if order == self.order { return }
        self.order = order
        sortRows()
        refilter()
        dropCostlyQuery()
        rank()
    }

    /// Shows all bookmarks when those that came have made the expression of the query too costly.
    mutating func dropCostlyQuery() {
        guard lookupError is CostlyExpression else { return }
        search = Query()
        for id in deletedIDs { apply(.remove(id: id)) }
        refilter()
    }
}
