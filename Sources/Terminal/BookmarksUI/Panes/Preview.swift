public import Bookmarks
import Documents
import Screen

/// The subject of the preview.
enum PreviewSubject: Sendable, Hashable {
    /// A bookmark, by id.
    case bookmark(String)
    /// A deleted document, by its row.
    case deletedDocument(DeletedRow)
    /// The bookmarks that a query finds, and their number, if known.
    case query(String, count: Int? = nil)
}

/// The pane that shows the whole selected bookmark.
struct Preview: Sendable {
    /// The subject; `nil` if nothing is selected.
    var subject: PreviewSubject?
    /// The phrases of the filter to search in the text of documents.
    var phrases: [TextPhrase] = []
    /// The bookmark with its latest changes; `nil` until it is loaded.
    var content: PreviewContent?
    /// The deleted document; `nil` until it is loaded.
    var deleted: DeletedContent?
    /// The found bookmarks; `nil` until they are loaded.
    var found: FoundBookmarks?
    /// Whether the subject changed since it was requested, even while the pane was hidden.
    var isStale = false
    /// The number of lines above the pane, if there are that many.
    var scroll = 0

    /// Follows the subject and the filter; returns whether to request the contents.
    mutating func follow(_ subject: PreviewSubject?, _ phrases: [TextPhrase]) -> Bool {
        defer { isStale = false }
        if subject != self.subject {
            self = Preview(subject: subject, phrases: phrases)
            return true
        }
        if phrases == self.phrases { return isStale }
        self.phrases = phrases
        return true
    }

    /// Receives the contents that were requested for the subject.
    mutating func receive(_ answer: PageAnswer) {
        switch subject {
        case .bookmark(let id):
            let request = PreviewRequest(id: id, phrases: phrases)
            if let content = answer.answer(to: request) { self.content = content }
        case .deletedDocument(let row):
            guard let (request, content) = answer.answer(of: DeletedContentRequest.self),
                request.id == Document.id(ofKey: row.id)
            else { return }
            deleted = content
        case .query(let text, _):
            guard let (request, found) = answer.answer(of: FoundRequest.self),
                request.text == text
            else { return }
            self.found = found
        case nil: break
        }
    }

    /// Returns the number of lines above the `rows` that show, of `count` lines.
    func scroll(of count: Int, _ rows: Int) -> Int { min(scroll, max(0, count - rows)) }
}

/// A bookmark, and its latest changes.
public struct PreviewContent: Sendable, Hashable {
    public var shown: ShownBookmark
    public var history: BookmarkHistory
    /// The text of the bookmark's documents that matches the filter.
    public var snippet: TextSnippet?
    /// The first lines of the bookmark's note.
    public var noteText: String?
    /// The first lines of the bookmark's saved page.
    public var savedText: String?

    public init(
        shown: ShownBookmark, history: BookmarkHistory, snippet: TextSnippet? = nil,
        noteText: String? = nil, savedText: String? = nil
    ) {
        self.noteText = noteText
        self.savedText = savedText
        self.shown = shown
        self.history = history
        self.snippet = snippet
    }
}

/// Asks for the contents of the preview; the answer is `nil` if the bookmark is gone.
public struct PreviewRequest: PageRequest {
    var id: String
    var phrases: [TextPhrase]

    public init(id: String, phrases: [TextPhrase] = []) {
        self.id = id
        self.phrases = phrases
    }

    public func answer(from library: any PageLibrary) throws -> PreviewContent? {
        guard let shown = try ShownBookmark(ofID: id, in: library) else { return nil }
        func beginning(of kind: Document.Kind) throws -> String? {
            guard shown.documents.contains(where: { $0.kind == kind }) else { return nil }
            return try library.beginning(of: kind, ofBookmark: id)
        }
        return PreviewContent(
            shown: shown, history: try library.catalog.history(ofID: id),
            snippet: phrases.isEmpty
                ? nil : try? library.snippet(ofBookmark: id, finding: phrases),
            noteText: try beginning(of: .note), savedText: try beginning(of: .page))
    }

    /// No key waits for it.
    public func quickAnswer(from library: any PageLibrary) -> PreviewContent?? { nil }
}

/// The bookmarks that a query finds.
public struct FoundBookmarks: Sendable, Hashable {
    /// The rows, the latest added first; no more than a pane has room for.
    public var rows: [BookmarkRow]
    /// Whether there are more rows.
    public var hasMore: Bool

    /// The maximum number of rows.
    static let limit = 200

    /// - Parameter rows: one more than the limit, or all.
    public init(_ rows: [BookmarkRow]) {
        self.rows = Array(rows.prefix(Self.limit))
        hasMore = rows.count > Self.limit
    }
}

