public import Replication
public import SQLite
import Synchronization

/// A replica in a SQLite file that several processes may share.
///
/// The file belongs to one device. A transaction of ``Durability/durable`` is synced to the disk
/// before it returns. Derived tables are kept in the same transactions as the records they come
/// from.
public final class ReplicaFile: ReplicaStorage {
    /// The format this version reads and writes.
    public static let formatVersion: Int64 = 1

    public let path: String
    private let database: Database
    /// Keeps the transactions of this process apart.
    private let lock = Mutex(())
    private let derivedTables: [any DerivedTable]

    /// Opens the replica at `path`, or makes an empty one for a new actor.
    ///
    /// - Parameters:
    ///   - device: the device's name, for a new replica.
    ///   - random: random bits for the actor of a new replica.
    /// - Throws: ``ReplicaFileError`` when the file was written by a newer version, ``SQLiteError``
    ///   when it cannot be opened or is damaged.
    public init(
        path: String, device: String, random: () -> UInt64,
        derivedTables: [any DerivedTable] = []
    ) throws {
        self.path = path
        self.derivedTables = derivedTables
        let database = try Database(path: path)
        let version = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
        if version > Self.formatVersion { throw ReplicaFileError(path: path, format: version) }
        if version < Self.formatVersion {
            try database.execute("PRAGMA journal_mode = WAL")
            let meta = ReplicaMeta(actor: ActorID(rawValue: random()), device: device)
            try database.transaction {
                // Another process may have been quicker.
                guard try database.first("PRAGMA user_version", row: { $0.integer(0) }) == 0
                else { return }
                try database.execute(Schema.create)
                try ReplicaTransaction(database, derivedTables: []).setMeta(meta)
            }
        }
        for table in derivedTables { try Self.prepare(table, in: database) }
        self.database = database
    }

    public func read<R: Sendable>(_ body: (any ReplicaReader) throws -> R) throws -> R {
        try lock.withLock { _ in
            let transaction = ReplicaTransaction(database, derivedTables: derivedTables)
            return try database.transaction(.deferred) { try body(transaction) }
        }
    }

    public func write<R: Sendable>(
        _ durability: Durability, _ body: (any ReplicaWriter) throws -> R
    ) throws -> R {
        try lock.withLock { _ in
            try database.setSynchronous(durability == .durable ? .full : .normal)
            let transaction = ReplicaTransaction(database, derivedTables: derivedTables)
            return try database.transaction { try body(transaction) }
        }
    }

    /// Lends the connection, for derived tables. `body` must leave the records alone. What it
    /// commits is ``Durability/relaxed``.
    public func withDatabase<R: Sendable>(_ body: (Database) throws -> R) throws -> R {
        try lock.withLock { _ in
            try database.setSynchronous(.normal)
            return try body(database)
        }
    }

    /// Makes a derived table anew when this version derives it otherwise than the file has it.
    private static func prepare(_ table: any DerivedTable, in database: Database) throws {
        func storedVersion() throws -> Int64? {
            try database.first(
                "SELECT version FROM derived WHERE name = ?", .text(table.name),
                row: { $0.integer(0) })
        }
        guard try storedVersion() != table.version else { return }
        try database.transaction {
            guard try storedVersion() != table.version else { return }
            try table.create(in: database)
            let transaction = ReplicaTransaction(database, derivedTables: [])
            for key in try transaction.allKeys() {
                guard let entry = try transaction.entry(forKey: key) else { continue }
                try table.update(entry, replacing: nil, in: database)
            }
            try database.run(
                "INSERT OR REPLACE INTO derived(name, version) VALUES(?, ?)", .text(table.name),
                .integer(table.version))
        }
    }
}

/// A table that can be rebuilt from the records at any time, for questions that would be slow to
/// answer from them.
public protocol DerivedTable: Sendable {
    /// Names the table among the others.
    var name: String { get }
    /// Raised whenever the table is derived otherwise; the table is then made anew.
    var version: Int64 { get }
    /// Makes the table, empty, in place of an older one.
    func create(in database: Database) throws
    /// Takes in an entry, in the transaction that stores it in place of `old`.
    func update(
        _ entry: ReplicaEntry, replacing old: ReplicaEntry?, in database: Database) throws
}

/// The replica was written by a newer version.
public struct ReplicaFileError: Error, Sendable, Hashable, CustomStringConvertible {
    public var path: String
    public var format: Int64

    public var description: String {
        "\(path) has format \(format), which a newer Cloudy wrote; this one knows formats up to "
            + "\(ReplicaFile.formatVersion). Install the newer Cloudy on this machine too."
    }
}
