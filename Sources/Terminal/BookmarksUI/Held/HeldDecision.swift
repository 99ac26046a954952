import Bookmarks
import KeyValueStore
import Screen

/// A decision about waiting deletions that is not carried out yet.
struct HeldDecision: Hashable {
    /// Whether the deleted bookmarks are restored everywhere; otherwise, they are deleted here,
    /// too.
    var isRestoring: Bool
    /// The number of held bookmarks and documents.
    var held: Int
    /// The number of documents among them.
    var documents = 0
    /// The number of bookmarks and documents deleted shortly before, which are restored, too.
    var earlier: Int
    /// The number of held ones that no device deleted: the server lacks them.
    var missing = 0
    /// The number of them that the cloud has again.
    var sent = 0

    /// The way in which the decision ended.
    enum End: Sendable {
        /// More deletions wait, and the page of held deletions shows them.
        case askedAgain
        case done(@Sendable (any KeyHints) -> String)
    }

    private var total: Int { isRestoring ? held + earlier : held }

    private var heldWords: String {
        countedBookmarks(held - documents, documents: documents)
    }

    private var totalWords: String {
        if total == held { return heldWords }
        // It is not known which of those deleted before are documents.
        return documents == 0
            ? counted(total, "bookmark") : "\(grouped(total)) bookmarks and documents"
    }

    /// The words for the title.
    var words: String {
        let verb = isRestoring ? "restoring" : "deleting"
        return sent == 0
            ? "\(verb) \(grouped(total))" : "\(verb) \(grouped(sent))/\(grouped(total))"
    }

    var change: UncoveredChange { isRestoring ? .restoredDeletions : .acceptedDeletions }

    /// The question before the decision.
    var question: String {
        missing > 0
            ? "Move \(heldWords) to the trash of this device?"
            : "Delete \(heldWords) here too?"
    }

    /// The message at the beginning.
    var beginning: String {
        isRestoring
            ? "Restoring \(totalWords) on all devices"
            : "Deleting \(heldWords) here too"
    }

    /// Returns the message at the end.
    ///
    /// - Parameter isSent: whether the cloud has all restored bookmarks.
    private func end(isSent: Bool) -> String {
        if !isRestoring, missing > 0 {
            return "Moved \(heldWords) to the trash here"
        }
        if !isRestoring {
            return "Deleted \(heldWords) here too, as the other devices did"
        }
        let more = earlier > 0 ? ", restored \(grouped(earlier)) more" : ""
        return
            "Kept \(heldWords)\(more); the other devices get them back when they "
            + "sync"
            + (isSent ? "" : ", once this one can send them")
    }

    /// Follows the state of syncing. Returns the end once it is reached.
    mutating func follow(_ sync: SyncState) -> End? {
        if case .held(let deletions, _) = sync.phase {
            // More deletions than those decided wait. A late count from before the decision is
            // ignored.
            return deletions > held ? .askedAgain : nil
        }
        if sync.isSettling { return nil }
        let isGoingOn = sync.phase == .idle && !sync.quotaExceeded
        if isRestoring, sync.unsent > 0, isGoingOn {
            sent = max(0, total - sync.unsent)
            return nil
        }
        let words = end(isSent: sync.unsent == 0)
        if isRestoring { return .done { _ in words } }
        let see = "see \(held == 1 ? "it" : "them")" + (missing > 0 ? "" : " in the trash")
        return .done { $0.text(words, .showDeleted, to: see) }
    }
}

/// The decision about waiting deletions while it is carried out, after its page was closed.
struct DecidedDeletions: Activity {
    private var decision: HeldDecision?
    /// Whether the device has taken the decision, so that it can no longer fail.
    private var isTaken = false

    func titleWords(_ symbols: Symbols) -> String? { decision?.words }

    mutating func begin(_ decision: HeldDecision) { (self.decision, isTaken) = (decision, false) }

    /// Drops the decision because its edit failed. Returns `false` if the failure is about
    /// something else.
    ///
    /// The edit is made before the next key, and the state of syncing follows it. So a failure that
    /// comes after that state belongs to another effect.
    mutating func giveUp() -> Bool {
        guard decision != nil, !isTaken else { return false }
        decision = nil
        return true
    }

    mutating func follow(_ sync: SyncState) -> [PageCommand] {
        isTaken = true
        guard let end = decision?.follow(sync) else { return [] }
        decision = nil
        guard case .done(let words) = end else { return [] }
        return [.announce(.info, words)]
    }
}
