import BookmarkLibrary
import Bookmarks
import DeviceStore
import KeyValueStore
import Replication

/// Ends a command that has edited. The edit is safe already; this writes the property list and
/// sends to the cloud while that makes progress. Unsent edits are mentioned, and are no failure.
///
/// - Parameter isStopped: whether the person has stopped the command, and waits at most a few
///   seconds.
func finish(
    _ home: Home, _ mirror: HomeMirror, isOffline: Bool, isStopped: Bool = false
) {
    if let problem = home.takeUndoProblem() { complain(problem) }
    func settleHere() {
        mirror.flushBeforeExit()
        for problem in mirror.takeProblems() { complain(problem) }
    }
    // Also what the exchange with the cloud wrote.
    defer { leaveTidy(home) }
    var reason = ""
    do {
        // An open list that has the engine takes no edit either, and says nothing to a command.
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
        // Both wait for the disk, each for its own file.
        let backlog = Backlog(home.device)
        defer { backlog.end() }
        let advances = { backlog.shrinks() && !isStopped }
        try waitFor(seconds: 5, meanwhile: settleHere, advances: advances) {
            try await home.device.syncOnce()
        }
        CommandLog.note("sent it")
        sendDocuments(home)
        // A sibling that runs the engine has only been told: unsent edits mean nothing then.
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

/// The edits that a command is sending, of which a terminal is told when there are so many that it
/// takes seconds.
private final class Backlog {
    private let device: DeviceStore
    private let line = ProgressLine()
    private var last: Int?

    init(_ device: DeviceStore) {
        self.device = device
    }

    /// Whether fewer are left than when this was asked last.
    func shrinks() -> Bool {
        guard let unsent = try? device.syncState().unsent else { return false }
        defer { last = unsent }
        line.show("Sending \(grouped(unsent)) edits; Ctrl-C to leave them for later…")
        return last.map { unsent < $0 } ?? false
    }

    func end() { line.end() }
}

private let fullAccount =
    "The cloud has no more room for this account: delete bookmarks to make room."

/// Why a server does not have what was edited, where that is known without asking it.
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

/// Says how many edits wait, and why.
private func sayWaiting(_ home: Home, _ reason: String) {
    let unsent = (try? home.device.syncState().unsent) ?? 1
    // Nothing waits: the cloud has it, and only what others sent is not here yet.
    guard unsent > 0 else { return }
    complain(
        "Saved here. \(grouped(unsent)) \(unsent == 1 ? "edit waits" : "edits wait") to be sent."
            + reason)
}
