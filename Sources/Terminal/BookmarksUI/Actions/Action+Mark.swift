import Screen

extension Action {
    static let markActions = [
        Action(
            .mark, [.character(" ")], "Mark or unmark the bookmark, and move down",
            .marks, in: [.list], hint: ActionHint(label: "mark", priority: 29),
            need: .bookmark,
            also: "select choose tick"),
        Action(
            .markRange, [.character("v")],
            "Start a range that grows as you move; v again to end it",
            .marks, in: [.list], hint: ActionHint(label: "end range", priority: 91, marked: 200),
            need: .bookmark,
            also: "select visual several"),
        Action(
            .markAll, [.character("*")], "Mark or unmark everything shown", .marks,
            in: [.list], need: .bookmark,
            also: "select everything"),
    ]
}
