public import Replication
import SQLite

// The state from before joining is in the replica's file, so that undoing a join is one transaction
// with all that goes with it: a crash leaves the state before it or the one after.

extension ReplicaFile {
    /// Keeps the state as it is now, for a server that is about to be joined. The one that was kept
    /// for another server stays until ``settleJoinSnapshot(_:)``.
    public func keepJoinSnapshot(of server: String, now: Int64) throws {
        try writing(.durable) { try $0.keepJoinSnapshot(of: server, now: now) }
    }

    /// Makes the state that was kept last the one that ``takeBackJoin()`` restores, if it was kept
    /// for `server`; otherwise drops it.
    public func settleJoinSnapshot(_ server: String) throws {
        guard try reading({ try $0.joinSnapshot(.next) }) != nil else { return }
        try writing(.durable) { try $0.settleJoinSnapshot(server) }
    }

    /// Drops the state that was kept last: its server is not used after all.
    public func dropNextJoinSnapshot() throws {
        guard try reading({ try $0.joinSnapshot(.next) }) != nil else { return }
        try writing(.durable) { try $0.removeJoinSnapshot(.next) }
    }

    /// Drops all that was kept from before joining.
    public func dropJoinSnapshots() throws {
        guard try reading({ try $0.joinSnapshots().isEmpty }) == false else { return }
        try writing(.durable) { replica in
            try replica.removeJoinSnapshot(.current)
            try replica.removeJoinSnapshot(.next)
        }
    }

    /// The snapshot from before joining; `nil` where none is kept.
    public func joinSnapshot() throws -> JoinSnapshot? {
        try reading { try $0.joinSnapshot(.current) }
    }

    /// The effect of undoing the join; `nil` where nothing is kept from before it, or where the
    /// device has exchanged everything from the server with another cloud since.
    public func joinUndo() throws -> JoinUndo? {
        try reading { replica in
            guard let snapshot = try replica.joinSnapshot(.current) else { return nil }
            if snapshot.isLeaving, try replica.meta().epoch != snapshot.epoch { return nil }
            return try replica.joinUndo()
        }
    }

    /// Notes that the device is about to leave the server and to undo the join. It is in airplane
    /// mode until ``takeBackJoin()``, so that wherever this ends no other cloud is sent records
    /// from the server.
    public func beginJoinUndo() throws {
        try writing(.durable) { replica in
            guard var snapshot = try replica.joinSnapshot(.current) else { return }
            var meta = try replica.meta()
            if !snapshot.isLeaving || !meta.isOffline { snapshot.wasOffline = meta.isOffline }
            (snapshot.isLeaving, snapshot.epoch) = (true, meta.epoch)
            meta.isOffline = true
            try replica.setMeta(meta)
            try replica.setJoinSnapshot(snapshot)
        }
    }

    /// Undoes the join, and drops the snapshot from before it. Returns the outcome; `nil` if there
    /// was no snapshot.
    ///
    /// - Parameter newActor: the device goes on as this one if edits of its own are taken back.
    public func takeBackJoin(
        newActor: ActorID = ActorID(rawValue: .random(in: .min ... .max))
    ) throws -> JoinUndo? {
        try writing(.durable) { try $0.takeBackJoin(newActor: newActor) }
    }

    /// Runs `body`, in which a process joins the server: its edits during that time are undone with
    /// the join.
    public func whileJoining<R>(_ process: Int64, _ body: () throws -> R) throws -> R {
        guard try reading({ try $0.joinSnapshots().isEmpty }) == false else {
            return try body()
        }
        try setJoining(process)
        let result = Result { try body() }
        try setJoining(nil)
        return try result.get()
    }

    private func setJoining(_ process: Int64?) throws {
        try writing(.relaxed) { replica in
            for var snapshot in try replica.joinSnapshots() {
                snapshot.joining = process
                try replica.setJoinSnapshot(snapshot)
            }
        }
    }
}
