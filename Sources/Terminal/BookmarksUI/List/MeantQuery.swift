import Bookmarks
import Screen

/// The probable meaning of a query that finds nothing.
struct MeantQuery: Sendable, Hashable {
    /// The reason why the query finds nothing, as a sentence.
    var why: String
    /// The probable meaning of a term.
    var term: String
    /// The whole query with that term.
    var text: String
}

/// The names of tags and folders, requested when a query finds nothing.
struct QueryNames: Sendable {
    var tags: [String]? { didSet { answeredQuery = nil } }
    var folders: [String]? { didSet { answeredQuery = nil } }
    /// The probable meaning of a query that finds nothing.
    var meant: MeantQuery?
    /// The last compared query: names are compared once per query.
    var answeredQuery: String?
    /// The revision of the list for these names.
    private var revision = -1
    private var isAskedForTags = false
    private var isAskedForFolders = false

    /// Drops names of an earlier revision.
    mutating func follow(_ revision: Int) {
        if revision != self.revision { self = QueryNames(revision: revision) }
    }

    private init(revision: Int) { self.revision = revision }

    init() {}

    /// Whether to request names of a term's kind, which are neither known nor requested.
    mutating func asks(for term: Query.NamedTerm) -> Bool {
        if term.isOfFolder {
            defer { isAskedForFolders = true }
            return folders == nil && !isAskedForFolders
        }
        defer { isAskedForTags = true }
        return tags == nil && !isAskedForTags
    }
}

extension ListView {
    /// Finds the probable meaning of a query that finds nothing. Returns the terms for which
    /// to request the existing names; each kind is requested once until bookmarks change.
    mutating func findMeantQuery(_ list: BookmarkList, _ symbols: Symbols) -> [Query.NamedTerm] {
        guard list.count == 0, !list.isPartial, !list.search.named.isEmpty else {
            queryNames.meant = nil
            queryNames.answeredQuery = nil
            return []
        }
        queryNames.follow(list.revision)
        let unknown = list.search.named.filter { queryNames.asks(for: $0) }
        if queryNames.answeredQuery != list.query {
            queryNames.meant = meantQuery(list.search, symbols)
            queryNames.answeredQuery = list.query
        }
        return unknown
    }

    private func meantQuery(_ query: Query, _ symbols: Symbols) -> MeantQuery? {
        for term in query.named {
            guard let names = term.isOfFolder ? queryNames.folders : queryNames.tags,
                let name = term.closestName(among: names)
            else { continue }
            let kind = term.isOfFolder ? "folder" : "tag"
            return MeantQuery(
                why: "No \(kind) \(symbols.quoted(term.name)).",
                term: term.text(naming: name), text: query.text(replacing: term, by: name))
        }
        return nil
    }
}

extension ScreenState {
    /// Finds the probable meaning of a query that finds nothing, and requests the existing names.
    mutating func findMeantQuery(_ list: BookmarkList, after effects: [Effect]) -> [Effect] {
        listView.findMeantQuery(list, shell.symbols).map { term -> Effect in
            term.isOfFolder ? .send(FoldersRequest()) : .send(TagsRequest())
        }.filter { !effects.contains($0) }
    }

    /// The query that a key accepts in place of the current one.
    var offeredQuery: String? {
        if let mistake = shell.filterMistake { return mistake.meantQuery }
        return shell.context == .list || shell.context == .filter
            ? listView.queryNames.meant?.text : nil
    }

    /// Whether there is a suggestion to accept.
    var takesOffer: Bool {
        shell.filterOffer != nil || shell.context == .filter && offeredQuery != nil
    }

    /// Filters by the probable query; returns `nil` if there is none.
    mutating func acceptMeantQuery() -> [Effect]? {
        guard let text = offeredQuery else { return nil }
        if case .filter(var prompt) = shell.modes.last {
            prompt.editor = LineEditor(text)
            return follow(prompt)
        }
        return readQuery(text).map { [.filter($0)] }
    }

    /// Returns the text about a query that finds nothing, with the key that accepts the probable
    /// one.
    func words(for meant: MeantQuery) -> String {
        "\(meant.why) Did you mean \(meant.term)?" + takesIt
    }

    /// Returns the lines in place of the list while the filter has a mistake; the line below names
    /// it.
    func lines(about mistake: QueryError) -> [String] {
        let clear = shell.keyName(.clearFilter).map {
            "Correct it, or press \($0) to clear the filter."
        }
        let meant = mistake.meantQuery.map { "Did you mean \($0)?" + takesIt }
        return ["The filter has a mistake, so it finds nothing.", clear ?? ""]
            + [meant].compactMap(\.self)
    }

    private var takesIt: String {
        shell.keyName(shell.context == .filter ? .markHit : .open).map { " Press \($0) to accept." }
            ?? ""
    }
}

extension Shell {
    /// The error in the typed filter.
    var filterMistake: QueryError? {
        guard case .filter(let prompt) = modes.last else { return nil }
        return prompt.mistake
    }
}
