import LocalCloud
import Replication
import Synchronization

/// The stores that a server has open, by their folders; each has one connection.
///
/// A call waits for others of its own store only: to open one, and to ask whether its file is
/// current, waits for a disk.
final class OpenStores: Sendable {
    /// Opens the store in a folder, which is there.
    typealias Opening = @Sendable (_ folder: String) throws(CloudError) -> LocalCloud

    private final class Slot: Sendable {
        let cloud = Mutex<LocalCloud?>(nil)
    }

    private struct Used {
        var slot = Slot()
        /// How many calls have it in hand.
        var users = 0
    }

    private let all = Mutex<[String: Used]>([:])
    private let opening: Opening

    init(opening: @escaping Opening) { self.opening = opening }

    /// The store in a folder. Where there is none, nothing is remembered: a client may ask for any
    /// name.
    ///
    /// - Parameter prepare: is called when the store is not open; returns whether it is there.
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
            // The folder of an account that was removed takes its doorbell with it.
            cloud = nil
            guard try prepare() else { return nil }
            cloud = try opening(folder)
            return cloud
        }
    }

    private func leave(_ folder: String, _ slot: Slot) {
        all.withLock { all in
            all[folder]?.users -= 1
            // A slot without users is free, so this waits for nothing.
            guard all[folder]?.users == 0, slot.cloud.withLock({ $0 == nil }) else { return }
            all[folder] = nil
        }
    }
}
