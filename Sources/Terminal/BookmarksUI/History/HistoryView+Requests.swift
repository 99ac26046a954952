public import Bookmarks
import KeyValueStore

/// Asks for the changes of a bookmark.
public struct HistoryRequest: PageRequest {
    var id: String

    public init(id: String) {
        self.id = id
    }

    public func answer(from library: any PageLibrary) throws -> BookmarkHistory {
        try library.catalog.history(ofID: id)
    }
}

/// Sets a field back to its value before a change.
public struct BringBack: PageEdit {
    var id: String
    var number: Int64
    var field: String

    public init(id: String, before number: Int64, field: String) {
        self.id = id
        self.number = number
        self.field = field
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        let fields = try controller.bringBack(id: id, before: number, field: field)
        if fields.isEmpty { return .answered("The bookmark already has this value") }
        let name = try controller.bookmark(id: id)?.title ?? id
        return .changed(
            what: "Restored the \(fields.joinedWithAnd) of \(ActionOutcome.quoted(name))", ids: [id]
        )
    }
}

extension HistoryView {
    var bookmarkID: String? { id }
    func counterpart(for id: String) -> (any Page)? { HistoryView(id: id) }
    var requests: [any PageOperation] { [HistoryRequest(id: id)] }

    func isStale(after change: LibraryChange) -> Bool {
        switch change {
        case .received(let received): received.changes.contains { $0.id == id }
        case .outcome: true
        default: false
        }
    }

    /// Takes an answer. The same change stays selected.
    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        guard let new = answer.answer(to: HistoryRequest(id: id)) else { return }
        let old = selected
        history = new
        if let old, let index = rows.firstIndex(of: old) { choice.index = index }
        move(by: 0, page: view.rows)
    }
}
