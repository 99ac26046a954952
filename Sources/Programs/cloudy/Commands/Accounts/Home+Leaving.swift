import BookmarkLibrary
import DeviceStore

extension Home {
    /// Sends the last edits of an account that was just left. Edits that cannot be sent now wait
    /// there.
    ///
    /// - Parameter tasks: the tasks of the account, which end now.
    func sendLast(after tasks: [Task<Void, Never>]) {
        Task.detached { [self] in
            for task in tasks { await task.value }
            try? await device.syncOnce()
        }
    }
}
