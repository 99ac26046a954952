import Bookmarks
public import DeviceStore
public import FileCoordination
import Glibc
import ReplicaFile
import Replication

// Where the cloud is behind a network, one process of the device talks to it: its agent, which is
// started by whoever needs it and ends when nobody does.

extension Home {
    /// Says that somebody looks at what comes from elsewhere, for as long as the lock is held.
    /// `nil` where nothing can be written.
    public func claimAttention() -> FileLock? {
        guard location.remote != nil, let lock = attention, lock.tryLock(.shared) else {
            return nil
        }
        return lock
    }

    /// Whether somebody looks at what comes from elsewhere.
    public var hasAttention: Bool {
        // A home that was removed has none.
        guard let lock = attention else { return false }
        defer { lock.unlock() }
        return !lock.tryLock()
    }

    private var attention: FileLock? {
        try? FileLock(path: location.accountFolder + "/attention.lock")
    }

    /// Whether something has to be exchanged by an agent that is not there.
    public var lacksAgent: Bool {
        guard let remote = location.remote, remote.lostReason == nil, readOnlyReason == nil,
            !device.isApart, (try? device.isOffline) == false
        else { return false }
        return !device.isEngineRunningElsewhere
    }

    /// Returns when for a minute nobody looked, and nothing was edited here; at once when the home
    /// was removed.
    public func waitUntilAgentIsNeededNoMore() async {
        var quiet = 0
        var last: Int64?
        while quiet < 60 && !Task.isCancelled && access(location.folder, F_OK) == 0 {
            try? await Task.sleep(for: .seconds(1))
            let revision = try? device.replica.read { try $0.localRevision() }
            let isNeeded = revision != last || hasAttention
            last = revision
            quiet = isNeeded ? 0 : quiet + 1
        }
    }

    /// Exchanges what this home and the stores of other programs on the device have, and keeps the
    /// property list in step, until the task is cancelled. A store that is made meanwhile is taken
    /// in.
    ///
    /// - Parameter report: told, once for each, which store is not exchanged and why; the others
    ///   are.
    public func runAgent(
        _ connect: @escaping RemoteCloud.Connector, report: @escaping (String) -> Void
    ) async throws {
        let mirror = try openMirror(canLookLater: true)
        let own = [device, try preferences.device()]
        await withTaskGroup(of: Void.self) { group in
            for store in own { group.addTask { await store.runEngine() } }
            group.addTask { await mirror.run() }
            group.addTask { await mirror.followReplica() }
            var running: Set = [Preferences.storeIdentifier]
            var reported: Set<String> = []
            while !Task.isCancelled {
                for identifier in location.storeIdentifiers where !running.contains(identifier) {
                    do {
                        let store = try DeviceStore(
                            location.store(identifier: identifier), connect: connect)
                        running.insert(identifier)
                        group.addTask { await store.runEngine() }
                    } catch {
                        guard reported.insert(identifier).inserted else { continue }
                        let reason = HomeError(error).message
                        report("The store \(identifier) is not exchanged: \(reason)")
                    }
                }
                try? await Task.sleep(for: .seconds(5))
            }
        }
    }
}
