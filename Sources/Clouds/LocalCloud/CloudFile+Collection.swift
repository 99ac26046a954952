import Replication
import SQLite

extension CloudFile {
    func collect(retention: Int64, at time: Int64) throws -> (CloudState, Void) {
        try database.transaction {
            _ = try collectTombstones(retention: retention, at: time)
            return (try state(), ())
        }
    }

    /// Returns whether the last collection was more than a day ago. A collection in the future
    /// means that the clock was set back, and also makes one due.
    func isCollectionDue(at time: Int64) throws -> Bool {
        let collected = try database.first("SELECT collected FROM meta") { $0.integer(0) } ?? 0
        return collected <= time - CloudFile.day || collected > time
    }

    /// Collects tombstones, and returns the new floor. Must run in a transaction.
    ///
    /// Before a tombstone is removed, every replica that can still list changes must have seen it:
    /// replicas that acknowledged it have, and a replica with a cursor below the floor starts from
    /// the beginning.
    func collectTombstones(retention: Int64, at time: Int64) throws -> Int64 {
        try database.run(
            "UPDATE actors SET standing = 2 WHERE standing = 1 AND seen < ?",
            .integer(time - CloudFile.absence))
        let acknowledged =
            try database.first(
                "SELECT min(cursor) FROM actors WHERE standing = 1 HAVING count(*) > 0"
            ) { $0.integer(0) } ?? Int64.max
        var floor = try state().floor
        let condition = "isTombstone AND revision <= ? AND committed <= ?"
        let latest = try database.first(
            "SELECT max(revision) FROM records WHERE \(condition)", .integer(acknowledged),
            .integer(time - retention)
        ) { $0.integer(0) }
        if let latest, latest > 0 {
            floor = max(floor, latest)
            try database.run(
                "DELETE FROM records WHERE \(condition)", .integer(acknowledged),
                .integer(time - retention))
        }
        try database.run(
            "UPDATE meta SET floor = ?, collected = ?", .integer(floor), .integer(time))
        return floor
    }
}
