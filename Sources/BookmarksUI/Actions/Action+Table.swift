import Screen

extension Action {
    /// Every action there is, in the order of help and hint line.
    public static let all: [Action] =
        bookmarkActions + moveActions + viewActions + syncActions + programActions + filterActions
        + formActions + sortActions + questionActions

    private static let pages: [ActionContext] = [.list, .detail, .help, .messages, .held, .deleted]
    private static let everywhere = ActionContext.allCases
    private static let outsideQuestions = everywhere.filter { $0 != .question }

    private static let bookmarkActions = [
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

    private static let moveActions = [
        Action(.down, [.character("j"), .down, .control("n")], "Go down", .move, in: pages),
        Action(.up, [.character("k"), .up, .control("p")], "Go up", .move, in: pages),
        Action(.first, [.character("g"), .home], "Go to the first", .move, in: pages),
        Action(.last, [.character("G"), .end], "Go to the last", .move, in: pages),
        Action(.pageDown, [.pageDown, .control("f")], "Go down a page", .move, in: pages),
        Action(.pageUp, [.pageUp, .control("b")], "Go up a page", .move, in: pages),
        Action(.halfPageDown, [.control("d")], "Go down half a page", .move, in: pages),
        Action(.halfPageUp, [.control("u")], "Go up half a page", .move, in: pages),
    ]

    private static let viewActions = [
        Action(
            .details, [.character("l"), .right, .tab], "Show the bookmark whole", .view,
            in: [.list], hint: ActionHint(label: "details", priority: 40), need: .bookmark),
        Action(
            .filterHelp, [.character("/")], "Show only the keys that match what you type", .view,
            in: [.help], hint: ActionHint(label: "filter", priority: 60)),
        Action(
            .back, [.escape, .character("h"), .left, .character("q")], "Go back", .view,
            in: [.detail, .help, .messages, .held, .deleted],
            hint: ActionHint(label: "back", priority: 95)),
        Action(
            .sort, [.character("s")], "Sort the list; choosing the same again reverses it", .view,
            in: [.list], hint: ActionHint(label: "sort", priority: 30), need: .bookmarks),
        Action(
            .clear, [.escape], "Clear the filter, then the marks of other devices", .view,
            in: [.list]),
        Action(
            .messages, [.character("M")], "Show the latest messages", .view, in: [.list, .detail]),
    ]

    private static let syncActions = [
        Action(
            .sync, [.character("R")], "Sync now; decide on deletions that are held back", .sync,
            in: [.list, .detail], need: .online),
        Action(
            .airplane, [.character("C")], "Turn airplane mode on or off", .sync,
            in: [.list, .detail]),
        Action(
            .acceptDeletions, [.character("a")],
            "Delete here too what other devices deleted and is held", .sync, in: [.held],
            hint: ActionHint(label: "delete here too", priority: 90)),
        Action(
            .restoreDeletions, [.character("r")],
            "Bring back everywhere what other devices deleted and is held", .sync,
            in: [.held], hint: ActionHint(label: "bring back", priority: 92)),
    ]

    private static let programActions = [
        Action(
            .help, [.character("?"), .function(1)], "Show this help", .program,
            in: [.list, .detail, .messages, .held, .deleted, .filter, .form],
            hint: ActionHint(label: "help", priority: 100)),
        Action(
            .quit, [.character("q")], "Quit", .program, in: [.list],
            hint: ActionHint(label: "quit", priority: 95)),
        Action(
            .quitAnywhere, [.control("c")],
            "Quit from anywhere; asks when typed text would be lost",
            .program, in: outsideQuestions),
        Action(.redraw, [.control("l")], "Draw the screen again", .program, in: everywhere),
        Action(
            .suspend, [.control("z")], "Suspend; the shell's fg comes back", .program,
            in: everywhere),
    ]

    private static let filterActions = [
        Action(
            .keepFilter, [.enter], "Keep the filter and go back to the list", .filter,
            in: [.filter, .helpFilter], hint: ActionHint(label: "keep", priority: 80)),
        Action(
            .clearFilter, [.escape], "Clear the filter", .filter,
            in: [.filter, .helpFilter], hint: ActionHint(label: "clear", priority: 90)),
        Action(
            .nextHit, [.down, .control("n")], "Go down without leaving the filter", .filter,
            in: [.filter, .helpFilter], hint: ActionHint(label: "next", priority: 40)),
        Action(
            .previousHit, [.up, .control("p")], "Go up without leaving the filter", .filter,
            in: [.filter, .helpFilter], hint: ActionHint(label: "previous", priority: 30)),
        Action(
            .nextHits, [.pageDown], "Go down a page without leaving the filter", .filter,
            in: [.filter, .helpFilter]),
        Action(
            .previousHits, [.pageUp], "Go up a page without leaving the filter", .filter,
            in: [.filter, .helpFilter]),
    ]

    private static let formActions = [
        Action(
            .enterField, [.enter], "Go from the URL to the name; on any other field, save", .form,
            in: [.form], hint: ActionHint(label: "save", priority: 90)),
        Action(
            .save, [.control("o")], "Save from any field", .form, in: [.form],
            hint: ActionHint(label: "save", priority: 85)),
        Action(
            .nextField, [.tab, .down], "Go to the next field", .form, in: [.form],
            hint: ActionHint(label: "next field", priority: 70)),
        Action(
            .previousField, [.backTab, .up], "Go to the field before", .form, in: [.form]),
        Action(
            .cancel, [.escape], "Leave the form; asks when typed text would be lost", .form,
            in: [.form], hint: ActionHint(label: "cancel", priority: 80)),
    ]

    private static let sortActions = [
        Action(
            .sortByAdded, [.character("a")], "When it was added", .sort, in: [.sortMenu],
            hint: ActionHint(label: "added", priority: 90)),
        Action(
            .sortByModified, [.character("m")], "When it was last edited", .sort, in: [.sortMenu],
            hint: ActionHint(label: "modified", priority: 80)),
        Action(
            .sortByName, [.character("n")], "Its name", .sort, in: [.sortMenu],
            hint: ActionHint(label: "name", priority: 85)),
        Action(
            .sortByURL, [.character("u")], "Its URL", .sort, in: [.sortMenu],
            hint: ActionHint(label: "URL", priority: 75)),
        Action(
            .closeMenu, [.escape, .character("q"), .character("h"), .left], "Leave it as it is",
            .sort, in: [.sortMenu], hint: ActionHint(label: "leave", priority: 95)),
    ]

    private static let questionActions = [
        Action(
            .yes, [.character("y"), .character("Y")], "Yes", .question, in: [.question],
            hint: ActionHint(label: "yes", priority: 90)),
        Action(
            .no, [.character("n"), .character("N"), .escape, .enter],
            "No, and so does every other key", .question, in: [.question],
            hint: ActionHint(label: "no", priority: 95)),
    ]
}
