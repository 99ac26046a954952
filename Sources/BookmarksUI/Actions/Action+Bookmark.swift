import Screen

extension Action {
    static let bookmarkActions = [
        Action(
            .add, [.character("a")], "Add a bookmark; pasting a URL does the same", .bookmarks,
            in: [.list], hint: ActionHint(label: "add", priority: 90)),
        Action(
            .edit, [.character("e")], "Edit the bookmark", .bookmarks,
            in: [.list, .detail], hint: ActionHint(label: "edit", priority: 70), need: .bookmark),
        Action(
            .delete, [.character("d")], "Delete the bookmark at once; undo brings it back",
            .bookmarks, in: [.list, .detail], hint: ActionHint(label: "delete", priority: 60),
            need: .bookmark),
        Action(
            .open, [.enter, .character("o")], "Open the bookmark in the browser", .bookmarks,
            in: [.list, .detail], hint: ActionHint(label: "open", priority: 80), need: .bookmark),
        Action(
            .copyURL, [.character("y")], "Copy the bookmark's URL", .bookmarks,
            in: [.list, .detail], hint: ActionHint(label: "copy", priority: 25), need: .bookmark),
        Action(
            .addTags, [.character("+")], "Add tags to the bookmark", .bookmarks,
            in: [.list, .detail], need: .bookmark),
        Action(
            .takeOther, [.character("x")],
            "Show the other device's value in place of this one",
            .bookmarks, in: [.detail], hint: ActionHint(label: "take other", priority: 85),
            need: .conflict),
        Action(
            .settle, [.character("X")], "Keep the value that shows and drop the others", .bookmarks,
            in: [.detail], hint: ActionHint(label: "keep this", priority: 84), need: .conflict),
        Action(
            .filter, [.character("/")],
            "Filter the list as you type; what can be typed stands below",
            .view, in: [.list], hint: ActionHint(label: "filter", priority: 75), need: .bookmarks),
        Action(
            .undo, [.character("u")], "Undo the latest edit made here, then the one before",
            .bookmarks, in: [.list, .detail], hint: ActionHint(label: "undo", priority: 50)),
        Action(
            .redo, [.control("r")], "Do again what was undone", .bookmarks,
            in: [.list, .detail]),
        Action(
            .showDeleted, [.character("D")], "Show what was deleted, to bring it back", .bookmarks,
            in: [.list]),
        Action(
            .restore, [.character("r")], "Bring the deleted bookmark back", .bookmarks,
            in: [.deleted], hint: ActionHint(label: "bring back", priority: 90), need: .deleted),
        Action(
            .purge, [.character("X")], "Forget the deleted bookmark for good; asks first",
            .bookmarks, in: [.deleted], hint: ActionHint(label: "forget", priority: 80),
            need: .deleted),
    ]
}
