public import Replication

/// Keys of an etcd that must be unchanged for a cloud there to be changed, such as the token of the
/// caller. Each change compares them in its transaction.
public struct EtcdPermit: Sendable, Hashable {
    /// A key that was last changed at this revision of etcd.
    public struct Key: Sendable, Hashable {
        var name: String
        var revision: Int64

        public init(_ name: String, at revision: Int64) {
            self.name = name
            self.revision = revision
        }
    }

    var keys: [Key]
    /// The error of a call if one of them was changed or removed; the call changed nothing.
    public var ended: CloudError

    public init(_ keys: [Key], ended: CloudError) {
        self.keys = keys
        self.ended = ended
    }
}

extension EtcdCloud {
    /// The same cloud, which this caller changes only with a permit.
    public func with(_ permit: EtcdPermit) -> EtcdCloud { EtcdCloud(self, permit) }
}
