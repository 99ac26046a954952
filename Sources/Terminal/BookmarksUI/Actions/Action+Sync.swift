import Screen

extension Action {
    static let syncActions = [
        Action(
            .sync, [.character("R")], "Sync now; decide on deletions that are held back", .sync,
            in: [.list, .detail], need: .online),
        Action(
            .airplane, [.character("C")], "Turn airplane mode on or off", .sync,
            in: [.list, .detail]),
    ]
}
