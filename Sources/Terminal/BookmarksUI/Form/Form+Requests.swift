public import Bookmarks

/// Adds a bookmark. If the library already has the page, nothing is added unless `evenIfThere`.
public struct AddBookmark: PageEdit {
    public var draft: BookmarkDraft
    var evenIfThere: Bool

    public init(_ draft: BookmarkDraft, evenIfThere: Bool) {
        self.draft = draft
        self.evenIfThere = evenIfThere
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        let id = try controller.add(draft, evenIfThere: evenIfThere)
        return .added(id: id, name: try controller.title(ofID: id))
    }
}

/// Restores a bookmark that was deleted during its edit, with the fields in which the drafts
/// differ. The outcome is that of an addition.
public struct AddAgain: PageEdit {
    var id: String
    var original: BookmarkDraft
    var draft: BookmarkDraft

    public init(id: String, from original: BookmarkDraft, to draft: BookmarkDraft) {
        self.id = id
        self.original = original
        self.draft = draft
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        let id = try controller.addAgain(id: id, from: original, to: draft)
        return .added(id: id, name: try controller.title(ofID: id))
    }
}

/// Edits only the fields in which the drafts differ. If the new address leads to the page of
/// another bookmark, nothing changes unless `evenIfThere`.
public struct SaveBookmark: PageEdit {
    public var id: String
    public var original: BookmarkDraft
    public var draft: BookmarkDraft
    public var evenIfThere: Bool

    public init(
        id: String, from original: BookmarkDraft, to draft: BookmarkDraft, evenIfThere: Bool = false
    ) {
        self.id = id
        self.original = original
        self.draft = draft
        self.evenIfThere = evenIfThere
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        try controller.edit(id: id, from: original, to: draft, evenIfThere: evenIfThere)
        return .edited(id: id, name: try controller.title(ofID: id))
    }
}

extension ActionOutcome {
    /// One bookmark was added.
    public static func added(id: String, name: String) -> Self {
        .added(what: "Added \(quoted(name))", ids: [id])
    }

    /// The fields of a bookmark were edited.
    public static func edited(id: String, name: String) -> Self {
        .changed(what: "Saved \(quoted(name))", ids: [id])
    }
}

extension Form {
    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        if let names = answer.answer(to: TagsRequest()) {
            receive(Completion(.word, names), for: .tags)
        }
        if let folders = answer.answer(to: FoldersRequest()) {
            let names = Completion(
                .line, folders.map(\.path), behind: original.folder, endsAtWords: true)
            receive(names, for: .folder)
        }
        if let (request, row) = answer.answer(of: SamePageRequest.self) {
            receive(row, leadingTo: request.url)
        }
        if let page = answer.answer(of: FetchPage.self)?.answer { return receive(page, view) }
        if let id, case let shown?? = answer.answer(to: DetailRequest(id: id)) {
            // The form is compared with the loaded original.
            let words = reportEdits(of: shown.bookmark, view)
            load(shown.bookmark)
            return words
        }
        return []
    }
}

extension BookmarksController {
    /// Returns the name of a bookmark; its id if it is gone.
    func title(ofID id: String) throws -> String { try bookmark(id: id)?.title ?? id }
}
