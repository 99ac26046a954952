import Replication
import SQLite

extension ReplicaTransaction {
    func forget(_ keys: [String]) throws {
        if keys.isEmpty { return }
        try database.execute(Schema.addForgotten)
        for key in keys {
            guard let old = try entry(forKey: key) else { continue }
            written.count += 1
            try writer.remove(old)
            if old.record.value == nil { continue }
            try countUsage(old.record.value, nil)
            try database.run(
                "INSERT OR REPLACE INTO forgotten VALUES(?, ?)", .text(key),
                .integer(try nextLocalRevision()))
        }
    }

    /// Returns the keys that were removed without a tombstone after `revision` and did not come
    /// back.
    func forgottenChanges(after revision: Int64) throws -> [LocalChange] {
        guard try database.hasTables(["forgotten"]) else { return [] }
        return try database.query(
            """
            SELECT key, local_revision FROM forgotten
            WHERE local_revision > ? AND key NOT IN (SELECT key FROM entries)
            """, .integer(revision)
        ) { LocalChange(key: $0.text(0), localRevision: $0.integer(1), cause: .upkeep) }
    }
}
