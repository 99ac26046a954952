import Bookmarks
import Screen

extension ActionContext {
    /// The page of duplicates.
    public static let duplicates = ActionContext("duplicates")
}

extension ActionSection {
    public static let duplicates = ActionSection("On the page of duplicates")
}

extension ActionID {
    public static let showDuplicates = ActionID("show-duplicates")
    public static let mergeDuplicates = ActionID("merge-duplicates")
    public static let mergeAllDuplicates = ActionID("merge-all-duplicates")
}

extension DuplicatesView {
    static let actions = [
        Action(
            .showDuplicates, [.character("=")], "Show duplicates, to merge them",
            .bookmarks, in: [.list], need: .bookmarks,
            also: "dedupe double same copies"),
        Action(
            .mergeDuplicates, [.enter, .character("m")],
            "Merge the group into one bookmark", .duplicates,
            in: [.duplicates], hint: ActionHint(label: "merge", priority: 90), need: .page),
        Action(
            .mergeAllDuplicates, [.character("A")], "Merge all groups; asks first",
            .duplicates, in: [.duplicates], hint: ActionHint(label: "merge all", priority: 80),
            need: .page),
    ]

    static func opened(by action: ActionID, in view: ShellView) -> DuplicatesView? {
        action == .showDuplicates ? DuplicatesView() : nil
    }

    func label(of action: ActionID, _ usual: String) -> String? {
        let isOther = [.nextItem, .previousItem].contains(action)
        return isOther && groups?.count ?? 0 < 2 ? nil : usual
    }

    func reason(against action: ActionID, _ view: ShellView) -> String? {
        selected == nil ? "There is nothing to merge" : nil
    }

    /// Merges the selected group, or asks whether to merge all.
    mutating func perform(_ action: ActionID, _ view: ShellView) -> [PageCommand]? {
        guard let selected, let groups else { return [] }
        if action == .mergeDuplicates {
            return [.edit(MergeDuplicates([selected.bookmarks.map(\.id)]))]
        }
        let what = groups.count == 1 ? "the group" : "each of \(grouped(groups.count)) groups"
        return [
            .ask(
                "Merge \(what) into one bookmark? You can undo it",
                MergeDuplicates(groups.map { $0.bookmarks.map(\.id) }))
        ]
    }
}
