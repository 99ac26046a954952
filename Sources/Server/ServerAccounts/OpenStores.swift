import LocalCloud
import Replication
import Synchronization

/// The open stores of a server, by their folders; each has one connection.
///
/// A call waits only for others to its own store: opening a store, and checking whether its file is
/// current, waits for a disk.
/// current, waits for a disk.
final class OpenStores: Sendable {
    /// Opens the existing store in a folder.
    typealias Opening = @Sendable (_ folder: String) throws(CloudError) -> LocalCloud

    private final class Slot: Sendable {
        let cloud = Mutex<LocalCloud?>(nil)
    }

    private struct Used {
        var slot = Slot()
        /// The number of calls that use the slot.
        var users = 0
    }

    private let all = Mutex<[String: Used]>([:])
    private let opening: Opening

    init(opening: @escaping Opening) { self.opening = opening }

    /// Returns the store in a folder; `nil` if there is none. A missing store is not remembered, as
    /// a client may ask for any name.
    ///
    /// - Parameter prepare: called if the store is not open; returns whether it exists.
    func store(
        in folder: String, prepare: () throws -> Bool
    ) throws -> LocalCloud? {
        let slot = all.withLock { all in
            all[folder, default: Used()].users += 1
            return all[folder, default: Used()].slot
        }
        defer { leave(folder, slot) }
        return try slot.cloud.withLock { cloud in
            if let cloud, cloud.isCurrent { return cloud }
            // The doorbell of a removed account is gone with its folder.
            cloud = nil
            guard try prepare() else { return nil }
            cloud = try opening(folder)
            return cloud
        }
    }

    private func leave(_ folder: String, _ slot: Slot) {
        all.withLock { all in
            all[folder]?.users -= 1
            // A slot without users is free, so this does not block.
            guard all[folder]?.users == 0, slot.cloud.withLock({ $0 == nil }) else { return }
            all[folder] = nil
        }
    }
}
