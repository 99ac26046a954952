import Bookmarks
import Home
import KeyValueStore

/// Ends a command that has edited: the edit is safe already; the plist and the cloud follow as far
/// as they can now. What must wait is said, and is no failure.
func finish(_ home: Home, _ mirror: HomeMirror, isOffline: Bool) {
    mirror.flushBeforeExit()
    do {
        if isOffline { throw SyncError.offline }
        try waitFor { try await home.syncOnce() }
    } catch {
        let unsent = (try? home.syncState().unsent) ?? 1
        let reason = error is SyncError ? "" : " (\(message(for: error)))"
        let waiting = unsent == 1 ? "1 edit waits" : "\(unsent) edits wait"
        complain("Saved here. \(waiting) to be sent\(reason).")
    }
}
