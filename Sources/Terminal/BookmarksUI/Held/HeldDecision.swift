import Bookmarks
import KeyValueStore

/// What a person decided about deletions that were held back, until it is done.
struct HeldDecision: Sendable, Hashable {
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
        let verb = isRestoring ? "bringing back" : "deleting"
        return sent == 0
            ? "\(verb) \(grouped(total))" : "\(verb) \(grouped(sent))/\(grouped(total))"
    }

    /// What is said while it begins.
    var beginning: String {
        isRestoring
            ? "Bringing \(bookmarks(total)) back on all devices"
            : "Deleting \(bookmarks(held)) here too"
    }

    /// What is said when it is done.
    ///
    /// - Parameter isSent: whether the cloud has all that came back.
    func end(isSent: Bool) -> String {
        if !isRestoring, missing > 0 { return "Moved \(bookmarks(held)) to the trash here" }
        if !isRestoring { return "Deleted \(bookmarks(held)) here too, as the other devices did" }
        let more = earlier > 0 ? ", \(grouped(earlier)) more came back" : ""
        return "Kept \(bookmarks(held))\(more); the other devices get them back when they sync"
            + (isSent ? "" : ", once this one can send them")
    }

    /// Notes how many of them are still to be sent.
    mutating func note(unsent: Int) { sent = max(0, total - unsent) }

    private func bookmarks(_ count: Int) -> String {
        count == 1 ? "1 bookmark" : "\(grouped(count)) bookmarks"
    }
}

extension ScreenState {
    /// Leaves the view and says what was decided. That it is done is said when it is.
    mutating func decideHeld(_ action: ActionID) -> [Effect] {
        guard case .held(let deletions, _) = sync.phase else {
            reply("Nothing is held back any more")
            return []
        }
        let decision = HeldDecision(
            isRestoring: action == .restoreDeletions, held: deletions,
            earlier: heldView?.earlier ?? 0, missing: sync.missing)
        accepted = decision.isRestoring ? [] : Set((heldView?.rows ?? []).map(\.id))
        heldView = nil
        heldDecision = decision
        reply(decision.beginning + symbols.ellipsis)
        return [decision.isRestoring ? .restoreDeletions : .acceptDeletions]
    }

    /// Follows what was decided, and says when it is done.
    mutating func followHeldDecision() {
        guard let decision = heldDecision else { return }
        if case .held(let deletions, _) = sync.phase {
            // More than was decided about waits again. What was known before the decision may come
            // late, and says nothing.
            if deletions > decision.held { heldDecision = nil }
            return
        }
        if sync.isSettling { return }
        let isGoingOn = sync.phase == .idle && !sync.quotaExceeded
        if decision.isRestoring, sync.unsent > 0, isGoingOn {
            heldDecision?.note(unsent: sync.unsent)
            return
        }
        heldDecision = nil
        announce(.info, decision.end(isSent: sync.unsent == 0))
    }
}
