import Glibc
public import Replication
public import SQLite
import Synchronization

/// A replica in a SQLite file, which several processes may share.
///
/// The file belongs to one device. A ``Durability/durable`` transaction is on the disk when it
/// returns. Derived tables are updated in the same transactions as their records.
/// from.
public final class ReplicaFile: ReplicaStorage {
    /// The format that this version reads and writes.
    public static let formatVersion: Int64 = 5

    /// The application id of replica files: `Cldy`.
    static let applicationID: Int64 = 0x436C_6479

    public let path: String
    private let access: Database.Access
    private let database: Database
    /// Keeps the transactions of this process apart.
    private let lock = Mutex(())
    /// A connection for reading while another thread writes, opened when first needed.
    private let spare = Mutex<Database?>(nil)
    private let derivedTables: [any DerivedTable]

    /// Opens the replica at `path`, or makes an empty one with a new actor.
    ///
    /// - Parameters:
    ///   - device: the device's name, for a new replica.
    ///   - random: returns random bits for the actor of a new replica.
    ///   - access: ``Database/Access/create`` unless the replica cannot be written. Then writing to
    ///     it throws, and its derived tables must be those of this version.
    /// - Throws: ``ReplicaFileError`` if this version cannot use the file as a replica,
    ///   `SQLiteError` if it cannot be opened or is damaged.
    public init(
        path: String, device: String, random: () -> UInt64,
        derivedTables: [any DerivedTable] = [], access: Database.Access = .create
    ) throws {
        self.path = path
        self.access = access
        self.derivedTables = derivedTables
        let database = try Database(path: path, access: access)
        let version = try database.userVersion()
        if version > Self.formatVersion {
            throw ReplicaFileError(.newer(format: version), path: path)
        }
        if version == 0 {
            guard access == .create else { throw ReplicaFileError(.empty, path: path) }
            let meta = ReplicaMeta(actor: ActorID(rawValue: random()), device: device)
            let isMade = try database.make {
                try database.execute(Schema.create)
                try database.execute("PRAGMA application_id = \(Self.applicationID)")
                try ReplicaTransaction(database, derivedTables: []).setMeta(meta)
            }
            guard isMade else { throw ReplicaFileError(.foreign, path: path) }
        }
        guard try Self.isReplica(database) else { throw ReplicaFileError(.foreign, path: path) }
        if 2...4 ~= version, access == .create {
            try database.transaction {
                if try database.userVersion() == 2 { try database.execute(Schema.migrateFrom2) }
                if try database.userVersion() == 3 { try database.execute(Schema.migrateFrom3) }
                if try database.userVersion() == 4 { try database.execute(Schema.migrateFrom4) }
            }
        } else if version > 0, version < Self.formatVersion {
            throw ReplicaFileError(.older(format: version), path: path)
        }
        for table in derivedTables {
            if access == .create {
                try Self.prepare(table, in: database)
            } else if try Self.version(of: table, in: database) != table.version {
                throw ReplicaFileError(.otherTables, path: path)
            }
        }
        // Making derived tables again has written much.
        database.giveRoomBack()
        database.shortenLog()
        self.database = database
    }

    /// Returns whether the file is marked as a replica. The first versions set no mark; their files
    /// have these tables.
    static func isReplica(_ database: Database) throws -> Bool {
        let id = try database.applicationID()
        if id == applicationID { return true }
        guard id == 0 else { return false }
        return try database.hasTables(["meta", "revision", "entries", "derived"])
    }

    public func read<R: Sendable>(_ body: (any ReplicaReader) throws -> R) throws -> R {
        try reading { try body($0) }
    }

    public func write<R: Sendable>(
        _ durability: Durability, _ body: (any ReplicaWriter) throws -> R
    ) throws -> R {
        try writing(durability) { try body($0) }
    }

    /// Writes like ``write(_:_:)``, with access to the tables beside the records.
    public func write<R: Sendable>(
        _ durability: Durability, withTables body: (any ReplicaWriter, ReplicaTables) throws -> R
    ) throws -> R {
        try writing(durability) { try body($0, ReplicaTables(transaction: $0)) }
    }

