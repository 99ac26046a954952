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
    /// The filter of the list: see ``filter(_:)``.
    public private(set) var search = Query()
    /// The filter of the list, as typed.
    public var query: String { search.text }
    /// The order of the list.
    public internal(set) var order: SortOrder
    /// Whether only the first page is loaded yet; a filter then searches only that page.
    public private(set) var isPartial = false

    var rows: [BookmarkRow] = [] {
        didSet { earlierAnswers.removeAll() }
    }
    var arena = SearchArena()
    var index = RowIndex()
    /// The numbers of all live rows, in the list's order.
    var sorted: [Int32] = []
    /// The rows of ``sorted`` that the filter lets through, in the same order; `nil` without a
    /// filter.
    var hits: [Int32]?
    /// The same rows with the best answers first; `nil` if neither the order nor ``ranksAnswers``
    /// asks for it.
    var ranked: [Int32]?
    /// The latest answers, which still hold.
    var earlierAnswers = EarlierAnswers()
    /// Whether the best answers to a query come first, whatever the order. If nothing matches, the
    /// list then shows guesses at the query's meaning: see ``hasGuessed``.
    public var ranksAnswers = false {
        didSet {
            guard ranksAnswers != oldValue else { return }
            earlierAnswers.removeAll()
            refilter()
            rank()
        }
    }
    /// Whether the list keeps notes and folders after a query that needed them. This costs memory,
    /// and helps lists that get queries of all kinds.
    public var keepsDetails = false
    /// Whether nothing matches the query, and the rows are guesses that have its letters with
    /// others between them. Don't apply an edit of all found bookmarks to them.
    public internal(set) var hasGuessed = false
    var announcedTotal = 0
    /// Increases when bookmarks leave the list, so that holders of ids can check theirs.
    public internal(set) var departures = 0
    /// Increases whenever a row is added, changed or removed.
    public private(set) var revision = 0
    /// The ids of the latest bookmarks that left, as long as they are few.
    var latestDepartures: [String] = []
    static let departuresLimit = 4096
    /// The number of deleted bookmarks in ``sorted``.
    var deletedCount = 0
    /// The number of bookmarks that are archived and not deleted, as far as they are loaded.
    public internal(set) var archivedCount = 0
    /// The source of the details that rows leave out.
    let facts: (any BookmarkFacts)?
    /// The details from ``facts`` by row number, kept while the query needs them.
    var lookedUp = DetailsArena()
    /// Rows with a smaller number that are not in ``lookedUp`` have neither notes nor a folder.
    var knownNumbers: Int32 = 0
    /// The duplicates among all bookmarks, from ``facts``.
    var duplicates: Set<String> = []
    var knowsDuplicates = false
    var brokenLinks: Set<String> = []
    var knowsBrokenLinks = false
    /// The answers about documents, from ``facts`` and ``know(_:)``.
    var documentAnswers: [DocumentTerm: Set<String>] = [:]
    /// The reason why the query was not answered: ``facts`` failed, or an expression took too many
    /// steps.
    var lookupError: (any Error)?

    /// Makes an empty list.
    public init() {
        order = .standard
        facts = nil
    }

    /// Makes a list of all bookmarks, or of their first page.
    ///
    /// - Parameters:
    ///   - rows: The rows in any order; sorted rows open faster. If two rows have the same id, the
    ///     later one stays. Rows without an id are left out.
    ///   - total: The number of bookmarks, if `rows` is only the first page.
    ///   - facts: The source of facts that rows leave out and queries may need. Without it, there
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
    /// While the list is partial, this is the `total` that it was made with, plus the changes on
    /// its page.
    public var total: Int {
        let loaded = sorted.count - deletedCount - archivedCount
        return isPartial ? max(announcedTotal, loaded) : loaded
    }

    /// The number of loaded rows that the filter lets through.
    public var count: Int { visible.count }

    /// The numbers of the visible rows, in the order in which they are shown.
    var visible: [Int32] { ranked ?? hits ?? sorted }

    /// The row at an index of `0..<count`, in the filtered and sorted order.
    ///
    /// - Precondition: The index is in that range.
    public subscript(index: Int) -> BookmarkRow {
        rows[Int(visible[index])]
    }

    /// Returns the index of a bookmark in the filtered list, or `nil` if it isn't there.
    ///
    /// - Parameter hint: Its last known index; need not be in range.
    public func index(of id: String, near hint: Int) -> Int? {
        if hint >= 0, hint < count, self[hint].id == id { return hint }
        guard let number = index.number(of: id, in: rows) else { return nil }
        if let ranked { return ranked.firstIndex(of: number) }
        let visible = visible
        let index = place(of: number, in: visible)
        return index < visible.count && visible[index] == number ? index : nil
    }

    /// Returns the ids of the rows at these indices, in order.
    ///
    /// - Precondition: The indices are in `0..<count`.
    public func ids(at indices: Range<Int>) -> some Sequence<String> {
        visible[indices].lazy.map { rows[Int($0)].id }
    }

    /// Returns the row of a loaded bookmark, filtered out or not.
    public func row(id: String) -> BookmarkRow? {
        index.number(of: id, in: rows).map { rows[Int($0)] }
    }

    /// Whether the list has loaded the bookmark with this id, filtered out or not.
    public func contains(id: String) -> Bool {
        index.number(of: id, in: rows).map { !rows[Int($0)].isDeleted } ?? false
    }

    /// Whether the list has deleted bookmarks, because the query asks for them.
    public var hasDeleted: Bool { deletedCount > 0 }

    /// Whether the list has this bookmark as a deleted one.
    public func isDeleted(id: String) -> Bool { hasDeleted && row(id: id)?.isDeleted == true }

    /// The ids of the deleted bookmarks in the list.
    public var deletedIDs: [String] {
        if deletedCount == 0 { return [] }
        return sorted.lazy.map { rows[Int($0)] }.filter(\.isDeleted).map(\.id)
    }

    /// Returns the bookmarks that left since ``departures`` was `number`, the latest last; `nil` if
    /// they are no longer known.
    public func departed(since number: Int) -> ArraySlice<String>? {
        let count = departures - number
        return count <= latestDepartures.count ? latestDepartures.suffix(count) : nil
    }

    /// Replaces the loaded rows by all bookmarks; keeps query and order.
    public mutating func load(_ rows: [BookmarkRow]) {
        isPartial = false
        departures += 1
        revision += 1
        // It is unknown which of these are still here.
        latestDepartures = []
        replaceRows(rows)
        refilter()
        dropCostlyQuery()
        rank()
    }

    /// Applies changes of bookmarks in order; keeps query and order.
    ///
    /// The cost of a single change doesn't depend on the length of the list, except for a memmove.
    /// Several changes take one pass over the numbers of the list.
    ///
    /// A partial list adds a bookmark only if it belongs before its last row; later rows arrive
    /// with ``load(_:)``.
    public mutating func apply(_ changes: [BookmarkListChange]) {
        if changes.isEmpty { return }
        revision += 1
        // An added or removed bookmark can change whether another one is a duplicate.
        knowsDuplicates = false
        if changes.count > Self.fewChanges && !isPartial {
            applyTogether(changes)
        } else {
            for change in changes { apply(change) }
        }
        if search.root.asks(for: .duplicate) || search.root.asks(for: .broken) || hasGuessed {
            // The state of an edited link is unknown.
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

    /// The number of changes up to which they are applied one by one.
    static let fewChanges = 8

    /// Shows only the rows that a query finds. Keeps the former query if an expression takes too
    /// many steps.
    public mutating func filter(_ query: Query) {
        let previous = search
        let shown = (hits, ranked)
        let wasGuess = hasGuessed
        search = query
        if query.isEquivalent(to: previous) { return }
        // An error of the former answer does not concern this one.
        lookupError = nil
        forgetFacts()
        if let answer = earlierAnswers.answer(to: query) {
            (hits, ranked, hasGuessed) = (answer.hits, answer.ranked, answer.hasGuessed)
            return
        }
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
            if lookupError == nil {
                earlierAnswers.keep(
                    .init(query: query, hits: hits, ranked: ranked, hasGuessed: hasGuessed))
            }
        }
    }

    /// Sorts the list in another order; keeps the query.
    public mutating func sort(_ order: SortOrder) {
        if order == self.order { return }
        self.order = order
        sortRows()
        refilter()
        dropCostlyQuery()
        rank()
    }

    /// Drops the filter if new bookmarks have made the query's expression too costly.
    mutating func dropCostlyQuery() {
        guard lookupError is CostlyExpression else { return }
        search = Query()
        for id in deletedIDs { apply(.remove(id: id)) }
        refilter()
    }
}
