import Bookmarks
import Screen

/// A query that was probably meant by one that finds nothing.
struct MeantQuery: Sendable, Hashable {
    /// Why that finds nothing, in a sentence.
    var why: String
    /// The probable meaning of one of its terms.
    var term: String
    /// The whole query with that term.
    var text: String
}

/// The names of tags and folders, asked for where a query finds nothing.
struct QueryNames: Sendable {
    var tags: [String]? { didSet { answeredQuery = nil } }
    var folders: [String]? { didSet { answeredQuery = nil } }
    /// The probable meaning of the query, where that finds nothing.
    var meant: MeantQuery?
    /// The query compared last: names are compared once for each query.
    var answeredQuery: String?
    /// The revision of the list of which they are.
    private var revision = -1
    private var isAskedForTags = false
    private var isAskedForFolders = false

    /// Forgets the names of an earlier revision.
    mutating func follow(_ revision: Int) {
        if revision != self.revision { self = QueryNames(revision: revision) }
    }

    private init(revision: Int) { self.revision = revision }

    init() {}

    /// Whether to ask for the names of a term's kind, which are neither known nor asked for yet.
    mutating func asks(for term: Query.NamedTerm) -> Bool {
        if term.isOfFolder {
            defer { isAskedForFolders = true }
            return folders == nil && !isAskedForFolders
        }
        defer { isAskedForTags = true }
        return tags == nil && !isAskedForTags
    }
}

extension ScreenState {
    /// Finds out what was meant by a query that finds nothing: asks which names there are, once
    /// until bookmarks change.
    mutating func findMeantQuery(_ list: BookmarkList, after effects: [Effect]) -> [Effect] {
        guard list.count == 0, !list.isPartial, !list.search.named.isEmpty else {
            queryNames.meant = nil
            queryNames.answeredQuery = nil
            return []
        }
        queryNames.follow(list.revision)
        var requests: [Effect] = []
        for term in list.search.named where queryNames.asks(for: term) {
            requests.append(term.isOfFolder ? .send(FoldersRequest()) : .send(TagsRequest()))
        }
        if queryNames.answeredQuery != list.query {
            queryNames.meant = meantQuery(list.search, list.query)
            queryNames.answeredQuery = list.query
        }
        return requests.filter { !effects.contains($0) }
    }

    private func meantQuery(_ query: Query, _ text: String) -> MeantQuery? {
        for term in query.named {
            guard let names = term.isOfFolder ? queryNames.folders : queryNames.tags,
                let name = term.meant(among: names)
            else { continue }
            let kind = term.isOfFolder ? "folder" : "tag"
            return MeantQuery(
                why: "No \(kind) \(symbols.quoted(term.name)).",
                term: term.text(naming: name), text: query.text(replacing: term, by: name))
        }
        return nil
    }

    /// Why the typed filter means nothing.
    var filterMistake: QueryError? {
        guard case .filter(let prompt) = modes.last else { return nil }
        return prompt.mistake
    }

    /// The query that a key takes in the place of the present one.
    private var offeredQuery: String? {
        if let mistake = filterMistake { return mistake.meantQuery }
        return context == .list || context == .filter ? queryNames.meant?.text : nil
    }

    /// Whether a key that accepts suggestions has one to accept.
    var takesOffer: Bool {
        filterOffer != nil || context == .filter && offeredQuery != nil
    }

    /// Filters by the query that was meant; `nil` where none is offered.
    mutating func takeMeantQuery() -> [Effect]? {
        guard let text = offeredQuery else { return nil }
        if case .filter(var prompt) = modes.last {
            prompt.editor = LineEditor(text)
            return follow(prompt)
        }
        return readQuery(text).map { [.filter($0)] }
    }

    /// The text about a query that finds nothing, with the key that takes the probable one.
    func words(for meant: MeantQuery) -> String {
        "\(meant.why) Did you mean \(meant.term)?" + takesIt
    }

    /// The lines in place of the list while the filter has a mistake; the line below names the
    /// mistake.
    func lines(about mistake: QueryError) -> [String] {
        let clear = keyName(.clearFilter).map { "Correct it, or press \($0) to clear the filter." }
        let meant = mistake.meantQuery.map { "Did you mean \($0)?" + takesIt }
        return ["The filter has a mistake, so it finds nothing.", clear ?? ""]
            + [meant].compactMap(\.self)
    }

    private var takesIt: String {
        keyName(context == .filter ? .markHit : .open).map { " Press \($0) to accept." } ?? ""
    }
}
