/// An entry that was stored, and the one that it replaced.
public struct EntryChange: Sendable, Hashable {
    /// The replaced entry; `nil` if there was none.
    public var old: ReplicaEntry?
    public var new: ReplicaEntry

    public init(old: ReplicaEntry?, new: ReplicaEntry) {
        self.old = old
        self.new = new
    }

    /// The key of both entries.
    public var key: String { new.key }
}
