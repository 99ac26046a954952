public import Replication

/// Keys of an etcd that must be unchanged when a cloud there is changed, such as the token of the
/// caller. Each change compares them in its transaction.
public struct EtcdPermit: Sendable, Hashable {
    /// A key, and the revision of etcd at which it last changed.
    public struct Key: Sendable, Hashable {
        var name: String
        var revision: Int64

        public init(_ name: String, at revision: Int64) {
            self.name = name
            self.revision = revision
        }
    }

    var keys: [Key]
    /// The error of a call if one of the keys was changed or removed; the call changed nothing.
    public var ended: CloudError

    public init(_ keys: [Key], ended: CloudError) {
        self.keys = keys
        self.ended = ended
    }
}

extension EtcdCloud {
    /// Returns the same cloud for a caller who may change it only with a permit.
    public func with(_ permit: EtcdPermit) -> EtcdCloud { EtcdCloud(self, permit) }
}
