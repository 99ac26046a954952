public import Replication
public import SQLite

/// A table that can be rebuilt from the records at any time, for questions that would be slow to
/// answer from them; or one of facts that only this device knows, which follows the records.
public protocol DerivedTable: Sendable {
    /// Names the table among the others.
    var name: String { get }
    /// Raised whenever the table is derived otherwise; the table is then made anew.
    var version: Int64 { get }
    /// Whether the table holds facts that the records cannot tell. ``create(in:)`` must keep the
    /// rows of an older version then, and is not followed by an ``update(for:in:)`` of each entry.
    var isKept: Bool { get }
    /// Makes the table, empty, in place of an older one.
    func create(in database: Database) throws
    /// Brings the table in step with entries whose records changed, in their order. An entry may be
    /// among them more than once.
    ///
    /// It is called in the transaction that stores the entries, when they are in the file.
    func update(for changes: [EntryChange], in database: Database) throws
}

extension DerivedTable {
    public var isKept: Bool { false }
}

/// The tables beside the records, in the middle of a transaction that writes.
///
/// Only a replica file has them, and only ``ReplicaFile/write(_:withTables:)`` lends them: a check
/// that needs the tables cannot be asked of any other storage.
public struct ReplicaTables {
    let transaction: ReplicaTransaction

    /// The connection of the file. Callers must leave the records alone. All records that were put
    /// are in the file; derived tables may lack the latest ones.
    public var database: Database {
        get throws { try transaction.database }
    }
}
