import Replication
import SQLite

/// The relation of an actor to the cloud.
private enum Standing: Int64 {
    /// The actor has sent something but never registered: the cloud does not wait for its
    /// acknowledgements.
    case heardOf = 0
    case registered = 1
    case retired = 2
}

extension CloudFile {
    /// The time after which an absent actor is retired, in milliseconds.
    static let absence = 180 * day

    /// The resolution of the times when actors were seen, in milliseconds, so that frequent calls
    /// cost no writes.
    private static let noteworthy: Int64 = 60 * 60 * 1000

    private struct Actor {
        var mark: SendMark?
        var cursor: Int64
        var seen: Int64
        var standing: Standing
    }

    /// Registers a replica, whose acknowledgements the cloud then waits for, even if it was
    /// retired: deletions collected since are below the floor, and an older cursor starts from the
    /// beginning.
    func register(
        _ registration: Registration, at time: Int64, permit: Permit = {}
    ) throws -> (CloudState, RegistrationOutcome) {
        do {
            return try noteRegistration(registration, at: time, permit: permit)
        } catch let error as SQLiteError where error.lacksRoom {
            guard let state = try acceptUnnoted(registration, permit: permit) else { throw error }
            return (state, .accepted)
        }
    }

    /// Returns the state of the cloud if a registration only raises the cursor of a registered
    /// actor; otherwise `nil`. A full disk must not keep such an actor from listing. The cloud then
    /// waits longer for its acknowledgements.
    private func acceptUnnoted(
        _ registration: Registration, permit: Permit
    ) throws -> CloudState? {
        try database.transaction(.deferred) {
            try permit()
            let state = try state()
            guard let known = try actor(registration.sender.actor), known.standing == .registered,
                registration.sender.knows(known.mark),
                (known.cursor...max(known.cursor, state.head)).contains(registration.cursor)
            else { return nil }
            return state
        }
    }

    private func noteRegistration(
        _ registration: Registration, at time: Int64, permit: Permit
    ) throws -> (CloudState, RegistrationOutcome) {
        try lightTransaction {
            try permit()
            let state = try state()
            let sender = registration.sender
            let held = try actor(sender.actor)?.mark
            guard sender.knows(held) else { return (state, .unknownMark(held: held)) }
            try makeRoom(for: sender.actor)
            // A cursor above the head comes from another epoch of this cloud and has no meaning
            // here.
            let cursor = registration.cursor > state.head ? 0 : max(registration.cursor, 0)
            try database.run(
                """
                INSERT INTO actors(actor, device, cursor, seen, standing)
                VALUES(?1, ?2, ?3, ?4, 1)
                ON CONFLICT(actor) DO UPDATE SET device = ?2, cursor = ?3, seen = ?4, standing = 1
                WHERE device <> ?2 OR cursor <> ?3 OR standing <> 1 OR abs(seen - ?4) >= ?5
                """, SQLiteValue(bits: sender.actor.rawValue), .text(registration.device),
                .integer(cursor), .integer(time), .integer(CloudFile.noteworthy))
            return (state, .accepted)
        }
    }

    /// Notes an acknowledgement. The cursor never goes back, and never exceeds the head.
    func acknowledge(
        _ cursor: Int64, from sender: Sender, retention: Int64, at time: Int64,
        permit: Permit = {}
    ) throws -> (CloudState, Bool) {
        try lightTransaction {
            try permit()
            var state = try state()
            guard try leaveMark(sender, at: time) else { return (state, false) }
            if cursor <= state.head {
                try database.run(
                    """
                    UPDATE actors SET cursor = max(cursor, ?2), seen = ?3
                    WHERE actor = ?1 AND standing = 1 AND (cursor < ?2 OR abs(seen - ?3) >= ?4)
                    """, SQLiteValue(bits: sender.actor.rawValue), .integer(cursor),
                    .integer(time), .integer(CloudFile.noteworthy))
            }
            if try isCollectionDue(at: time) {
                state.floor = try collectTombstones(retention: retention, at: time)
            }
            return (state, true)
        }
    }

