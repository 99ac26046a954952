import Screen

extension Action {
    static let syncActions = [
        Action(
            .sync, [.character("R")], "Sync now; decide about waiting deletions", .sync,
            in: [.list, .detail, .status], need: .online,
            also: "refresh update pull push fetch"),
        Action(
            .airplane, [.character("C")], "Turn airplane mode on or off", .sync,
            in: [.list, .detail, .status],
            also: "offline online disconnect network"),
    ]
}