    func reading<R: Sendable>(_ body: (ReplicaTransaction) throws -> R) throws -> R {
        try withReader { database in
            let transaction = ReplicaTransaction(database, derivedTables: derivedTables)
            return try database.transaction(.deferred) { try body(transaction) }
        }
    }

    func writing<R: Sendable>(
        _ durability: Durability, _ body: (ReplicaTransaction) throws -> R
    ) throws -> R {
        try lock.withLock { _ in
            try database.setSynchronous(durability == .durable ? .full : .normal)
            let transaction = ReplicaTransaction(database, derivedTables: derivedTables)
            // A large transaction is often followed by another one.
            defer { if !transaction.isLarge { database.giveRoomBack() } }
            return try database.transaction {
                let value = try body(transaction)
                try transaction.finish()
                return value
            }
        }
    }

    /// Returns the numbers of keys that begin with `prefix`: of live ones, and of those whose
    /// deletion waits for a person.
    public func keyCounts(prefix: String) throws -> (live: Int, held: Int) {
        try reading { transaction in
            (
                try transaction.count("entries", where: "live = 1 AND", prefix: prefix),
                try transaction.count("held", prefix: prefix)
            )
        }
    }

    /// Runs `body` with the connection, for derived tables. It must not change the records. Its
    /// commits are ``Durability/relaxed``.
    public func withDatabase<R: Sendable>(_ body: (Database) throws -> R) throws -> R {
        try lock.withLock { _ in
            try database.setSynchronous(.normal)
            return try body(database)
        }
    }

    /// Runs `body` with a connection for reading, which sees all commits until now. Waits only a
    /// moment for another thread that writes.
    public func withReader<R: Sendable>(_ body: (Database) throws -> R) throws -> R {
        if let value = try lock.withLockIfAvailable({ _ in try body(database) }) { return value }
        // Most writes end before another connection is open.
        for _ in 0..<10 where spare.withLock({ $0 == nil }) {
            usleep(100)
            if let value = try lock.withLockIfAvailable({ _ in try body(database) }) {
                return value
            }
        }
        return try spare.withLock { spare in
            let reader = try spare ?? makeReader()
            spare = reader
            return try body(reader)
        }
    }

    /// Shortens the file's log after a write of many records, so that it opens quickly.
    ///
    /// - Parameter afterOthers: whether another program wrote them.
    public func settle(afterOthers: Bool = false) {
        lock.withLock { _ in
            database.giveRoomBack()
            database.shortenLog(ofOthers: afterOthers)
        }
    }

    /// Makes another connection, for long reads.
    ///
    /// - Throws: a `SQLiteError` with the code `moved` if the file was removed meanwhile. No new
    ///   file is made in its place.
    public func makeReader() throws -> Database {
        do {
            return try Database(path: path, access: access == .create ? .readWrite : access)
        } catch {
            let isRemoved = error.code == .cannotOpen && Glibc.access(path, F_OK) != 0
            throw isRemoved ? SQLiteError.moved(path) : error
        }
    }

    /// Returns the version of a derived table in the file; `nil` if it was never made.
    static func version(
        of table: any DerivedTable, in database: Database
    ) throws -> Int64? {
        try database.first(
            "SELECT version FROM derived WHERE name = ?", .text(table.name)
        ) { $0.integer(0) }
    }

    /// Makes a derived table again if the file has another version of it.
    private static func prepare(_ table: any DerivedTable, in database: Database) throws {
        guard try version(of: table, in: database) != table.version else { return }
        try database.transaction {
            guard try version(of: table, in: database) != table.version else { return }
            try table.create(in: database)
            let transaction = ReplicaTransaction(database, derivedTables: [])
            // A kept table is not derived from the records, so they are not read.
            let keys = table.isKept ? [] : try transaction.allKeys()
            if !keys.isEmpty { try database.makeRoom() }
            for start in stride(from: 0, to: keys.count, by: EntryWriter.atOnce) {
                let some = keys[start..<min(start + EntryWriter.atOnce, keys.count)]
                let entries = try some.compactMap(transaction.entry(forKey:))
                try table.update(
                    for: entries.map { EntryChange(old: nil, new: $0) }, in: database)
            }
            try database.run(
                "INSERT OR REPLACE INTO derived(name, version) VALUES(?, ?)", .text(table.name),
                .integer(table.version))
        }
    }
}
