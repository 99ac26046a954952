public import ReplicaFile
public import SQLite

/// A table of convenience that no record tells anew: it is kept when the others are derived again,
/// and begun from nothing where it is damaged.
public protocol KeptTable: DerivedTable {
    /// Begins the table from nothing.
    static func empty(_ database: Database) throws
}

extension KeptTable {
    /// Whether the rows outlive a new derivation.
    public var isKept: Bool { true }

    /// Makes the table. A table with older versions has a way of its own, which keeps their rows.
    public func create(in database: Database) throws { try Self.empty(database) }
}
