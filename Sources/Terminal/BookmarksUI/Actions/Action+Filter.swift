import Screen

extension Action {
    static func filterActions(_ pages: [any Page.Type]) -> [Action] {
        let filters = [.filter] + ActionContext.filters(of: pages)
        let typed = filters + ActionContext.pages(pages).filter { $0.takesText }
        return [
            Action(
                .keepFilter, [.enter], "Keep the filter and go back to the list", .filter,
                in: filters, hint: ActionHint(label: "keep", priority: 80)
            ),
            Action(
                .clearFilter, [.escape], "Clear the filter", .filter,
                in: filters,
                hint: ActionHint(label: "clear", priority: 90)),
            Action(
                .markHit, [.tab], "Accept the suggestion; without one, mark and move down",
                .filter,
                in: [.filter], hint: ActionHint(label: "mark", priority: 70), need: .bookmark),
            Action(
                .nextHit, [.down, .control("n")], "Go down without leaving the filter", .filter,
                in: typed, hint: ActionHint(label: "next", priority: 40)
            ),
            Action(
                .previousHit, [.up, .control("p")], "Go up without leaving the filter", .filter,
                in: typed,
                hint: ActionHint(label: "previous", priority: 30)),
            Action(
                .nextHits, [.pageDown], "Go down a page without leaving the filter", .filter,
                in: typed),
            Action(
                .previousHits, [.pageUp], "Go up a page without leaving the filter", .filter,
                in: typed),
        ]
    }
}
