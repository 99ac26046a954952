import Screen

extension Action {
    private static let everywhere = ActionContext.allCases
    private static let outsideQuestions = everywhere.filter { $0 != .question }

    static let syncActions = [
        Action(
            .sync, [.character("R")], "Sync now; decide on deletions that are held back", .sync,
            in: [.list, .detail], need: .online),
        Action(
            .airplane, [.character("C")], "Turn airplane mode on or off", .sync,
            in: [.list, .detail]),
    ]
}
