import Screen

extension DeletedView {
    static let actions = [
        Action(
            .restore, [.character("r")],
            "Bring the deleted bookmark back, or all marked; also after D", .bookmarks,
            in: [.deleted, .list, .detail], hint: ActionHint(label: "bring back", priority: 90),
            need: .deleted),
        Action(
            .purge, [.character("X")], "Forget the deleted bookmark, or all marked, for good; asks",
            .deleted, in: [.deleted, .list], hint: ActionHint(label: "forget", priority: 80),
            need: .deleted),
        Action(
            .filterDeleted, [.character("/")],
            "Filter them in the list, where is:deleted finds them", .deleted, in: [.deleted],
            hint: ActionHint(label: "filter", priority: 45)),
    ]
}
