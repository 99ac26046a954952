import KeyValueStore

/// Something that goes on after its page was left. The title tells of it until it ends.
protocol PendingWork: Sendable {
    /// How far it is, as the title says it.
    var words: String { get }
    /// The change that it makes, which undo does not cover.
    var change: UncoveredChange { get }
    /// Follows how syncing goes.
    mutating func follow(_ sync: SyncState) -> PendingEnd?
}

/// That work has ended.
struct PendingEnd: Sendable {
    /// The message; `nil` where another place shows it.
    var words: String?
    /// An action that helps then, and the verb of its hint.
    var advice: (action: ActionID, verb: String)?
}

/// The latest change, where undo does not take it back.
enum UncoveredChange: Sendable, Hashable {
    case searches, acceptedDeletions, restoredDeletions
}

extension ScreenState {
    /// Follows what goes on, and says when it is done.
    mutating func followPendingWork() {
        guard let end = pending?.follow(sync) else { return }
        pending = nil
        guard let words = end.words else { return }
        guard let advice = end.advice else { return announce(.info, words) }
        announce(.info) { $0.text(words, advice.action, to: advice.verb) }
    }

    /// Undo takes back the next edit, but first says so where the latest change is another one.
    mutating func undo() -> [Effect] {
        guard let uncovered else { return [.undo] }
        self.uncovered = nil
        switch uncovered {
        case .searches:
            let what = "Undo does not cover saved searches"
            reply(text(what, .undo, to: "undo the latest edit of bookmarks"), .warning)
        case .acceptedDeletions:
            let what = "Undo does not cover accepted deletions"
            let trash = text(what, .showDeleted, to: "see them in the trash")
            reply(text(trash, .undo, to: "undo the latest edit here", after: ", "), .warning)
        case .restoredDeletions:
            let what = "Undo does not cover restored deletions"
            reply(text(what, .undo, to: "undo the latest edit here"), .warning)
        }
        return []
    }
}
