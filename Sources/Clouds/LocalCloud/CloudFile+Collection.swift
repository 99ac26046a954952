import Replication
import SQLite

extension CloudFile {
    func collect(retention: Int64, at time: Int64) throws -> (CloudState, Void) {
        try database.transaction {
            _ = try collectTombstones(retention: retention, at: time)
            return (try state(), ())
        }
    }

    /// Once a day is enough. A time of the last collection that is still to come is a clock that
    /// was set back.
    func isCollectionDue(at time: Int64) throws -> Bool {
        let collected = try database.first("SELECT collected FROM meta") { $0.integer(0) } ?? 0
        return collected <= time - CloudFile.day || collected > time
    }

    /// Returns the new floor. Must run in a transaction.
    ///
    /// Every replica that can still list changes must have seen a tombstone before it goes:
    /// replicas that acknowledged it have, and a replica with a cursor below the floor starts from
    /// nothing.
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
