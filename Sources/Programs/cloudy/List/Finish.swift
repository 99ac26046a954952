import BookmarkLibrary
import Bookmarks
import DeviceStore
import KeyValueStore
import Replication

/// Ends a command after an edit, which is already durable. Writes the property list, and sends
/// edits to the cloud while that makes progress. Unsent edits are reported, but are not a failure.
///
/// - Parameter isStopped: whether the person stopped the command, so that it waits only a few
///   seconds.
func finish(
    _ home: Home, _ mirror: HomeMirror, isOffline: Bool, isStopped: Bool = false
) {
    if let problem = home.takeUndoProblem() { complain(problem) }
    func settleHere() {
        mirror.flushBeforeExit()
        for problem in mirror.takeProblems() { complain(problem) }
    }
    // Including what the sync wrote.
    defer { leaveTidy(home) }
    var reason = ""
    do {
        // An open list with the engine syncs nothing in airplane mode either, and reports nothing
        // to a command.
        if try isOffline || home.device.syncState().phase == .offline {
            settleHere()
            throw SyncError.offline
        }
        if home.location.remote != nil {
            settleHere()
            if let why = home.location.remote?.lostReason { return complain("Saved here. " + why) }
            home.device.ring()
            if home.device.startAgent() { Agent.awaitFirstWord(home) }
            if let reason = try reasonAtServer(home) { sayWaiting(home, " " + reason) }
            return
        }
        CommandLog.note("sends what was edited")
        // Both wait for the disk, each for a different file.
        let backlog = Backlog(home.device)
        defer { backlog.end() }
        let advances = { backlog.shrinks() && !isStopped }
        try waitFor(seconds: 5, meanwhile: settleHere, advances: advances) {
            try await home.device.syncOnce()
        }
        CommandLog.note("sent it")
        sendDocuments(home)
        // A sibling with the engine was only notified, so unsent edits mean nothing yet.
        if let trouble = home.device.trouble {
            reason = " \(trouble.message)"
        } else {
            guard try home.device.syncState().quotaExceeded else { return }
            reason = " \(fullAccount)"
        }
    } catch  where !(error is SyncError) {
        reason = " \(message(for: error))"
    } catch {}
    sayWaiting(home, reason)
}

/// The unsent edits of a command; a terminal shows their number if sending takes seconds.
private final class Backlog {
    private let device: DeviceStore
    private let line = ProgressLine()
    private var last: Int?

    init(_ device: DeviceStore) {
        self.device = device
    }

    /// Whether fewer edits are unsent than at the last call.
    func shrinks() -> Bool {
        guard let unsent = try? device.syncState().unsent else { return false }
        defer { last = unsent }
        line.show("Sending \(counted(unsent, "edit")); Ctrl-C to leave them for later…")
        return last.map { unsent < $0 } ?? false
    }

    func end() { line.end() }
}

private let fullAccount =
    "The cloud has no more space for this account: delete bookmarks to free space."

/// Returns the reason why the server does not have the edits, if known without asking it.
private func reasonAtServer(_ home: Home) throws -> String? {
    let state = try home.device.syncState()
    switch state.phase {
    case .locked(let isReplaced): return message(for: SyncError.locked(isReplaced: isReplaced))
    case .joining:
        return "This device has not joined the account yet. To see what joining does: cloudy sync"
    default: break
    }
    if let trouble = home.device.trouble { return trouble.message }
    return state.quotaExceeded ? fullAccount : nil
}

/// Reports the number of unsent edits, and the reason.
private func sayWaiting(_ home: Home, _ reason: String) {
    let unsent = (try? home.device.syncState().unsent) ?? 1
    // Everything is sent; only changes of others are not here yet.
    guard unsent > 0 else { return }
    complain(
        "Saved here. \(grouped(unsent)) \(unsent == 1 ? "edit waits" : "edits wait") to be sent."
            + reason)
}
