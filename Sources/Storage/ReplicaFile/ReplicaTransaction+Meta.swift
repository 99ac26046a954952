import Replication
import SQLite

extension ReplicaTransaction {
    func meta() throws -> ReplicaMeta {
        let found = try database.first(
            """
            SELECT actor, device, counter, clock, clock_counter, confirmed_mark, confirmed_nonce,
                pending_marks, certain_counter, sent_counter, cloud_clock_offset, epoch,
                past_incarnations, head, cursor, last_sync, is_offline, is_quota_exceeded,
                held_deletions, held_total, held_answer, policies,
                held_own, held_there, run_count, run_start, run_began
            FROM meta
            """
        ) { row in
            var meta = ReplicaMeta(actor: ActorID(rawValue: row.bits(0)), device: row.text(1))
            meta.counter = row.bits(2)
            meta.clock = Stamp(
                milliseconds: row.integer(3), counter: UInt32(truncatingIfNeeded: row.integer(4)))
            if !row.isNull(5) {
                meta.confirmedMark = SendMark(number: row.bits(5), nonce: row.bits(6))
            }
            meta.pendingMarks = try [SendMark](encoded: row.blob(7))
            meta.certainCounter = row.bits(8)
            meta.sentCounter = row.bits(9)
            meta.cloudClockOffset = row.integer(10)
            meta.epoch = row.isNull(11) ? nil : row.text(11)
            meta.pastIncarnations = row.integer(12)
            meta.head = row.integer(13)
            meta.cursor = row.isNull(14) ? nil : row.integer(14)
            meta.lastSync = row.isNull(15) ? nil : row.integer(15)
            meta.isOffline = row.integer(16) == 1
            meta.isQuotaExceeded = row.integer(17) == 1
            if !row.isNull(24) {
                meta.deletionRun = DeletionRun(
                    count: Int(row.integer(24)), start: row.integer(25), began: row.integer(26))
            }
            if !row.isNull(18) {
                meta.held = HeldDeletions(
                    deletions: Int(row.integer(18)), total: Int(row.integer(19)),
                    earlier: meta.deletionRun?.count ?? 0)
            }
            meta.heldAnswer = HeldAnswer(rawValue: row.integer(20))
            meta.policies = try MergePolicies(encoded: row.blob(21))
            if !row.isNull(22) {
                meta.heldJoin = HeldJoin(own: Int(row.integer(22)), there: Int(row.integer(23)))
            }
            return meta
        }
        guard var found else { throw MissingMeta() }
        if let run = found.deletionRun { found.deletionRun?.since = try since(run) }
        if found.held != nil { found.held?.missing = try heldMissing() }
        guard found.isPlausible else { throw ImplausibleMeta() }
        return found
    }

