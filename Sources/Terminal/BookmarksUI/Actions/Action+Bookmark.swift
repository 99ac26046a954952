import Screen

extension Action {
    static let bookmarkActions = [
        Action(
            .add, [.character("a")], "Add a bookmark; pasting a URL does the same", .bookmarks,
            in: [.list], hint: ActionHint(label: "add", priority: 90)),
        Action(
            .edit, [.character("e")], "Edit the bookmark, or choose what to change in all marked",
            .bookmarks, in: [.list, .detail],
            hint: ActionHint(label: "edit", priority: 70, marked: 194),
            need: .livingTargets),
        Action(
            .delete, [.character("d"), .delete],
            "Delete the bookmark or all marked; undo restores them", .bookmarks,
            in: [.list, .detail], hint: ActionHint(label: "delete", priority: 60, marked: 199),
            need: .livingTargets),
        Action(
            .open, [.enter, .character("o")], "Open the bookmark or all marked in the browser",
            .bookmarks, in: [.list, .detail],
            hint: ActionHint(label: "open", priority: 80, marked: 195), need: .targets),
        Action(
            .copyURL, [.character("y")], "Copy the URL, or those of all marked", .bookmarks,
            in: [.list, .detail], hint: ActionHint(label: "copy", priority: 25, marked: 190),
            need: .targets),
        Action(
            .addTags, [.character("+")], "Add tags to the bookmark or all marked", .bookmarks,
            in: [.list, .detail, .editMenu],
            hint: ActionHint(label: "tags", priority: 22, marked: 198),
            need: .livingTargets),
        Action(
            .removeTags, [.character("-")], "Remove tags from the bookmark or all marked",
            .bookmarks, in: [.list, .detail, .editMenu],
            hint: ActionHint(label: "remove tags", priority: 21, marked: 193), need: .livingTargets),
        Action(
            .setFolder, [.character("m")], "Move the bookmark or all marked to a folder",
            .bookmarks, in: [.list, .detail, .editMenu],
            hint: ActionHint(label: "move", priority: 20, marked: 197), need: .livingTargets),
        Action(
            .toggleUnread, [.character("N")], "Mark the bookmark or all marked as unread, or read",
            .bookmarks, in: [.list, .detail],
            hint: ActionHint(label: "unread", priority: 17, marked: 189),
            need: .livingTargets),
        Action(
            .toggleArchived, [.character("z")],
            "Archive the bookmark or all marked, or bring them back", .bookmarks,
            in: [.list, .detail], hint: ActionHint(label: "archive", priority: 16, marked: 188),
            need: .livingTargets),
        Action(
            .editText, [.character("E")], "Edit the bookmark or all marked as text in $EDITOR",
            .bookmarks, in: [.list, .detail, .editMenu],
            hint: ActionHint(label: "as text", priority: 18, marked: 187), need: .livingTargets),
        Action(
            .filter, [.character("/")],
            "Filter the list as you type; examples are below",
            .view, in: [.list], hint: ActionHint(label: "filter", priority: 75), need: .bookmarks),
        Action(
            .undo, [.character("u")], "Undo the latest edit of this list, or else of the device",
            .bookmarks, in: [.list, .detail],
            hint: ActionHint(label: "undo", priority: 50)),
        Action(
            .redo, [.control("r")], "Redo", .bookmarks,
            in: [.list, .detail]),
        Action(
            .moveUp, [.character("K")], "Move the bookmark up in manual order",
            .bookmarks, in: [.list], need: .handOrder),
        Action(
            .moveDown, [.character("J")], "Move the bookmark down in manual order",
            .bookmarks, in: [.list], need: .handOrder),
        Action(
            .moveToTop, [.character("<")], "Move the bookmark to the top in manual order",
            .bookmarks, in: [.list], need: .handOrder),
        Action(
            .moveToBottom, [.character(">")], "Move the bookmark to the bottom in manual order",
            .bookmarks, in: [.list], need: .handOrder),
        Action(
            .importBookmarks, [.character("i")],
            "Import a file, a URL or a browser; press again to stop", .bookmarks,
            in: [.list]),
    ]
}
