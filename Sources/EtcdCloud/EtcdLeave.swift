public import Replication

/// What must still lie in an etcd as it was found for a cloud there to be changed, such as the
/// token of the caller. It is compared in the transaction of each change.
public struct EtcdLeave: Sendable, Hashable {
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
    /// What a call fails with once one of them is gone or another; nothing was changed then.
    public var ended: CloudError

    public init(_ keys: [Key], ended: CloudError) {
        self.keys = keys
        self.ended = ended
    }
}

extension EtcdCloud {
    /// The same cloud, which is changed by this caller only with a leave.
    public func with(_ leave: EtcdLeave) -> EtcdCloud { EtcdCloud(self, leave) }
}
