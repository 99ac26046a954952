import Glibc
import LocalCloud
import Replication
import Synchronization

/// The open stores of a server, by their folders; each has one connection.
///
/// A call waits only for others to its own store: opening a store, and checking whether its file is
/// current, waits for a disk. A store that is unused for a while is closed, and so is one that was
/// removed: it would keep its descriptors, and its place on the disk.
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
        /// The time when a call last used it.
        var last = ContinuousClock.now
    }

    private let all = Mutex<[String: Used]>([:])
    private let swept = Mutex(ContinuousClock.now)
    private let idle: Duration
    private let opening: Opening

    /// - Parameter idle: the time for which a store without listeners stays open without calls.
    init(idle: Duration = .seconds(300), opening: @escaping Opening) {
        self.idle = idle
        self.opening = opening
    }

    /// Returns the store in a folder; `nil` if there is none. A missing store is not remembered, as
    /// a client may ask for any name.
    ///
    /// - Parameter prepare: called if the store is not open; returns whether it exists.
    func store(
        in folder: String, prepare: () throws -> Bool
    ) throws -> LocalCloud? {
        sweepIfDue()
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
            all[folder]?.last = .now
            // A slot without users is free, so this does not block.
            guard all[folder]?.users == 0, slot.cloud.withLock({ $0 == nil }) else { return }
            all[folder] = nil
        }
    }

    private func sweepIfDue() {
        let isDue = swept.withLock { swept in
            let now = ContinuousClock.now
            guard now >= swept + min(idle, .seconds(60)) else { return false }
            swept = now
            return true
        }
        if isDue { sweep() }
    }

    /// Closes the stores that are gone, and those without calls and listeners for a while. Calls
    /// that still have one keep it open until they end.
    private func sweep() {
        all.withLock { all in
            for (folder, used) in all where used.users == 0 {
                let stays = used.slot.cloud.withLock { cloud in
                    guard let cloud, access(cloud.path, F_OK) == 0 else { return false }
                    return cloud.isHeard || used.last + idle > .now
                }
                if !stays { all[folder] = nil }
            }
        }
    }
}
