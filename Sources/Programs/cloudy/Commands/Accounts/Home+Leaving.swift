import BookmarkLibrary
import DeviceStore

extension Home {
    /// Sends what was edited in an account just before it was left. What cannot be sent now waits
    /// there.
    ///
    /// - Parameter tasks: what was running in the account, and ends now.
    func sendLast(after tasks: [Task<Void, Never>]) {
        Task.detached { [self] in
            for task in tasks { await task.value }
            try? await device.syncOnce()
        }
    }
}
