import Replication
import SQLite

/// How an actor stands with the cloud.
private enum Standing: Int64 {
    /// Known only from records that others brought: nobody waits for its acknowledgements.
    case heardOf = 0
    case registered = 1
    case retired = 2
}

extension CloudFile {
    /// After this long an actor that has not shown itself is retired.
    static let absence = 180 * day

    /// Times of seeing an actor are noted no finer than this, so that coming often costs no writes.
    private static let noteworthy: Int64 = 60 * 60 * 1000

    private struct Actor {
        var counter: UInt64
        var cursor: Int64
        var seen: Int64
        var standing: Standing
    }

    func register(
        _ registration: Registration, at time: Int64
    ) throws -> (CloudState, RegistrationOutcome) {
        try lightTransaction {
            let state = try state()
            let id = registration.actor
            let known = try actor(id)
            if let known, isRetired(known, at: time) {
                if known.standing != .retired { try setRetired(id, at: time) }
                return (state, .retired)
            }
            if let known, known.counter > registration.counter {
                return (state, .counterBehind(seen: known.counter))
            }
            // A cursor past the head comes from another life of this cloud and says nothing here.
            let cursor = registration.cursor > state.head ? 0 : max(registration.cursor, 0)
            try database.run(
                """
                INSERT INTO actors(actor, device, counter, cursor, seen, standing)
                VALUES(?1, ?2, ?3, ?4, ?5, 1)
                ON CONFLICT(actor) DO UPDATE SET
                  device = ?2, counter = ?3, cursor = ?4, seen = ?5, standing = 1
                WHERE device <> ?2 OR counter <> ?3 OR cursor <> ?4 OR standing <> 1
                  OR abs(seen - ?5) >= ?6
                """, SQLiteValue(bits: id.rawValue), .text(registration.device),
                SQLiteValue(bits: registration.counter), .integer(cursor), .integer(time),
                .integer(CloudFile.noteworthy))
            return (state, .accepted)
        }
    }

    /// What was acknowledged once stays so, and nobody acknowledges what is not there yet.
    func acknowledge(
        _ actor: ActorID, cursor: Int64, retention: Int64, at time: Int64
    ) throws -> (CloudState, Void) {
        try lightTransaction {
            var state = try state()
            if cursor <= state.head {
                try database.run(
                    """
                    UPDATE actors SET cursor = max(cursor, ?2), seen = ?3
                    WHERE actor = ?1 AND standing = 1 AND (cursor < ?2 OR abs(seen - ?3) >= ?4)
                    """, SQLiteValue(bits: actor.rawValue), .integer(cursor), .integer(time),
                    .integer(CloudFile.noteworthy))
            }
            if try isCollectionDue(at: time) {
                state.floor = try collectTombstones(retention: retention, at: time)
            }
            return (state, ())
        }
    }

    func retire(_ actor: ActorID, at time: Int64) throws -> (CloudState, Void) {
        try database.transaction {
            try setRetired(actor, at: time)
            return (try state(), ())
        }
    }

    /// Whoever brings an edit, its dot shows how far its actor has counted.
    func learnCounters(_ changes: [ProposedChange], at time: Int64) throws {
        var highest: [ActorID: UInt64] = [:]
        for change in changes {
            highest[change.actor] = max(highest[change.actor] ?? 0, change.counter)
        }
        for (actor, counter) in highest {
            let known = try self.actor(actor)
            if let known, known.counter >= counter { continue }
            try database.run(
                """
                INSERT INTO actors(actor, device, counter, cursor, seen, standing)
                VALUES(?1, '', ?2, 0, ?3, 0)
                ON CONFLICT(actor) DO UPDATE SET counter = ?2
                """, SQLiteValue(bits: actor.rawValue), SQLiteValue(bits: counter), .integer(time))
        }
    }

    /// A transaction that may be lost in a power cut, though not with its process, and so waits for
    /// no disk: whatever an actor has said, it says again when it comes back.
    private func lightTransaction<T>(_ body: () throws -> T) throws -> T {
        try database.setSynchronous(.normal)
        defer { try? database.setSynchronous(.full) }
        return try database.transaction(.immediate, body)
    }

    private func actor(_ id: ActorID) throws -> Actor? {
        try database.first(
            "SELECT counter, cursor, seen, standing FROM actors WHERE actor = ?",
            SQLiteValue(bits: id.rawValue)
        ) { row in
            Actor(
                counter: row.bits(0), cursor: row.integer(1), seen: row.integer(2),
                standing: Standing(rawValue: row.integer(3)) ?? .heardOf)
        }
    }

    private func isRetired(_ actor: Actor, at time: Int64) -> Bool {
        switch actor.standing {
        case .heardOf: false
        case .registered: actor.seen < time - CloudFile.absence
        case .retired: true
        }
    }

    private func setRetired(_ actor: ActorID, at time: Int64) throws {
        try database.run(
            """
            INSERT INTO actors(actor, device, counter, cursor, seen, standing)
            VALUES(?1, '', 0, 0, ?2, 2) ON CONFLICT(actor) DO UPDATE SET standing = 2
            """, SQLiteValue(bits: actor.rawValue), .integer(time))
    }
}
