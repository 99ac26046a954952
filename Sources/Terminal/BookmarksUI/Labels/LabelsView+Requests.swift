public import Bookmarks

/// Asks for the tags of all bookmarks, the most used first.
public struct TagsRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> [String] {
        TagCount.namesByUse(try library.catalog.tagCounts())
    }

    /// Counting takes a while if there are many bookmarks.
    public func quickAnswer(from library: any PageLibrary) -> [String]? { nil }
}

/// Asks for all folders, each followed by its subfolders.
public struct FoldersRequest: PageRequest {
    public init() {}

    public func answer(from library: any PageLibrary) throws -> [FolderCount] {
        FolderCount.tree(try library.catalog.folders(withArchived: false))
    }

    /// Counting takes a while if there are many bookmarks.
    public func quickAnswer(from library: any PageLibrary) -> [FolderCount]? { nil }
}

/// Changes a tag or a folder on all bookmarks.
public struct OrganizeLabels: PageEdit {
    var change: LabelEdit

    public init(_ change: LabelEdit) {
        self.change = change
    }

    public var ongoing: OngoingEdit? { OngoingEdit("changing") }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        guard let (what, ids) = try controller.change(change) else {
            return .answered("These already have that name")
        }
        return .changed(what: what, ids: ids)
    }
}

/// Changes the saved searches.
public struct ChangeSearches: PageEdit {
    var change: SearchEdit

    public init(_ change: SearchEdit) {
        self.change = change
    }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        outcome(after: try library.changeSearches(change))
    }

    /// Returns the outcome for the searches before the change. A search that was deleted while its
    /// new name was typed can be neither renamed nor deleted.
    func outcome(after former: SavedSearches) -> ActionOutcome {
        switch change {
        case .rename(let name, _), .delete(let name):
            guard former.texts[name] == nil else { break }
            return .answered(
                "Nothing was changed: @\(name) was deleted or renamed elsewhere")
        case .save: break
        }
        return .searchesChanged(change, was: former.text(lostBy: change))
    }
}

extension LabelsView {
    var offersUndo: Bool { tab != .searches }

    /// Requests the names that the list does not have.
    mutating func listChanged(_ view: ShellView) -> [any PageOperation] {
        let rows = max(1, view.rows)
        show(view.searches, page: rows)
        show(view.list, page: rows)
        return folders == nil && tab != .folders ? [] : [FoldersRequest()]
    }

    mutating func receive(_ answer: PageAnswer, _ view: ShellView) {
        if let folders = answer.answer(to: FoldersRequest()) {
            show(folders, page: max(1, view.rows))
        }
    }
}
