import Screen

extension Action {
    static let promptActions = [
        Action(
            .enterPrompt, [.enter], "Confirm the text", .prompt, in: [.prompt],
            hint: ActionHint(label: "confirm", priority: 90)),
        Action(
            .complete, [.tab], "Accept the suggestion; Right at the end of the line does too",
            .prompt, in: [.prompt], hint: ActionHint(label: "complete", priority: 70)),
        Action(
            .nextWord, [.down, .control("n")], "Show the next suggestion", .prompt,
            in: [.prompt]),
        Action(
            .previousWord, [.up, .control("p")], "Show the previous suggestion", .prompt,
            in: [.prompt]),
        Action(
            .leavePrompt, [.escape], "Cancel", .prompt, in: [.prompt],
            hint: ActionHint(label: "leave", priority: 80)),
    ]
}
