public import Bookmarks
import Screen

/// The pane that shows the selected bookmark whole.
struct Preview: Sendable {
    /// The bookmark that it shows; `nil` where none is selected.
    var id: String?
    /// The bookmark with its latest changes; `nil` until it is loaded.
    var content: PreviewContent?
    /// Whether it changed since it was asked for, be it while the pane did not show.
    var isStale = false
    /// How many lines are above the pane, as far as there are so many.
    var scroll = 0

    /// How many of `count` lines are above `rows` that show.
    func scroll(of count: Int, _ rows: Int) -> Int { min(scroll, max(0, count - rows)) }
}

/// A bookmark, and its latest changes.
public struct PreviewContent: Sendable, Hashable {
    public var shown: ShownBookmark
    public var history: BookmarkHistory
    /// What is kept behind it.
    public var documents: [DocumentRow]

    public init(
        shown: ShownBookmark, history: BookmarkHistory, documents: [DocumentRow] = []
    ) {
        self.documents = documents
        self.shown = shown
        self.history = history
    }
}

/// Asks for what the preview shows; the answer is `nil` where the bookmark is gone.
public struct PreviewRequest: PageRequest {
    var id: String

    public init(id: String) {
        self.id = id
    }

    public func answer(from library: any PageLibrary) throws -> PreviewContent? {
        guard let bookmark = try library.bookmark(id: id) else { return nil }
        return PreviewContent(
            shown: ShownBookmark(bookmark, here: try library.knownHere(ofID: id)),
            history: try library.catalog.history(ofID: id),
            documents: try library.documents(ofBookmark: id))
    }

    /// No key waits for it.
    public func quickAnswer(from library: any PageLibrary) -> PreviewContent?? { nil }
}

extension ScreenState {
    /// Has the preview follow the selection, and what changes.
    mutating func followInPreview(_ list: BookmarkList, isStale: Bool) -> [Effect] {
        if isStale { preview.isStale = true }
        guard paneFrames?.preview != nil else { return [] }
        let id = target(list)
        if id != preview.id {
            preview = Preview(id: id)
        } else if !preview.isStale {
            return []
        }
        preview.isStale = false
        return id.map { [.send(PreviewRequest(id: $0))] } ?? []
    }

    /// Takes what the preview asked for.
    mutating func takeForPreview(_ answer: PageAnswer) {
        guard let id = preview.id, let content = answer.answer(to: PreviewRequest(id: id)) else {
            return
        }
        preview.content = content
    }

    /// The lines of the preview: what the row tells, until the rest is there.
    ///
    /// - Parameter limit: as many lines of a long text are enough.
    func previewLines(
        _ list: BookmarkList, _ size: Size, limit: Int = .max
    ) -> [TextLine] {
        guard let id = target(list) else {
            return [TextLine(), TextLine(list.total == 0 ? "" : "No bookmark is selected", .faint)]
        }
        let text = PreviewText(view: view(list), columns: size.columns, limit: limit)
        if preview.id == id, let content = preview.content { return text.lines(of: content) }
        return list.row(id: id).map(text.lines(of:)) ?? []
    }

    /// The bookmark that the preview shows, once it is loaded.
    private func previewed(_ list: BookmarkList) -> Bookmark? {
        preview.id == target(list) ? preview.content?.shown.bookmark : nil
    }

    /// Why an action on a conflict cannot be done in the preview; `nil` when it can.
    func reasonAgainstInPreview(_ action: ActionID, _ list: BookmarkList) -> String? {
        return Detail.reasonAgainstSettling(previewed(list))
    }

    /// Settles the conflict that the preview shows.
    mutating func settleInPreview(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        guard let bookmark = previewed(list) else { return [] }
        return Detail.settling(bookmark, by: action).flatMap { carryOut($0, list) }
    }
}
