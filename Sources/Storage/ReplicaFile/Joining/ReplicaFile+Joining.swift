public import Replication
import SQLite

// The snapshot from before joining is in the replica's file, so that undoing a join is one
// transaction: after a crash, the join is either undone or not.

extension ReplicaFile {
    /// Makes a snapshot of the current state, for a server that is about to be joined. The snapshot
    /// for another server stays until ``settleJoinSnapshot(_:)``.
    public func keepJoinSnapshot(of server: String, now: Int64) throws {
        try writing(.durable) { try $0.keepJoinSnapshot(of: server, now: now) }
    }

    /// Makes the latest snapshot the one that ``takeBackJoin()`` restores, if it was made for
    /// `server`; otherwise drops it.
    public func settleJoinSnapshot(_ server: String) throws {
        guard try reading({ try $0.joinSnapshot(.next) }) != nil else { return }
        try writing(.durable) { try $0.settleJoinSnapshot(server) }
    }

    /// Drops the latest snapshot, because its server is not used after all.
    public func dropNextJoinSnapshot() throws {
        guard try reading({ try $0.joinSnapshot(.next) }) != nil else { return }
        try writing(.durable) { try $0.removeJoinSnapshot(.next) }
    }

    /// Drops all snapshots from before joining.
    public func dropJoinSnapshots() throws {
        guard try reading({ try $0.joinSnapshots().isEmpty }) == false else { return }
        try writing(.durable) { replica in
            try replica.removeJoinSnapshot(.current)
            try replica.removeJoinSnapshot(.next)
        }
    }

    /// Returns the snapshot from before joining; `nil` if there is none.
    public func joinSnapshot() throws -> JoinSnapshot? {
        try reading { try $0.joinSnapshot(.current) }
    }

    /// Returns the effect of undoing the join; `nil` if there is no snapshot, or if the device has
    /// exchanged everything from the server with another cloud since.
    public func joinUndo() throws -> JoinUndo? {
        try reading { replica in
            guard let snapshot = try replica.joinSnapshot(.current) else { return nil }
            if snapshot.isLeaving, try replica.meta().epoch != snapshot.epoch { return nil }
            return try replica.joinUndo()
        }
    }

    /// Notes that the device is about to leave the server and to undo the join. It is in airplane
    /// mode until ``takeBackJoin()``, so that no other cloud gets records from the server, even if
    /// the program ends in between.
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

    /// Undoes the join, and drops its snapshot. Returns the outcome; `nil` if there was no
    /// snapshot.
    ///
    /// - Parameter newActor: the actor with which the device continues if edits of its own are
    ///   lost.
    public func takeBackJoin(
        newActor: ActorID = ActorID(rawValue: .random(in: .min ... .max))
    ) throws -> JoinUndo? {
        try writing(.durable) { try $0.takeBackJoin(newActor: newActor) }
    }

    /// Runs `body`, in which a process joins the server: its edits meanwhile are undone with the
    /// join.
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
