/// The latest change, if undo does not cover it.
public enum UncoveredChange: Sendable, Hashable {
    case searches, acceptedDeletions, restoredDeletions, deletionForever
}

extension Shell {
    /// Undoes the next edit. If undo does not cover the latest change, it first tells so.
    mutating func undo() -> [Effect] {
        guard let uncovered = undoOffer.uncovered else { return [.undo] }
        undoOffer.uncovered = nil
        switch uncovered {
        case .searches:
            let what = "Undo does not cover saved searches"
            reply(text(what, .undo, to: "undo the latest edit of bookmarks"), .warning)
        case .acceptedDeletions:
            let what = "Undo does not cover accepted deletions"
            let trash = text(what, .showDeleted, to: "see them in the trash")
            reply(text(trash, .undo, to: "undo the latest edit here", after: ", "), .warning)
        case .deletionForever:
            let what = "Undo does not cover what was deleted forever"
            reply(text(what, .undo, to: "undo the edit before it"), .warning)
        case .restoredDeletions:
            let what = "Undo does not cover keeping deleted bookmarks"
            reply(text(what, .undo, to: "undo the latest edit here"), .warning)
        }
        return []
    }
}
