public import Bookmarks
import Screen

/// The number of bookmarks that a person may choose in a list opened for picking.
public enum Picking: Sendable, Hashable {
    case one
    /// All marked bookmarks, or the selected one.
    case several
}

extension ScreenState {
    /// Starts picking: Enter chooses, and Esc cancels. Typed text filters at once, starting with
    /// the list's current query.
    public mutating func beginPicking(_ picking: Picking, in list: BookmarkList) {
        self.picking = picking
        _ = performFilter(.filter, list)
    }

    /// Returns the effects of an action while picking; `nil` if picking does not change it.
    mutating func performPick(_ action: ActionID, _ list: BookmarkList) -> [Effect]? {
        guard let picking else { return nil }
        switch (action, shell.context) {
        // An invalid filter stays in the line, so that it can be corrected.
        case (.keepFilter, .filter) where shell.filterMistake != nil: return nil
        case (.open, _), (.keepFilter, .filter):
            let ids = picking == .several ? targets(list)?.ids : target(list).map { [$0] }
            guard let ids, !ids.isEmpty else {
                let isFiltered = list.total > 0 && !list.query.isEmpty
                let why = isFiltered ? "No bookmark matches the filter" : "There are no bookmarks"
                shell.reply("\(why), so there is nothing to choose", .warning)
                return []
            }
            return [.choose(ids: ids)]
        case (.clear, .list), (.clearFilter, .filter): return [.quit]
        case (.mark, _), (.markRange, _), (.markAll, _), (.markHit, _):
            guard picking == .one else { return nil }
            shell.reply(
                "You can choose one bookmark here; for several: cloudy pick --multi", .warning)
            return []
        default: return nil
        }
    }

    /// Returns the hint line's word for an action while picking; `nil` for the usual one.
    func pickLabel(of action: ActionID) -> String? {
        guard picking != nil else { return nil }
        switch (action, shell.context) {
        case (.open, _), (.keepFilter, .filter):
            return listView.marks.ids.isEmpty
                ? "choose" : "choose \(grouped(listView.marks.ids.count))"
        case (.clearFilter, .filter): return "cancel"
        default: return nil
        }
    }
}

extension ShellView {
    /// Returns the help line of an action while picking; `nil` for the usual one.
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

extension Shell {
    /// The advice if the filter finds nothing to choose.
    var emptyPickAdvice: String {
        let empties = "\(Key.control("u").name) to empty the filter"
        return "Press \(text(empties, .clearFilter, to: "cancel", after: ", "))."
    }
}
