import Replication
import SQLite

extension ReplicaTransaction {
    func forget(_ keys: [String]) throws {
        if keys.isEmpty { return }
        try database.execute(Schema.addForgotten)
        let actor = try meta().actor
        for key in keys {
            guard let old = try entry(forKey: key) else { continue }
            written.count += 1
            try writer.remove(old)
            let isVisible = old.record.value != nil
            if isVisible { try countUsage(old.record.value, nil) }
            try database.run(
                "INSERT OR REPLACE INTO forgotten VALUES(?, ?, ?, ?)", .text(key),
                .integer(isVisible ? try nextLocalRevision() : 0),
                SQLiteValue(bits: actor.rawValue), SQLiteValue(bits: old.record.vector[actor]))
        }
    }

    func forgottenCounter(forKey key: String, of actor: ActorID) throws -> UInt64 {
        guard try database.hasTables(["forgotten"]) else { return 0 }
        return try database.first(
            "SELECT counter FROM forgotten WHERE key = ? AND actor = ?", .text(key),
            SQLiteValue(bits: actor.rawValue)
        ) { $0.bits(0) } ?? 0
    }

    /// The keys that were forgotten after `revision` and did not come back since.
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
