public import Bookmarks
import Documents

/// A whole bookmark for the details.
public struct ShownBookmark: Sendable, Hashable {
    public var bookmark: Bookmark
    /// Facts that only this device knows.
    public var here: KnownHere
    /// The bookmark's documents, the oldest first.
    public var documents: [DocumentRow]
    /// The bookmark's row in the trash, if it is deleted.
    public var deleted: DeletedRow?

    public init(
        _ bookmark: Bookmark, here: KnownHere = KnownHere(), documents: [DocumentRow] = [],
        deleted: DeletedRow? = nil
    ) {
        self.bookmark = bookmark
        self.here = here
        self.documents = documents
        self.deleted = deleted
    }

    /// Reads a bookmark, live or deleted; `nil` if it is gone.
    init?(ofID id: String, in library: any PageLibrary) throws {
        guard let bookmark = try library.bookmark(id: id) else { return nil }
        self.init(
            bookmark, here: try library.knownHere(ofID: id),
            documents: try library.documents(ofBookmark: id),
            deleted: try library.catalog.deletedRows(idPrefix: id, limit: 1).first { $0.id == id })
    }
}

/// Asks for a whole bookmark; the answer is `nil` if it is gone.
public struct DetailRequest: PageRequest {
    var id: String

    public init(id: String) {
        self.id = id
    }

    public func answer(from library: any PageLibrary) throws -> ShownBookmark? {
        try ShownBookmark(ofID: id, in: library)
    }
}

/// Shows a value that lost a conflict in place of the one that won.
public struct TakeLost: PageEdit {
    var lost: LostValue
    var id: String
    /// Other values of the field that the person saw; they are dropped.
    var others: [LostValue]

    public init(_ lost: LostValue, of id: String, dropping others: [LostValue] = []) {
        self.lost = lost
        self.id = id
        self.others = others
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        try controller.choose(lost, of: id, dropping: others)
        let name = ActionOutcome.quoted(try controller.title(ofID: id))
        let what = lost.field == "name" ? "name, \(name)" : "\(lost.field) of \(name)"
        return .changed(what: "Chose the other \(what)", ids: [id])
    }
}

/// Drops the values that lost conflicts, and keeps the shown versions of documents.
public struct SettleConflict: PageEdit {
    var id: String

    public init(id: String) {
        self.id = id
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        let conflicts = try library.knownHere(ofID: id).conflicts
        let before = try controller.bookmark(id: id)
        try controller.settle(ids: [id], documents: conflicts)
        let name = before?.title ?? id
        if before?.lostValues.isEmpty == false { return .settled(id: id, name: name) }
        let what = conflicts.count == 1 ? conflicts[0].kind.rawValue : "documents"
        return .changed(
            what: "Kept the current \(what) of \(ActionOutcome.quoted(name))", ids: [id])
    }
}

extension ActionOutcome {
    /// The values that lost conflicts were dropped.
    public static func settled(id: String, name: String) -> Self {
        .changed(what: "Kept \(quoted(name)), without the other values", ids: [id])
    }
}

extension Detail {
    var bookmarkID: String? { id }
    func counterpart(for id: String) -> (any Page)? { Detail(id: id) }
    var requests: [any PageOperation] { [DetailRequest(id: id)] }

    func isStale(after change: LibraryChange) -> Bool {
        switch change {
        case .received(let received): received.changes.contains { $0.id == id }
        case .outcome(.changed(_, let ids, _)), .outcome(.reversed(_, let ids, _)):
            ids.contains(id)
        case .linksChecked, .documentsChanged: true
        case .pagesSaved(let ids): ids.contains(id)
        default: false
        }
    }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        guard case let shown?? = answer.answer(to: DetailRequest(id: id)) else { return }
        self.shown = shown
    }
}
