public import Bookmarks
import Screen

/// How many bookmarks a person may choose in a list that is opened for choosing.
public enum Picking: Sendable, Hashable {
    case one
    /// All marked ones, or the selected one.
    case several
}

extension ScreenState {
    /// Begins to choose from the list: Enter chooses, and Esc cancels. Typed text filters at once,
    /// beginning with the query that the list is filtered by already.
    public mutating func beginPicking(_ picking: Picking, in list: BookmarkList) {
        self.picking = picking
        _ = performFilter(.filter, list)
    }

    /// The effects of an action while picking; `nil` if picking does not change it.
    mutating func performPick(_ action: ActionID, _ list: BookmarkList) -> [Effect]? {
        guard let picking else { return nil }
        switch (action, context) {
        // It stays in the line, so that it can be corrected.
        case (.keepFilter, .filter) where filterMistake != nil: return nil
        case (.open, _), (.keepFilter, .filter):
            let ids = picking == .several ? targets(list)?.ids : target(list).map { [$0] }
            guard let ids, !ids.isEmpty else {
                let isFiltered = list.total > 0 && !list.query.isEmpty
                let why = isFiltered ? "No bookmark matches the filter" : "There are no bookmarks"
                reply("\(why), so there is nothing to choose", .warning)
                return []
            }
            return [.choose(ids: ids)]
        case (.clear, .list), (.clearFilter, .filter): return [.quit]
        case (.mark, _), (.markRange, _), (.markAll, _), (.markHit, _):
            guard picking == .one else { return nil }
            reply("You can choose one bookmark here; for several: cloudy pick --multi", .warning)
            return []
        default: return nil
        }
    }

    /// The word of the hint line for an action while the person chooses; `nil` for its own.
    func pickLabel(of action: ActionID) -> String? {
        guard picking != nil else { return nil }
        switch (action, context) {
        case (.open, _), (.keepFilter, .filter):
            return marks.ids.isEmpty ? "choose" : "choose \(grouped(marks.ids.count))"
        case (.clearFilter, .filter): return "cancel"
        default: return nil
        }
    }

    /// The advice where the filter finds nothing to choose.
    var emptyPickAdvice: String {
        let empties = "\(Key.control("u").name) to empty the filter"
        return "Press \(text(empties, .clearFilter, to: "cancel", after: ", "))."
    }
}

extension ShellView {
    /// The line of the help for an action while the person chooses; `nil` for its own.
    func pickHelp(of action: ActionID) -> String? {
        switch (action, picking) {
        case (_, nil): nil
        case (.open, .one), (.keepFilter, .one): "Choose the bookmark"
        case (.open, .several), (.keepFilter, .several):
            "Choose the marked bookmarks, or else this one"
        case (.clear, _), (.clearFilter, _): "Cancel, and choose nothing"
        case (.markHit, .one): "Accept the suggestion"
        case (.mark, .one), (.markRange, .one), (.markAll, .one):
            "Nothing here; cloudy pick --multi chooses several"
        default: nil
        }
    }
}
