import Screen

extension Action {
    static let webActions = [
        Action(
            .checkLinks, [.character("L")], "Check whether the link works, or those of all marked",
            .web, in: [.list, .detail],
            hint: ActionHint(label: "check link", priority: 15, marked: 186),
            need: .livingTargets,
            also: "dead broken 404 test"),
        Action(
            .openArchive, [.character("A")], "Open the copy on web.archive.org", .web,
            in: [.list, .detail], need: .bookmark,
            also: "wayback cached copy"),
        Action(
            .toggleTitles, [.character("F")],
            "Turn on or off: fetch titles of bookmarks added without a name",
            .web, in: [.list],
            also: "setting names automatic"),
    ]
}
