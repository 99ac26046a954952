public import Replication
import SQLite

extension LocalCloud {
    /// Returns the problems that SQLite finds in a copy of a cloud at `path`; none if it is sound.
    /// Throws SQLite's error if it is unreadable.
    public static func problems(ofCopyAt path: String) throws -> [String] {
        let database = try Database(path: path, access: .immutable)
        let problems = try database.integrityProblems()
        guard problems.isEmpty else { return problems }
        for table in [
            "SELECT epoch, head, floor, usedBytes, usedKeys, collected FROM meta",
            "SELECT revision, key, isTombstone, committed, record FROM records",
            "SELECT actor, device, mark, nonce, cursor, seen, standing FROM actors",
        ] { _ = try database.first(table + " LIMIT 0") { _ in } }
        return []
    }

    /// Makes the copy of a cloud at `path` usable: it gets a new epoch, so that devices notice and
    /// send the records it lacks.
    ///
    /// The copy must not be open. Throws ``CloudError`` if it is not a cloud.
    public static func begin(copyAt path: String) throws(CloudError) {
        do {
            let database = try Database(path: path, access: .readWrite)
            try database.useLog()
            try CloudFile.prepare(database)
            let epoch = ActorID(rawValue: .random(in: 0...UInt64.max)).description
            try database.transaction { try database.run("UPDATE meta SET epoch = ?", .text(epoch)) }
            _ = try database.first("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
        } catch {
            throw CloudError(error, path: path)
        }
    }
}
