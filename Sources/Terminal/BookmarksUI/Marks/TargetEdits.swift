public import Bookmarks

/// Deletes bookmarks, in one undo step.
public struct DeleteBookmarks: PageEdit {
    var ids: [String]

    public init(ids: [String]) {
        self.ids = ids
    }

    public var ongoing: OngoingEdit? { OngoingEdit("deleting", total: ids.count) }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        let name = try controller.title(ofFirst: ids)
        let (what, deleted) = try controller.delete(ids: ids)
        if deleted.isEmpty { return .answered("Already deleted elsewhere") }
        return ids.count == 1
            ? .deleted(id: ids[0], name: name) : .changed(what: what, ids: ids, then: .stay)
    }
}

/// Makes the same change to bookmarks, in one undo step.
public struct ChangeBookmarks: PageEdit {
    var change: BulkEdit
    var ids: [String]

    public init(_ change: BulkEdit, ids: [String]) {
        self.change = change
        self.ids = ids
    }

    public var ongoing: OngoingEdit? { OngoingEdit("changing", total: ids.count) }

    public func edit(
        with controller: BookmarksController, in library: any PageLibrary
    ) throws -> ActionOutcome? {
        if let (what, changed) = try controller.change(change, ids: ids) {
            return .changed(what: what, ids: changed)
        }
        if try ids.allSatisfy({ try !controller.isLive(id: $0) }) {
            return .answered("Already deleted elsewhere")
        }
        let name = ids.count == 1 ? try controller.title(ofFirst: ids) : nil
        return .answered(change.reasonForNothing(in: ids.count, name: name))
    }
}

extension ActionOutcome {
    /// One bookmark was deleted.
    public static func deleted(id: String, name: String) -> Self {
        .changed(what: "Deleted \(quoted(name))", ids: [id], then: .stay)
    }
}

extension BookmarksController {
    /// Returns the title of the first of some bookmarks.
    fileprivate func title(ofFirst ids: [String]) throws -> String {
        try ids.first.map(title(ofID:)) ?? ""
    }
}
