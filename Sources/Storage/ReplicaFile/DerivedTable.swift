public import Replication
public import SQLite

/// A table beside the records, for questions that would be slow to answer from them. It can be
/// rebuilt from the records at any time. Or it has facts that only this device knows, and follows
/// the records.
public protocol DerivedTable: Sendable {
    /// The unique name of the table.
    var name: String { get }
    /// The version of the table. Raise it when the derivation changes; the table is then made
    /// again.
    var version: Int64 { get }
    /// Whether the table has facts that the records do not contain. Then ``create(in:)`` must keep
    /// the rows of an older version, and ``update(for:in:)`` is not called for all entries
    /// afterwards.
    var isKept: Bool { get }
    /// Makes the empty table, in place of an older one.
    func create(in database: Database) throws
    /// Updates the table for entries whose records changed, in their order. An entry may occur more
    /// than once.
    ///
    /// This is called in the transaction that stores the entries, after they are in the file.
    func update(for changes: [EntryChange], in database: Database) throws
}

extension DerivedTable {
    public var isKept: Bool { false }
}

/// Access to the tables beside the records, during a transaction that writes.
///
/// Only a replica file has them, and only ``ReplicaFile/write(_:withTables:)`` provides them: a
/// check that needs the tables works with no other storage.
public struct ReplicaTables {
    let transaction: ReplicaTransaction

    /// The connection of the file. Callers must not change the records. All changed records are in
    /// the file, but derived tables may lack the latest ones.
    public var database: Database {
        get throws { try transaction.database }
    }
}
