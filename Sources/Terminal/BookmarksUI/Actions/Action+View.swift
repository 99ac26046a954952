import Screen

extension Action {
    static func viewActions(_ pages: [any Page.Type]) -> [Action] {
        [
            Action(
                .back, [.escape, .character("h"), .left, .character("q")], "Go back from any page",
                .view,
                in: ActionContext.pages(pages).filter { !$0.takesText },
                hint: ActionHint(label: "back", priority: 95)),
            Action(
                .sort, [.character("s")], "Sort the list; choosing the same again reverses it",
                .view,
                in: [.list], hint: ActionHint(label: "sort", priority: 30), need: .bookmarks),
            Action(
                .saveSearch, [.character("w")], "Save the filter under a name; @name stands for it",
                .view, in: [.list]),
            Action(
                .clear, [.escape], "Clear marks, then the filter, then the labels of other devices",
                .view, in: [.list], hint: ActionHint(label: "unmark", priority: 72, marked: 196)),
        ]
    }
}
