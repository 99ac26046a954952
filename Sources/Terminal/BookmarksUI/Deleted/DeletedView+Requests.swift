public import Bookmarks

/// Asks what was deleted and can be restored, the latest first.
public struct DeletedRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> [DeletedRow] {
        try library.catalog.deletedRows(limit: nil)
    }

    public func quickAnswer(from library: any PageLibrary) throws -> [DeletedRow]? {
        let few = try library.catalog.deletedRows(limit: Self.fewRows + 1)
        return few.count <= Self.fewRows ? few : nil
    }
}

/// Brings deleted bookmarks back in one step.
public struct RestoreDeleted: PageEdit {
    var ids: [String]

    public init(ids: [String]) {
        self.ids = ids
    }

    public var ongoing: OngoingEdit? { OngoingEdit("restoring", total: ids.count) }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        try controller.restore(ids: ids)
        let name = ids.count == 1 ? try controller.bookmark(id: ids[0])?.title ?? ids[0] : ""
        return .restored(ids: ids, name: name)
    }
}

/// Forgets deleted bookmarks for good.
public struct PurgeDeleted: PageEdit {
    var ids: [String]

    public init(ids: [String]) {
        self.ids = ids
    }

    public var ongoing: OngoingEdit? {
        var edit = OngoingEdit("deleting forever", total: ids.count)
        edit.isUndoable = false
        return edit
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        try controller.purge(ids: ids)
        return .purged(count: ids.count)
    }
}

extension DeletedView {
    var requests: [any PageOperation] { [DeletedRequest()] }

    func isStale(after change: LibraryChange) -> Bool {
        switch change {
        case .outcome(.restored), .outcome(.purged), .outcome(.undone), .outcome(.redone): true
        // However an edit of many ended, what is deleted now may be something else.
        case .received, .editEnded: true
        default: false
        }
    }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        if let rows = answer.answer(to: DeletedRequest()) { take(rows, page: view.rows) }
    }
}
