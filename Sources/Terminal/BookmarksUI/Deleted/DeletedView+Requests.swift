public import Bookmarks
import Documents

/// Asks for the deleted bookmarks and documents that can be restored, the latest deleted first.
public struct DeletedRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> [DeletedRow] {
        try with(library.deletedDocuments(), library.catalog.deletedRows(limit: nil), library)
    }

    public func quickAnswer(from library: any PageLibrary) throws -> [DeletedRow]? {
        let few = try library.catalog.deletedRows(limit: Self.fewRows + 1)
        if few.count > Self.fewRows { return nil }
        return try with(library.deletedDocuments(), few, library)
    }

    /// Returns rows of bookmarks with documents among them.
    private func with(
        _ documents: [DeletedDocument], _ rows: [DeletedRow], _ library: any PageLibrary
    ) throws -> [DeletedRow] {
        if documents.isEmpty { return rows }
        let bookmarks = try library.catalog.rows(ids: documents.map(\.document.bookmark))
        let more = documents.map { one in
            let id = one.document.bookmark
            return DeletedRow(one, of: bookmarks[id]?.title ?? id)
        }
        return (rows + more).sorted { ($1.deleted, $0.id) < ($0.deleted, $1.id) }
    }
}

/// Restores deleted bookmarks, and documents by their keys, in one undo step.
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
        let duplicates = try library.catalog.duplicateCount(among: ids)
        guard ids.count == 1 else {
            return .restored(ids: ids, name: "", duplicates: duplicates)
        }
        let document = try Document.id(ofKey: ids[0]).flatMap { id in
            try controller.documents.document(id: id)?.title
        }
        let name = try document ?? controller.bookmark(id: ids[0])?.title
        return .restored(ids: ids, name: name ?? ids[0], duplicates: duplicates)
    }
}

/// Deletes bookmarks of the trash forever, and documents by their keys.
public struct DeleteForever: PageEdit {
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
        try controller.deleteForever(ids: ids)
        return .deletedForever(
            count: ids.count, documents: ids.count { Document.id(ofKey: $0) != nil })
    }
}

extension ActionOutcome {
    /// Deleted bookmarks and documents were restored; the name is the only one's, and `duplicates`
    /// of them share their page with another bookmark.
    public static func restored(ids: [String], name: String, duplicates: Int = 0) -> Self {
        let words = Targets(ids: ids, name: name).words(.unicode)
        let more =
            switch (duplicates, ids.count) {
            case (0, _): ""
            case (_, 1): "; another bookmark has the same page"
            case (1, _): "; 1 of them has the page of another one"
            default: "; \(grouped(duplicates)) of them have the page of another one"
            }
        return .changed(what: "Restored \(words)\(more)", ids: ids, then: .unmark)
    }

    /// Bookmarks were deleted forever; `documents` of the `count` were documents.
    public static func deletedForever(count: Int, documents: Int = 0) -> Self {
        let words = countedBookmarks(count - documents, documents: documents)
        return .done(
            what: count == 1 ? "Deleted forever" : "Deleted \(words) forever",
            change: .deletionForever)
    }
}

extension DeletedView {
    var requests: [any PageOperation] { [DeletedRequest()] }

    func isStale(after change: LibraryChange) -> Bool {
        switch change {
        case .outcome(.changed), .outcome(.done), .outcome(.reversed):
            true
        // Even after an interrupted edit of many, other bookmarks may be deleted.
        case .received, .editEnded, .documentsChanged: true
        default: false
        }
    }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        if let rows = answer.answer(to: DeletedRequest()) { show(rows, page: view.rows) }
    }
}
