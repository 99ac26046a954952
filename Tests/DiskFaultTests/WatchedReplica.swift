import BookmarkDatabase
import FaultyDisk
import ReplicaFile
import Replication
import SQLite
import Synchronization

/// The contents of a replica file.
struct ReplicaContents: Sendable, Hashable {
    var meta: ReplicaMeta
    var entries: [ReplicaEntry]

    /// Reads the file as `cloudy verify` does; throws a ``Damaged`` when anything in it is wrong.
    init(path: String) throws {
        self = try ReplicaInspection.read(path: path) { inspection, database in
            let rows = try BookmarkTable.wrongRows(inspection, in: database)
            let unreadable = inspection.unreadable.map { "\($0.key): \($0.reason)" }
            let problems =
                inspection.problems + unreadable + rows.map { "the row of \($0) is wrong" }
            guard problems.isEmpty, let meta = inspection.meta else {
                throw Damaged(problems: problems)
            }
            return ReplicaContents(meta: meta, entries: inspection.entries)
        }
    }

    private init(meta: ReplicaMeta, entries: [ReplicaEntry]) {
        self.meta = meta
        self.entries = entries
    }

    subscript(key: String) -> ReplicaEntry? { entries.first { $0.key == key } }

    var values: [String: PropertyListValue] {
        entries.reduce(into: [:]) { $0[$1.key] = $1.record.value }
    }
}

struct Damaged: Error {
    var problems: [String]
}

/// The replica file of one process on a faulty disk, and the transactions it committed.
final class WatchedReplica: ReplicaStorage {
    let disk: FaultyDisk
    private let file: ReplicaFile
    private let commits = Mutex<[Commit<ReplicaContents>]>([])
    private let isWatching: Bool
    /// The actual durability of edits, whatever the code asks for.
    private let truth: Durability

    private let path: String

    init(
        on disk: FaultyDisk, name: String, actor: UInt64, isWatching: Bool = true,
        truth: Durability = .durable
    ) throws {
        let start = disk.count
        self.disk = disk
        path = disk.path("\(name).sqlite")
        self.isWatching = isWatching
        self.truth = truth
        file = try ReplicaFile(
            path: path, device: name, random: { actor },
            derivedTables: [BookmarkTable()])
        if isWatching, start == 0 { try note(.durable, since: start) }
    }

    /// The commits since the last call.
    func takeCommits() -> [Commit<ReplicaContents>] {
        commits.withLock { commits in
            defer { commits = [] }
            return commits
        }
    }

    func contents() throws -> ReplicaContents {
        try ReplicaContents(path: path)
    }

    func read<R: Sendable>(_ body: (any ReplicaReader) throws -> R) throws -> R {
        try file.read(body)
    }

    func write<R: Sendable>(
        _ durability: Durability, _ body: (any ReplicaWriter) throws -> R
    ) throws -> R {
        let start = disk.count
        let result = try file.write(durability == .durable ? truth : .relaxed, body)
        if isWatching { try note(durability, since: start) }
        return result
    }

    private func note(_ durability: Durability, since start: Int) throws {
        let end = disk.count
        let commit = Commit(durability: durability, operations: start...end, after: try contents())
        commits.withLock { $0.append(commit) }
    }

    func withDatabase<R: Sendable>(_ body: (Database) throws -> R) throws -> R {
        try file.withDatabase(body)
    }

    func makeReader() throws -> Database { try file.makeReader() }

    /// Sets or deletes a value as the store does, and returns the record.
    @discardableResult
    func set(_ key: String, _ value: PropertyListValue?, at time: Int64) throws -> Record? {
        try write(.durable) { replica in
            var meta = try replica.meta()
            let author = meta.author(now: time, isDeletion: value == nil)
            let old = try replica.entry(forKey: key)
            guard let new = ReplicaEntry.edited(old, key: key, value: value, by: author) else {
                return nil
            }
            try replica.setMeta(meta)
            try replica.put(new, replacing: old, cause: .edit(process: 1))
            return new.record
        }
    }
}
