import Screen

extension Action {
    static let promptActions = [
        Action(
            .enterPrompt, [.enter], "Confirm the text", .prompt, in: [.prompt],
            hint: ActionHint(label: "confirm", priority: 90)),
        Action(
            .leavePrompt, [.escape], "Cancel", .prompt, in: [.prompt],
            hint: ActionHint(label: "leave", priority: 80)),
    ]

    static let completionActions = [
        Action(
            .nextWord, [.down, .control("n")], "Choose the next suggestion", .completion,
            in: [.completion, .prompt], hint: ActionHint(label: "choose", priority: 88)),
        Action(
            .previousWord, [.up, .control("p")], "Choose the previous suggestion", .completion,
            in: [.completion, .prompt]),
        Action(
            .takeChosen, [.enter], "Put the chosen suggestion into the line", .completion,
            in: [.completion], hint: ActionHint(label: "take", priority: 91)),
        Action(
            .complete, [.tab], "Accept the suggestion; Right at the end of the line does too",
            .completion, in: [.completion, .prompt],
            hint: ActionHint(label: "complete", priority: 70)),
        Action(
            .closeCompletion, [.escape], "Close the menu of suggestions", .completion,
            in: [.completion], hint: ActionHint(label: "close", priority: 80)),
    ]
}
