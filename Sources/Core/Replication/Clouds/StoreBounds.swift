/// The limits of a server's store besides its ``Quota``, so that deletions and devices, which the
/// quota does not count, cannot fill a disk.
public struct StoreBounds: Sendable, Hashable {
    /// The most bytes of kept deletions, with their keys, above the bytes of the quota. An existing
    /// record can always be deleted, by a tombstone that is hardly longer. A deletion of a key that
    /// never existed, which sealing needs, has only this space.
    public var deletedBytes: Int64
    /// The most replicas of a store.
    public var replicas: Int

    /// The number of bytes by which a deletion may be longer than the record it replaces when there
    /// is no space.
    static let growth: Int64 = 128

    public init(deletedBytes: Int64, replicas: Int = 10_000) {
        self.deletedBytes = deletedBytes
        self.replicas = replicas
    }

    /// An old or a new record.
    public struct Item: Sendable {
        var bytes: Int64
        var isTombstone: Bool

        /// - Parameter bytes: the bytes of the record and of its key.
        public init(bytes: Int64, isTombstone: Bool) {
            self.bytes = bytes
            self.isTombstone = isTombstone
        }
    }

    /// Returns whether there is room for a change.
    ///
    /// - Parameters:
    ///   - old: the replaced item; `nil` for a new key.
    ///   - held: the bytes of all records and deletions before the change.
    ///   - most: the bytes that the quota allows.
    public func allow(_ new: Item, replacing old: Item?, held: Int64, most: Int64) -> Bool {
        let after = held + new.bytes - (old?.bytes ?? 0)
        let (all, isOver) = most.addingReportingOverflow(deletedBytes)
        if isOver || after <= max(all, held) { return true }
        guard new.isTombstone, let old, !old.isTombstone else { return false }
        return new.bytes <= old.bytes + Self.growth
    }
}