/// Asks for the bookmarks that a query finds.
public struct FoundRequest: PageRequest {
    /// The query as text.
    var text: String
    var query: Query

    public func answer(from library: any PageLibrary) throws -> FoundBookmarks {
        FoundBookmarks(
            try library.catalog.rows(
                matching: query, sortedBy: .standard, limit: FoundBookmarks.limit + 1))
    }

    /// No key waits for it.
    public func quickAnswer(from library: any PageLibrary) -> FoundBookmarks? { nil }
}

extension ScreenState {
    /// Updates the preview after the selection moved or something changed.
    mutating func followInPreview(_ list: BookmarkList, isStale: Bool) -> [Effect] {
        if isStale { preview.isStale = true }
        guard let frames = shell.paneFrames, frames.preview != nil, !frames.isPageBeside else {
            return []
        }
        let subject = previewSubject(list)
        let phrases = list.search.textPhrases
        guard preview.follow(subject, phrases) else { return [] }
        switch subject {
        case .bookmark(let id): return [.send(PreviewRequest(id: id, phrases: phrases))]
        case .deletedDocument(let row):
            return Document.id(ofKey: row.id).map { [.send(DeletedContentRequest(id: $0))] } ?? []
        case .query(let text, _):
            let query = try? Query(text, at: shell.queryClock, searches: searches)
            return query.map { [.send(FoundRequest(text: text, query: $0))] } ?? []
        case nil: return []
        }
    }

    /// Returns the subject of the preview: that of the page next to it, or else the bookmark for
    /// actions.
    private func previewSubject(_ list: BookmarkList) -> PreviewSubject? {
        if let page = shell.page, type(of: page).hasPreview { return page.previewed }
        // The mistake stands in place of the list.
        if shell.filterMistake != nil { return nil }
        return target(list).map { .bookmark($0) }
    }

    /// The lines of the preview: the facts of the row, until the rest is loaded.
    ///
    /// - Parameter limit: the maximum number of lines of a long text.
    func previewLines(
        _ list: BookmarkList, _ size: Size, limit: Int = .max
    ) -> [TextLine] {
        let text = PreviewText(view: view(list), columns: size.columns, limit: limit)
        let subject = previewSubject(list)
        let isLoaded = preview.subject == subject
        switch subject {
        case .bookmark(let id):
            if isLoaded, let content = preview.content { return text.lines(of: content) }
            return list.row(id: id).map(text.lines(of:)) ?? []
        case .deletedDocument(let row):
            if isLoaded, let content = preview.deleted { return text.lines(of: content, row) }
            return text.lines(ofDeleted: row)
        case .query(let query, let count):
            guard isLoaded, let found = preview.found else { return [] }
            return text.lines(of: found, count: count ?? sidebar.count(ofQuery: query))
        case nil: return emptyPreview(size)
        }
    }

    /// Returns lines in the middle of the pane that explain the preview.
    private func emptyPreview(_ size: Size) -> [TextLine] {
        // On a page, no key hides it.
        let hide = shell.modes.isEmpty ? shell.keys.name(of: .togglePreview, in: .list) : nil
        let sentences =
            ["The selected \(shell.page == nil ? "bookmark" : "row") shows here."]
            + [hide.map { "Press \($0) to hide this pane." }].compactMap(\.self)
        let lines = sentences.flatMap { shell.measure.wrapped($0, to: size.columns - 4) }
        let width = lines.map { shell.measure.width($0) }.max() ?? 0
        let above = max(0, (size.rows - lines.count) / 2 - size.rows / 8)
        return Array(repeating: TextLine(), count: above)
            + lines.map { TextLine($0, .faint, at: max(1, (size.columns - width) / 2)) }
    }

    /// Returns the bookmark in the preview, once it is loaded.
    private func previewed(_ list: BookmarkList) -> Bookmark? {
        let id = target(list)
        return id != nil && preview.subject == id.map { .bookmark($0) }
            ? preview.content?.shown.bookmark : nil
    }

    /// Returns the reason why an action on a conflict is not possible in the preview; `nil` if it
    /// is.
    func reasonAgainstInPreview(_ action: ActionID, _ list: BookmarkList) -> String? {
        return Detail.reason(
            against: action, previewed(list), preview.content?.shown.here ?? KnownHere(),
            shell.keys.name(of: .showDocuments, in: .list))
    }

    /// Returns the word for taking the other value in the preview.
    func labelOfTakingInPreview(_ usual: String, _ list: BookmarkList) -> String {
        Detail.labelOfTaking(usual, from: previewed(list))
    }

    /// Settles the conflict that the preview shows.
    mutating func settleInPreview(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        guard let bookmark = previewed(list) else { return [] }
        return carryOut(Detail.settling(bookmark, by: action), list)
    }
}
