import Screen

extension ActionContext {
    public static let messages = ActionContext("messages")
}

extension ActionID {
    public static let messages = ActionID("messages")
}

extension MessageLog {
    static let actions = [
        Action(
            .messages, [.character("M")], "Show the latest messages", .view, in: [.list, .detail],
            also: "log errors notifications")
    ]

    static func opened(by action: ActionID, in view: ShellView) -> MessageLog? {
        action == .messages ? MessageLog() : nil
    }
}
