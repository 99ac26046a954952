import Bookmarks
import KeyValueStore
import Screen

/// A decision about waiting deletions, until it is carried out.
struct HeldDecision: Hashable {
    /// Whether the deleted bookmarks come back everywhere; otherwise they go here too.
    var isRestoring: Bool
    /// How many bookmarks were held.
    var held: Int
    /// How many were deleted shortly before, and come back too.
    var earlier: Int
    /// How many of those that were held no device has deleted: the server lacks them.
    var missing = 0
    /// How many of them the cloud has again.
    var sent = 0

    /// How it ended.
    enum End: Sendable {
        /// The page of the held deletions tells of those that wait again.
        case askedAgain
        case done(@Sendable (any KeyHints) -> String)
    }

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

    /// Follows how syncing goes. Returns the end once there is one.
    mutating func follow(_ sync: SyncState) -> End? {
        if case .held(let deletions, _) = sync.phase {
            // More than was decided about waits again. A count from before the decision may come
            // late, and says nothing.
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

/// The decision about waiting deletions that is being carried out, after its page was left.
struct DecidedDeletions: Activity {
    private var decision: HeldDecision?

    func titleWords(_ symbols: Symbols) -> String? { decision?.words }

    mutating func begin(_ decision: HeldDecision) { self.decision = decision }

    /// Forgets the decision, which failed. Returns whether there was one.
    mutating func giveUp() -> Bool {
        defer { decision = nil }
        return decision != nil
    }

    mutating func follow(_ sync: SyncState) -> [PageCommand] {
        guard let end = decision?.follow(sync) else { return [] }
        decision = nil
        guard case .done(let words) = end else { return [] }
        return [.announce(.info, words)]
    }
}
