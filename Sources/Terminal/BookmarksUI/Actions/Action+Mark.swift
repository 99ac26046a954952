import Screen

extension Action {
    static let markActions = [
        Action(
            .mark, [.character(" ")], "Mark the bookmark, or take its mark away, and go down",
            .marks, in: [.list], hint: ActionHint(label: "mark", priority: 15),
            need: .bookmark),
        Action(
            .markRange, [.character("v")], "Begin a range that moving extends; v again ends it",
            .marks, in: [.list], hint: ActionHint(label: "end range", priority: 91),
            need: .bookmark),
        Action(
            .markAll, [.character("*")], "Mark all that show, or none of them", .marks,
            in: [.list], need: .bookmark),
    ]
}
