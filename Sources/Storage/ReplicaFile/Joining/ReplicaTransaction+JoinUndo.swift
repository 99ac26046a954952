import Replication
import SQLite

extension ReplicaTransaction {
    /// Returns the effect of undoing the join on each key.
    func joinUndo() throws -> JoinUndo {
        var undo = JoinUndo()
        let actor = try meta().actor
        for key in try changedKeys() {
            let (now, before) = try (entry(forKey: key), joinedEntry(forKey: key, .current))
            if let outcome = JoinUndo.outcome(of: now, before) {
                undo.keys[outcome, default: []].append(key)
            }
            let kept = before?.entry.record.vector[actor] ?? 0
            if now?.record.vector[actor] ?? 0 > kept { undo.losesOwnEdits = true }
        }
        undo.sent = try database.query(
            """
            SELECT key FROM entries JOIN join_entries USING (key)
            WHERE slot = 0 AND entries.live = 1 AND entries.base_revision > 0 ORDER BY key
            """
        ) { $0.text(0) }
        return undo
    }

    /// Returns the keys that differ between the replica and the snapshot, or that were edited
    /// since, sorted.
    private func changedKeys() throws -> [String] {
        try database.query(
            """
            SELECT entries.key FROM entries
            LEFT JOIN join_entries AS old ON old.slot = 0 AND old.key = entries.key
            WHERE old.key IS NULL OR old.is_edited = 1 OR old.record <> entries.record
            UNION
            SELECT key FROM join_entries
            WHERE slot = 0 AND key NOT IN (SELECT key FROM entries)
            ORDER BY key
            """
        ) { $0.text(0) }
    }

    /// Restores the snapshot from before joining, and removes all knowledge about the cloud.
    func takeBackJoin(newActor: ActorID) throws -> JoinUndo? {
        guard let snapshot = try joinSnapshot(.current) else { return nil }
        let undo = try joinUndo()
        var foreign: [String] = []
        for key in try changedKeys() {
            guard let before = try joinedEntry(forKey: key, .current)?.entry else {
                foreign.append(key)
                continue
            }
            let now = try entry(forKey: key)
            if before.record == now?.record { continue }
            try put(before, replacing: now, cause: .upkeep)
        }
        try forget(foreign)
        var meta = try meta()
        if undo.losesOwnEdits {
            try meta.forgetCloud(afterLosingOwnEditsAs: newActor, in: self)
        } else {
            try meta.forgetCloud(in: self)
        }
        meta.isOffline = snapshot.wasOffline
        try setMeta(meta)
        try removeJoinSnapshot(.current)
        try removeJoinSnapshot(.next)
        return undo
    }
}
