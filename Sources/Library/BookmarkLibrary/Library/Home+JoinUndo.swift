import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import ReplicaFile
public import Replication

/// The effects of undoing a join, for a person to decide.
public struct JoinUndoPlan: Sendable, Hashable {
    /// The address of the joined server.
    public var server: String
    /// The time when the device joined it, in seconds since 1970.
    public var joined: Double
    /// The outcome for each bookmark, by id.
    public var bookmarks: JoinUndo
    /// The number of other values that change, such as preferences.
    public var others: Int

    init(snapshot: JoinSnapshot, bookmarks: JoinUndo, others: Int) {
        server = snapshot.server
        joined = Double(snapshot.made) / 1000
        self.bookmarks = bookmarks
        self.others = others
    }
}

extension Home {
    /// Keeps the current state of all stores before the device joins a server.
    public func keepJoinSnapshot(of server: String) throws {
        do {
            try device.replica.keepJoinSnapshot(of: server, now: DeviceStore.milliseconds())
        } catch {
            throw HomeError(error)
        }
        // A damaged store of another program must not prevent undo.
        for store in otherStores {
            try? store.replica.keepJoinSnapshot(of: server, now: DeviceStore.milliseconds())
        }
    }

    /// Makes that state the one to restore, if this server was joined.
    public func settleJoinSnapshot(_ server: String) throws {
        for store in stores { try store.replica.settleJoinSnapshot(server) }
    }

    /// Drops that state, because the server is not used after all, or was in use already.
    public func dropNextJoinSnapshot() throws {
        for store in stores { try store.replica.dropNextJoinSnapshot() }
    }

    /// Drops all states that were kept before joins.
    public func dropJoinSnapshots() throws {
        for store in stores { try store.replica.dropJoinSnapshots() }
    }

    /// Returns the effects of undoing the join; `nil` if it cannot be undone.
    public func joinUndoPlan() throws -> JoinUndoPlan? {
        if let server = location.remote?.url { try settleJoinSnapshot(server) }
        guard let snapshot = try device.replica.joinSnapshot(),
            location.remote?.url == snapshot.server || location.remote == nil && snapshot.isLeaving,
            let undo = try device.replica.joinUndo()
        else { return nil }
        let others = try otherStores.reduce(0) { count, store in
            count + (try store.replica.joinUndo()?.count ?? 0)
        }
        return plan(snapshot, undo, others: others)
    }

    /// Records that the device is about to leave the server and to undo the join.
    public func beginJoinUndo() throws {
        for store in stores { try store.beginJoinUndo() }
    }

    /// Undoes the join after the device has left the server. Returns the effects; `nil` if there is
    /// no snapshot from before the join. If the process is interrupted, the next call continues.
    public func takeBackJoin() async throws -> JoinUndoPlan? {
        guard let snapshot = try device.replica.joinSnapshot() else { return nil }
        var others = 0
        for store in otherStores { others += try await store.takeBackJoin()?.count ?? 0 }
        // The last step: until it is done, the whole undo counts as not done.
        guard let undo = try await device.takeBackJoin() else { return nil }
        return plan(snapshot, undo, others: others)
    }

    private func plan(_ snapshot: JoinSnapshot, _ undo: JoinUndo, others: Int) -> JoinUndoPlan {
        let bookmarks = undo.keys(withPrefix: BookmarksController.keyPrefix)
        return JoinUndoPlan(
            snapshot: snapshot, bookmarks: bookmarks,
            others: others + undo.count - bookmarks.count)
    }

    private var stores: [DeviceStore] { [device] + otherStores }

    /// The stores of the account other than the bookmarks', as far as they can be opened.
    private var otherStores: [DeviceStore] {
        location.storeIdentifiers.compactMap { identifier in
            if identifier == Preferences.storeIdentifier { return try? preferences.device() }
            return try? DeviceStore(location.store(identifier: identifier))
        }
    }
}

extension JoinUndo {
    /// The number of keys that change.
    fileprivate var count: Int {
        keys.reduce(0) { $0 + ($1.key == .kept ? 0 : $1.value.count) }
    }
}
