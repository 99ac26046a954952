import Replication
import SQLite

// The usage of the live values is stored, so that a write need not read them all. It is valid for
// one local revision. A version that does not know the table raises that revision, but not the one
// in the table; then the values are counted again.

extension ReplicaTransaction {
    func liveUsage() throws -> LiveUsage {
        if let usage = try knownUsage() { return usage }
        let usage = try countedUsage()
        written.usage = usage
        return usage
    }

    /// Counts the change of a visible value; does nothing if the usage is unknown.
    func countUsage(_ old: PropertyListValue?, _ new: PropertyListValue?) throws {
        guard var usage = try knownUsage() else { return }
        usage.replace(old, with: new)
        written.usage = usage
    }

    /// Returns the usage that this transaction knows, or that was stored in the file.
    private func knownUsage() throws -> LiveUsage? {
        if written.hasAskedForUsage { return written.usage }
        written.hasAskedForUsage = true
        guard written.localRevision == nil, try database.hasTables(["usage"]) else { return nil }
        written.usage = try database.first(
            "SELECT keys, bytes FROM usage JOIN revision ON usage.revision = revision.local"
        ) { LiveUsage(keys: Int($0.integer(0)), bytes: Int($0.integer(1))) }
        return written.usage
    }

    /// Stores the usage for later transactions.
    func storeUsage(_ usage: LiveUsage, at revision: Int64) throws {
        try database.execute(Schema.addUsage)
        try database.run(
            "INSERT OR REPLACE INTO usage VALUES(0, ?, ?, ?)", .integer(Int64(usage.keys)),
            .integer(Int64(usage.bytes)), .integer(revision))
    }
}
