import Screen

extension Action {
    static let questionActions = [
        Action(
            .yes, [.character("y"), .character("Y")], "Yes", .question, in: [.question],
            hint: ActionHint(label: "yes", priority: 96)),
        Action(
            .no, [.character("n"), .character("N"), .escape, .enter],
            "No, like every other key", .question, in: [.question],
            hint: ActionHint(label: "no", priority: 95)),
    ]
}
