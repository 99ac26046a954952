import Bookmarks
import KeyValueStore

extension ScreenState {
    /// Shows how syncing goes, and says so when that becomes different in a way that matters.
    mutating func take(_ new: SyncState) -> [Effect] {
        let old = sync
        sync = new
        if let (level, text) = report(from: old, to: new) { say(level, text) }
        if new.quotaExceeded, !old.quotaExceeded {
            say(.warning, "The cloud is full: edits stay here until there is room")
        }
        return []
    }

    private func report(from old: SyncState, to new: SyncState) -> (MessageLevel, String)? {
        switch (old.phase, new.phase) {
        case (.offline, .offline), (.unreachable, .unreachable): return nil
        case (.held(let before, _), .held(let now, _)) where before == now: return nil
        case (_, .offline):
            return (.info, "Airplane mode is on: edits wait here, C goes back online")
        case (_, .unreachable(let why)):
            let reason = why.isEmpty ? "" : ": " + why
            return (.warning, "The cloud can't be reached\(reason); edits wait here")
        case (_, .held(let deletions, let total)):
            let them = "\(grouped(deletions)) of \(grouped(total)) bookmarks"
            return (.warning, "Other devices deleted \(them); R decides")
        case (.offline, _): return (.info, "Airplane mode is off")
        case (.unreachable, _): return (.info, "The cloud can be reached again")
        case (_, .idle), (_, .syncing): return nil
        }
    }
}
