import Screen

extension Action {
    static let promptActions = [
        Action(
            .enterPrompt, [.enter], "Do it with what is typed", .prompt, in: [.prompt],
            hint: ActionHint(label: "do it", priority: 90)),
        Action(
            .complete, [.tab], "Take the word that is offered; right of the end does it too",
            .prompt, in: [.prompt], hint: ActionHint(label: "complete", priority: 70)),
        Action(
            .nextWord, [.down, .control("n")], "Offer the next word that fits", .prompt,
            in: [.prompt]),
        Action(
            .previousWord, [.up, .control("p")], "Offer the word before", .prompt, in: [.prompt]),
        Action(
            .leavePrompt, [.escape], "Leave without doing anything", .prompt, in: [.prompt],
            hint: ActionHint(label: "leave", priority: 80)),
    ]
}
