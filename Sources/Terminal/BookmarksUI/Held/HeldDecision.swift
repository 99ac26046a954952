import Bookmarks
import KeyValueStore

/// A decision about waiting deletions, until it is carried out.
struct HeldDecision: PendingWork, Hashable {
    /// Whether what was deleted comes back everywhere; otherwise it goes here too.
    var isRestoring: Bool
    /// How many bookmarks were held.
    var held: Int
    /// How many were deleted shortly before, and come back too.
    var earlier: Int
    /// How many of those that were held no device has deleted: the server lacks them.
    var missing = 0
    /// How many of them the cloud has again.
    var sent = 0

    private var total: Int { isRestoring ? held + earlier : held }

    /// As the title says it.
    var words: String {
        let verb = isRestoring ? "restoring" : "deleting"
        return sent == 0
            ? "\(verb) \(grouped(total))" : "\(verb) \(grouped(sent))/\(grouped(total))"
    }

    var change: UncoveredChange { isRestoring ? .restoredDeletions : .acceptedDeletions }

    /// The question before it.
    var question: String {
        missing > 0
            ? "Move \(counted(held, "bookmark")) to the trash of this device?"
            : "Delete \(counted(held, "bookmark")) here too?"
    }

    /// The message while it begins.
    var beginning: String {
        isRestoring
            ? "Restoring \(counted(total, "bookmark")) on all devices"
            : "Deleting \(counted(held, "bookmark")) here too"
    }

    /// The message when it is done.
    ///
    /// - Parameter isSent: whether the cloud has all that came back.
    private func end(isSent: Bool) -> String {
        if !isRestoring, missing > 0 {
            return "Moved \(counted(held, "bookmark")) to the trash here"
        }
        if !isRestoring {
            return "Deleted \(counted(held, "bookmark")) here too, as the other devices did"
        }
        let more = earlier > 0 ? ", restored \(grouped(earlier)) more" : ""
        return
            "Kept \(counted(held, "bookmark"))\(more); the other devices get them back when they "
            + "sync"
            + (isSent ? "" : ", once this one can send them")
    }

    mutating func follow(_ sync: SyncState) -> PendingEnd? {
        if case .held(let deletions, _) = sync.phase {
            // More than was decided about waits again. A count from before the decision may come
            // late, and says nothing.
            return deletions > held ? PendingEnd() : nil
        }
        if sync.isSettling { return nil }
        let isGoingOn = sync.phase == .idle && !sync.quotaExceeded
        if isRestoring, sync.unsent > 0, isGoingOn {
            sent = max(0, total - sync.unsent)
            return nil
        }
        let words = end(isSent: sync.unsent == 0)
        if isRestoring { return PendingEnd(words: words) }
        let see = "see \(held == 1 ? "it" : "them")" + (missing > 0 ? "" : " in the trash")
        return PendingEnd(words: words, advice: (.showDeleted, see))
    }
}
