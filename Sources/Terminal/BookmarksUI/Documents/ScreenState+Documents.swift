import Bookmarks
import KeyValueStore
import Screen

extension ActionID {
    public static let savePage = ActionID("save-page")
}

extension Action {
    static let documentActions = [
        Action(
            .savePage, [.character("P")],
            "Save the page, or those of all marked, on all your devices",
            .web, in: [.list, .detail, .reader],
            hint: ActionHint(label: "save page", priority: 14, marked: 185),
            need: .livingTargets,
            also: "keep archive snapshot download document"),
        Action(
            .writeNote, [.control("e")], "Write the note of the bookmark in $EDITOR", .bookmarks,
            in: [.list, .detail], hint: ActionHint(label: "note", priority: 13),
            need: .livingTargets, also: "text markdown comment annotate journal"),
    ]
}

extension ScreenState {
    /// Opens the note of the bookmark in the person's editor.
    func writeNote(_ list: BookmarkList) -> [Effect] {
        target(list).map { [.writeNote(bookmark: $0)] } ?? []
    }

    /// Saves the pages of the bookmark or of all marked.
    mutating func savePages(_ list: BookmarkList) -> [Effect] {
        guard let targets = targets(list) else { return [] }
        return carryOut(activities.saving.save(targets, view(list)), list)
    }

    /// Saves the pages of added bookmarks, if that is set.
    mutating func saveAdded(_ ids: [String], _ list: BookmarkList) -> [Effect] {
        carryOut(activities.saving.saveAdded(ids, view(list)), list)
    }
}
