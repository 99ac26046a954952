import BookmarkLibrary
import BookmarksUI
import DeviceStore
import KeyValueStore
import Replication

extension ListSession {
    /// Carries out an effect about the cloud.
    func sync(_ effect: Effect) throws {
        switch effect {
        case .toggleOffline:
            let isOffline = try home.device.syncState().phase == .offline
            try home.setOffline(!isOffline)
        default: break
        }
        send(.sync(try knownSyncState()))
        guard effect == .syncNow else { return }
        Task.detached { [home, mailbox] in
            do {
                try? home.retryRefusedDocuments()
                // Otherwise, the task that sends documents would not know before its next attempt.
                home.device.ring()
                try await home.device.syncAndWait()
                mailbox.say(
                    .info, "Synced: this device and the cloud have the same bookmarks")
            } catch {
                mailbox.say(.error, message(for: error))
            }
        }
    }

    /// Returns the known state of syncing. A failure of the cloud stays until it answers: this
    /// reads only the replica, which does not know of it.
    func knownSyncState() throws -> SyncState {
        var sync = try home.syncState()
        sync.refusedEdits = state.shell.sync.refusedEdits
        if state.shell.sync.isFailing, sync.phase == .idle {
            let known = state.shell.sync
            (sync.phase, sync.lacksRoom) = (known.phase, known.lacksRoom)
            sync.isFullHere = known.isFullHere
        }
        return sync
    }
}

extension Home {
    /// Returns the state of syncing with the waiting deletions of browsers.
    func syncState() throws -> SyncState {
        var state = try device.syncState()
        state.browserDeletions = try browserDeletionCount()
        return state
    }

    /// Returns that state with problems of this process's engine.
    func currentSyncState() async throws -> SyncState {
        var state = try await device.currentSyncState()
        state.browserDeletions = try browserDeletionCount()
        return state
    }
}
