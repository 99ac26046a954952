import Screen

extension Action {
    static func viewActions(_ pages: [any Page.Type]) -> [Action] {
        [
            Action(
                .back, [.escape, .character("h"), .left, .character("q")], "Go back from any page",
                .move,
                in: ActionContext.pages(pages).filter { !$0.takesText },
                hint: ActionHint(label: "back", priority: 95)),
            Action(
                .sort, [.character("s")], "Sort the list; choosing the same again reverses it",
                .find,
                in: [.list], hint: ActionHint(label: "sort", priority: 30), need: .bookmarks,
                also: "order arrange by name date age url relevance"),
            Action(
                .saveSearch, [.character("w")], "Save the filter under a name; @name stands for it",
                .find, in: [.list],
                also: "store query smart folder"),
            Action(
                .clear, [.escape], "Clear the range, marks, filter, then device labels",
                .find, in: [.list], hint: ActionHint(label: "unmark", priority: 72, marked: 196),
                also: "reset unmark escape deselect"),
        ]
    }
}
