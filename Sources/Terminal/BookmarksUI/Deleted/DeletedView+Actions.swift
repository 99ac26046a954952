import Bookmarks
import Screen

extension ActionContext {
    /// The page of deleted bookmarks.
    public static let deleted = ActionContext("deleted", called: "deleted bookmarks")
}

extension ActionSection {
    public static let deleted = ActionSection("On the page of deleted bookmarks")
}

extension ActionID {
    public static let showDeleted = ActionID("show-deleted")
    public static let restore = ActionID("restore")
    public static let deleteForever = ActionID("delete-forever")
    public static let filterDeleted = ActionID("filter-deleted")
}

extension DeletedView {
    static let actions = [
        Action(
            .showDeleted, [.character("D")], "Show the trash: deleted bookmarks, to restore them",
            .bookmarks, in: [.list],
            hint: ActionHint(label: "trash", priority: 193, onlyIn: .sidebar),
            also: "bin recycle rubbish"),
        Action(
            .restore, [.character("r")],
            "Restore the deleted bookmark, or all marked; also after D", .bookmarks,
            in: [.deleted, .list, .detail],
            hint: ActionHint(label: "restore", priority: 90, marked: 202),
            need: .deleted,
            also: "undelete recover"),
        Action(
            .deleteForever, [.character("X")],
            "Delete a trashed bookmark, or all marked, forever; asks", .deleted,
            in: [.deleted, .list],
            hint: ActionHint(label: "delete forever", priority: 80, marked: 201),
            need: .deleted,
            also: "erase destroy empty trash"),
        Action(
            .filterDeleted, [.character("/")],
            "Show them in the list, with the filter is:deleted", .deleted, in: [.deleted],
            hint: ActionHint(label: "filter", priority: 45)),
    ]

    static func opened(by action: ActionID, in view: ShellView) -> DeletedView? {
        action == .showDeleted ? DeletedView() : nil
    }

    /// Restores deleted bookmarks, here or in the list, or asks whether to delete them forever.
    static func perform(_ action: ActionID, on targets: Targets, _ view: ShellView)
        -> [PageCommand]
    {
        if action == .restore { return [.edit(RestoreDeleted(ids: targets.ids))] }
        let hidden = targets.hiddenWords.map { ", \($0)," } ?? ""
        let what = targets.words(view.symbols) + hidden
        return [
            .ask("Delete \(what) forever, on all devices?", DeleteForever(ids: targets.ids))
        ]
    }

    /// Goes to the list and begins a filter for deleted bookmarks.
    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        action == .filterDeleted ? [.leave, .beginFilter("is:deleted ")] : nil
    }
}
