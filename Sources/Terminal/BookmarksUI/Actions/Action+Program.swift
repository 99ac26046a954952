import Screen

extension Action {
    static func programActions(_ pages: [any Page.Type]) -> [Action] {
        let everywhere = ActionContext.all(pages)
        let outsideQuestions = everywhere.filter { $0 != .question }
        let withHelp = everywhere.filter {
            ![.help, .helpFilter].contains($0) && !$0.takesOneKey
        }
        return [
            Action(
                .help, [.character("?"), .function(1)], "Show this help", .program,
                in: withHelp,
                hint: ActionHint(label: "help", priority: 1000),
                also: "keys shortcuts bindings manual keyboard"),
            Action(
                .quit, [.character("q")], "Quit", .program, in: [.list],
                hint: ActionHint(label: "quit", priority: 95),
                also: "exit close leave"),
            Action(
                .quitAnywhere, [.control("c")],
                "Quit from anywhere; asks before it discards text",
                .program, in: outsideQuestions,
                also: "exit close kill"),
            Action(
                .redraw, [.control("l")], "Draw the screen again", .program, in: everywhere,
                also: "refresh repaint"),
            Action(
                .suspend, [.control("z")], "Suspend; type fg in the shell to return", .program,
                in: everywhere,
                also: "background shell"),
            Action(
                .showPalette, [.character(":")], "Find any action by its words, and do it",
                .program,
                in: [.list, .sidebar, .previewBesidePage]
                    + ActionContext.pages(pages).filter { !$0.takesText },
                hint: ActionHint(label: "actions", priority: 28),
                also: "commands menu run"),
        ]
    }
}