    /// Notes the mark that a call leaves. Returns false, and notes nothing, if the sender does not
    /// know the previous mark. Must run in a transaction.
    func leaveMark(_ sender: Sender, at time: Int64) throws -> Bool {
        let held = try actor(sender.actor)?.mark
        guard sender.knows(held) else { return false }
        guard let next = sender.next, next != held else { return true }
        try makeRoom(for: sender.actor)
        try database.run(
            """
            INSERT INTO actors(actor, device, mark, nonce, cursor, seen, standing)
            VALUES(?1, '', ?2, ?3, 0, ?4, 0)
            ON CONFLICT(actor) DO UPDATE SET mark = ?2, nonce = ?3
            """, SQLiteValue(bits: sender.actor.rawValue), SQLiteValue(bits: next.number),
            SQLiteValue(bits: next.nonce), .integer(time))
        return true
    }

    func retire(
        _ actor: ActorID, at time: Int64, permit: Permit = {}
    ) throws -> (CloudState, Void) {
        try database.transaction {
            try permit()
            try setRetired(actor, at: time)
            return (try state(), ())
        }
    }

    func replicas() throws -> (CloudState, [RegisteredReplica]) {
        try database.transaction(.deferred) {
            let replicas = try database.query(
                """
                SELECT actor, device, cursor, seen FROM actors WHERE standing = 1
                ORDER BY seen DESC, actor LIMIT ?
                """, SQLiteValue(RegisteredReplica.maximumListed)
            ) { row in
                RegisteredReplica(
                    actor: ActorID(rawValue: row.bits(0)), device: row.text(1),
                    cursor: row.integer(2), seen: row.integer(3))
            }
            return (try state(), replicas)
        }
    }

    /// Runs a transaction that survives the process, but may be lost in a power cut, so it does not
    /// wait for the disk: an actor repeats everything when it comes back.
    private func lightTransaction<T>(_ body: () throws -> T) throws -> T {
        try database.setSynchronous(.normal)
        defer { try? database.setSynchronous(.full) }
        return try database.transaction(.immediate, body)
    }

    /// Removes actors that the cloud does not wait for, if it has the most it may have. An actor
    /// that comes back finds no mark, treats the cloud as restored, and lists everything.
    private func makeRoom(for id: ActorID) throws {
        guard let most = bounds?.replicas, try actor(id) == nil,
            try database.first("SELECT count(*) FROM actors", row: { $0.integer(0) }) ?? 0 >= most
        else { return }
        let forgotten = try database.run(
            """
            DELETE FROM actors WHERE actor IN (
              SELECT actor FROM actors WHERE standing <> 1 ORDER BY seen, actor LIMIT ?)
            """, SQLiteValue(max(1, most / 10)))
        guard forgotten == 0 else { return }
        throw CloudError(
            .notAllowed,
            "The store has \(most) devices, the limit; nothing was changed. To list them: cloudy "
                + "cloud devices. To retire one that is gone: cloudy cloud devices retire NAME")
    }

    private func actor(_ id: ActorID) throws -> Actor? {
        try database.first(
            "SELECT mark, nonce, cursor, seen, standing FROM actors WHERE actor = ?",
            SQLiteValue(bits: id.rawValue)
        ) { row in
            Actor(
                mark: row.isNull(0) ? nil : SendMark(number: row.bits(0), nonce: row.bits(1)),
                cursor: row.integer(2), seen: row.integer(3),
                standing: Standing(rawValue: row.integer(4)) ?? .heardOf)
        }
    }

    private func setRetired(_ actor: ActorID, at time: Int64) throws {
        try database.run(
            """
            INSERT INTO actors(actor, device, cursor, seen, standing)
            VALUES(?1, '', 0, ?2, 2) ON CONFLICT(actor) DO UPDATE SET standing = 2
            """, SQLiteValue(bits: actor.rawValue), .integer(time))
    }
}
