import Screen

extension Action {
    static let bookmarkActions = [
        Action(
            .add, [.character("a")], "Add a bookmark; pasting a URL does the same", .bookmarks,
            in: [.list], hint: ActionHint(label: "add", priority: 90),
            also: "new create insert save page link"),
        Action(
            .edit, [.character("e")], "Edit the bookmark, or choose what to change in all marked",
            .bookmarks, in: [.list, .detail],
            hint: ActionHint(label: "edit", priority: 70, marked: 194),
            need: .livingTargets,
            also: "change modify rename title retitle notes"),
        Action(
            .delete, [.character("d"), .delete],
            "Delete the bookmark or all marked; undo restores them", .bookmarks,
            in: [.list, .detail], hint: ActionHint(label: "delete", priority: 60, marked: 199),
            need: .livingTargets,
            also: "remove erase discard trash bin"),
        Action(
            .open, [.enter, .character("o")], "Open the bookmark or all marked in the browser",
            .web, in: [.list, .detail],
            hint: ActionHint(label: "open", priority: 80, marked: 195), need: .targets,
            also: "browse visit go launch browser"),
        Action(
            .copyURL, [.character("y")], "Copy the URL, or those of all marked", .web,
            in: [.list, .detail], hint: ActionHint(label: "copy", priority: 25, marked: 190),
            need: .targets,
            also: "yank clipboard link address"),
        Action(
            .addTags, [.character("+")], "Add tags to the bookmark or all marked", .organize,
            in: [.list, .detail, .editMenu],
            hint: ActionHint(label: "tags", priority: 22, marked: 198),
            need: .livingTargets,
            also: "label keyword categorize"),
        Action(
            .removeTags, [.character("-")], "Remove tags from the bookmark or all marked",
            .organize, in: [.list, .detail, .editMenu],
            hint: ActionHint(label: "remove tags", priority: 21, marked: 193), need: .livingTargets,
            also: "untag label keyword"),
        Action(
            .setFolder, [.character("m")], "Move the bookmark or all marked to a folder",
            .organize, in: [.list, .detail, .editMenu],
            hint: ActionHint(label: "move", priority: 20, marked: 197), need: .livingTargets,
            also: "file directory category collection"),
        Action(
            .toggleUnread, [.character("N")], "Mark the bookmark or all marked as unread, or read",
            .organize, in: [.list, .detail],
            hint: ActionHint(label: "unread", priority: 17, marked: 189),
            need: .livingTargets,
            also: "read later to-read new"),
        Action(
            .toggleArchived, [.character("z")],
            "Archive the bookmark or all marked, or bring them back", .organize,
            in: [.list, .detail], hint: ActionHint(label: "archive", priority: 16, marked: 188),
            need: .livingTargets,
            also: "hide put away"),
        Action(
            .editText, [.character("E")], "Edit the bookmark or all marked as text in $EDITOR",
            .bookmarks, in: [.list, .detail, .editMenu],
            hint: ActionHint(label: "as text", priority: 18, marked: 187), need: .livingTargets,
            also: "vim nano editor bulk"),
        Action(
            .filter, [.character("/")],
            "Filter the list as you type, with words, #tags and more",
            .find, in: [.list], hint: ActionHint(label: "filter", priority: 75), need: .bookmarks,
            also: "search find query grep look up"),
        Action(
            .undo, [.character("u")], "Undo the latest edit of this list, or else of the device",
            .bookmarks, in: [.list, .detail],
            hint: ActionHint(label: "undo", priority: 50),
            also: "revert back"),
        Action(
            .redo, [.control("r")], "Redo", .bookmarks,
            in: [.list, .detail],
            also: "again repeat"),
        Action(
            .moveUp, [.character("K")], "Move the bookmark up in manual order",
            .organize, in: [.list], need: .handOrder,
            also: "reorder position rank"),
        Action(
            .moveDown, [.character("J")], "Move the bookmark down in manual order",
            .organize, in: [.list], need: .handOrder,
            also: "reorder position rank"),
        Action(
            .moveToTop, [.character("<")], "Move the bookmark to the top in manual order",
            .organize, in: [.list], need: .handOrder,
            also: "reorder position pin first"),
        Action(
            .moveToBottom, [.character(">")], "Move the bookmark to the bottom in manual order",
            .organize, in: [.list], need: .handOrder,
            also: "reorder position last"),
        Action(
            .importBookmarks, [.character("i")],
            "Import a file, a URL or a browser; press again to stop", .bookmarks,
            in: [.list],
            also: "firefox chrome chromium html load netscape"),
    ]
}
