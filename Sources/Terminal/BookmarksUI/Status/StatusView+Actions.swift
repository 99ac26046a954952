import Screen

extension ActionContext {
    /// The page about this device, its cloud and the other devices.
    public static let status = ActionContext("status")
}

extension ActionID {
    public static let status = ActionID("status")
}

extension StatusView {
    static let actions = [
        Action(
            .status, [.character("S")],
            "Show the state of this device, the cloud and other devices",
            .sync, in: [.list, .detail],
            also: "server account info health")
    ]

    static func opened(by action: ActionID, in view: ShellView) -> StatusView? {
        action == .status ? StatusView() : nil
    }
}
