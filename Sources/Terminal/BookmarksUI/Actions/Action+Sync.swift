import Screen

extension Action {
    static let syncActions = [
        Action(
            .sync, [.character("R")], "Sync now; decide about waiting deletions", .sync,
            in: [.list, .detail, .status], need: .online),
        Action(
            .airplane, [.character("C")], "Turn airplane mode on or off", .sync,
            in: [.list, .detail, .status]),
    ]
}