    func setMeta(_ meta: ReplicaMeta) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO meta VALUES(
                0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                ?, ?)
            """,
            SQLiteValue(bits: meta.actor.rawValue), .text(meta.device),
            SQLiteValue(bits: meta.counter), .integer(meta.clock.milliseconds),
            .integer(Int64(meta.clock.counter)),
            meta.confirmedMark.map { SQLiteValue(bits: $0.number) } ?? .null,
            meta.confirmedMark.map { SQLiteValue(bits: $0.nonce) } ?? .null,
            .blob(meta.pendingMarks.encoded), SQLiteValue(bits: meta.certainCounter),
            SQLiteValue(bits: meta.sentCounter),
            .integer(meta.cloudClockOffset),
            meta.epoch.map { .text($0) } ?? .null, .integer(meta.pastIncarnations),
            .integer(meta.head),
            meta.cursor.map { .integer($0) } ?? .null,
            meta.lastSync.map { .integer($0) } ?? .null, SQLiteValue(meta.isOffline),
            SQLiteValue(meta.isQuotaExceeded),
            meta.held.map { .integer(Int64($0.deletions)) } ?? .null,
            meta.held.map { .integer(Int64($0.total)) } ?? .null,
            .integer(meta.heldAnswer?.rawValue ?? 0), .blob(meta.policies.encoded()),
            meta.heldJoin.map { .integer(Int64($0.own)) } ?? .null,
            meta.heldJoin.map { .integer(Int64($0.there)) } ?? .null,
            meta.deletionRun.map { .integer(Int64($0.count)) } ?? .null,
            meta.deletionRun.map { .integer($0.start) } ?? .null,
            meta.deletionRun.map { .integer($0.began) } ?? .null)
        if let run = meta.deletionRun, let since = run.since, try self.since(run) != since {
            try database.execute(Schema.addDeletionRun)
            try database.run(
                "INSERT OR REPLACE INTO deletion_run VALUES(0, ?, ?)", .integer(run.start),
                .integer(since))
        }
        if let held = meta.held { try setHeldMissing(held.missing) }
    }

    /// Returns the local revision before a run; `nil` if it was not noted.
    private func since(_ run: DeletionRun) throws -> Int64? {
        guard try database.hasTables(["deletion_run"]) else { return nil }
        return try database.first(
            "SELECT since FROM deletion_run WHERE start = ?", .integer(run.start)
        ) { $0.integer(0) }
    }

    private func heldMissing() throws -> Int {
        guard try database.hasTables(["held_missing"]) else { return 0 }
        return Int(try database.first("SELECT count FROM held_missing") { $0.integer(0) } ?? 0)
    }

    private func setHeldMissing(_ count: Int) throws {
        if try heldMissing() == count { return }
        try database.execute(Schema.addHeldMissing)
        try database.run(
            "INSERT OR REPLACE INTO held_missing VALUES(0, ?)", .integer(Int64(count)))
    }

    func heldKeys() throws -> [String] {
        try database.query("SELECT key FROM held ORDER BY key") { $0.text(0) }
    }

    func setHeldKeys(_ keys: [String]) throws {
        // The held keys are set after each listing, and are nearly always the same.
        if try heldKeys() == keys { return }
        try database.run("DELETE FROM held")
        for key in keys { try database.run("INSERT OR IGNORE INTO held VALUES(?)", .text(key)) }
    }

    func leftClouds() throws -> [LeftCloud] {
        guard try database.hasTables(["left_clouds"]) else { return [] }
        let clouds = try database.query(
            """
            SELECT epoch, actor, confirmed_mark, confirmed_nonce, pending_marks, sent_counter
            FROM left_clouds ORDER BY position
            """
        ) { row in
            LeftCloud(
                epoch: row.text(0), actor: ActorID(rawValue: row.bits(1)),
                confirmedMark: row.isNull(2)
                    ? nil : SendMark(number: row.bits(2), nonce: row.bits(3)),
                pendingMarks: try [SendMark](encoded: row.blob(4)), sentCounter: row.bits(5))
        }
        guard clouds.allSatisfy(\.isPlausible) else { throw ImplausibleMeta() }
        return clouds
    }

    func setLeftClouds(_ clouds: [LeftCloud]) throws {
        if try leftClouds() == clouds { return }
        try database.execute(Schema.addLeftClouds)
        try database.run("DELETE FROM left_clouds")
        for (position, cloud) in clouds.enumerated() {
            try database.run(
                "INSERT INTO left_clouds VALUES(?, ?, ?, ?, ?, ?, ?)",
                .integer(Int64(position)), .text(cloud.epoch),
                SQLiteValue(bits: cloud.actor.rawValue),
                cloud.confirmedMark.map { SQLiteValue(bits: $0.number) } ?? .null,
                cloud.confirmedMark.map { SQLiteValue(bits: $0.nonce) } ?? .null,
                .blob(cloud.pendingMarks.encoded), SQLiteValue(bits: cloud.sentCounter))
        }
    }
}

extension ReplicaTransaction {
    func isOwnMark(_ mark: SendMark) throws -> Bool {
        guard try database.hasTables(["own_marks"]) else { return false }
        return try database.first(
            "SELECT 1 FROM own_marks WHERE number = ? AND nonce = ?",
            SQLiteValue(bits: mark.number), SQLiteValue(bits: mark.nonce)
        ) { _ in true } != nil
    }

    func noteOwnMark(_ mark: SendMark) throws {
        try database.execute(Schema.addOwnMarks)
        try database.run(
            "INSERT INTO own_marks(number, nonce) VALUES(?, ?)",
            SQLiteValue(bits: mark.number), SQLiteValue(bits: mark.nonce))
        try database.run(
            "DELETE FROM own_marks WHERE position <= (SELECT max(position) FROM own_marks) - ?",
            .integer(Int64(ReplicaMeta.maximumOwnMarks)))
    }
}

extension LeftCloud {
    /// Whether the numbers are in a range that replicas can reach.
    fileprivate var isPlausible: Bool {
        let marks = pendingMarks.map(\.number) + [confirmedMark?.number ?? 0]
        return (marks + [sentCounter]).allSatisfy { $0 < 1 << 60 }
    }
}

extension ReplicaMeta {
    /// Whether the numbers are in a range that replicas can reach, so that counting on cannot
    /// overflow.
    fileprivate var isPlausible: Bool {
        let limit: Int64 = 1 << 60
        let numbers = [
            clock.milliseconds, cloudClockOffset, head, cursor ?? 0, lastSync ?? 0,
            Int64(held?.deletions ?? 0), Int64(held?.total ?? 0), Int64(held?.missing ?? 0),
            Int64(heldJoin?.own ?? 0),
            Int64(heldJoin?.there ?? 0), pastIncarnations, Int64(deletionRun?.count ?? 0),
            deletionRun?.start ?? 0, deletionRun?.began ?? 0, deletionRun?.since ?? 0,
        ]
        let marks = pendingMarks.map(\.number) + [confirmedMark?.number ?? 0]
        return (marks + [counter, certainCounter, sentCounter]).allSatisfy { $0 < UInt64(limit) }
            && numbers.allSatisfy { (-limit...limit).contains($0) }
    }
}

/// The error for a meta row with numbers that no replica reaches.
struct ImplausibleMeta: Error, CustomStringConvertible {
    var description: String {
        "The state of the replica is invalid: its file was damaged."
    }
}

/// The error for a missing meta row, which every replica has: the file was damaged by hand.
struct MissingMeta: Error, CustomStringConvertible {
    var description: String { "The replica does not name its device: its file was damaged." }
}
