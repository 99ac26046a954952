import ReplicaFile
import Replication
import SQLite
import ScratchFolder

extension ScratchFolder {
    var replicaPath: String { path("replica.sqlite") }

    /// Opens the replica of this folder, as each process of a device does.
    func replica(derivedTables: [any DerivedTable] = []) throws -> ReplicaFile {
        try ReplicaFile(
            path: replicaPath, device: "desk", random: { 0xffff_0000_1234_5678 },
            derivedTables: derivedTables)
    }
}

extension ReplicaEntry {
    /// An unsent edit or, for `nil`, an unsent deletion.
    static func unsent(
        _ key: String, _ value: PropertyListValue?, counter: UInt64 = 1
    ) -> ReplicaEntry {
        let actor = ActorID(rawValue: 7)
        let record = Record(
            content: value.map { .live($0) } ?? .deleted(last: .string("was \(key)")),
            vector: VersionVector([actor: counter]),
            stamp: Stamp(milliseconds: 1000 + Int64(counter), counter: 3), actor: actor,
            device: "desk",
            superseded: [
                SupersededValue(
                    field: "name", value: .integer(9), stamp: Stamp(milliseconds: 5),
                    device: "laptop")
            ])
        return ReplicaEntry(key: key, record: record, base: nil, baseRevision: 0, isDirty: true)
    }

    /// This entry after the cloud has taken it.
    func sent(revision: Int64) -> ReplicaEntry {
        var next = self
        next.base = record
        next.baseRevision = revision
        next.isDirty = false
        return next
    }
}

extension ReplicaFile {
    /// Stores entries in place of the existing ones.
    func put(_ entries: ReplicaEntry..., cause: ChangeCause = .edit(process: 1)) throws {
        try write(.durable) { replica in
            for entry in entries {
                try replica.put(
                    entry, replacing: try replica.entry(forKey: entry.key), cause: cause)
            }
        }
    }

    func entry(_ key: String) throws -> ReplicaEntry? { try read { try $0.entry(forKey: key) } }
}
