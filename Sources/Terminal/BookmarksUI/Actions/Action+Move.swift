import Screen

extension Action {
    static func moveActions(_ kinds: [any Page.Type]) -> [Action] {
        let pages =
            [.list, .sidebar, .preview, .previewBesidePage]
            + ActionContext.pages(kinds).filter { !$0.takesText }
        let texts = ActionContext.texts(kinds)
        // In the details, these keys move through the list.
        let lines = pages.filter { $0 != .detail }
        return [
            Action(
                .down, [.character("j"), .down, .control("n")], "Go down", .move, in: lines,
                hint: ActionHint(label: "scroll", priority: 91, onlyIn: .preview)),
            Action(.up, [.character("k"), .up, .control("p")], "Go up", .move, in: lines),
            Action(.first, [.character("g"), .home], "Go to the first", .move, in: pages),
            Action(.last, [.character("G"), .end], "Go to the last", .move, in: pages),
            Action(.pageDown, [.pageDown, .control("f")], "Go down a page", .move, in: pages),
            Action(.pageUp, [.pageUp, .control("b")], "Go up a page", .move, in: pages),
            Action(.halfPageDown, [.control("d")], "Go down half a page", .move, in: pages),
            Action(.halfPageUp, [.control("u")], "Go up half a page", .move, in: pages),
            // The pages decide where it works: see ``Page/sharedActions``. In the reader, n is the
            // key for the next match, so all pages have the other keys of the reader, too.
            Action(
                .nextItem, [.character("n"), .character("]")],
                "Go to the next bookmark or group", .items, in: [],
                hint: ActionHint(label: "next", priority: 79)),
            Action(
                .previousItem, [.character("p"), .character("[")],
                "Go to the previous bookmark or group", .items, in: [],
                hint: ActionHint(label: "previous", priority: 74)),
            Action(
                .readOn, [.character(" ")], "Go down a page, as in pagers", .text,
                in: texts, hint: ActionHint(label: "more", priority: 78)),
            Action(.readBack, [.character("b")], "Go up a page", .text, in: texts),
        ]
    }
}
