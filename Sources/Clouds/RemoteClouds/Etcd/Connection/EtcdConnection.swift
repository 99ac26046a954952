public import Replication

/// A connection to an etcd, shared by all its users.
public final class EtcdConnection: Sendable {
    let members: Members
    /// Adjusts the time of a member's clock.
    let clock: @Sendable (Int64) -> Int64

    /// - Parameter connections: the most calls in progress at one member; others wait.
    /// - Throws: ``CloudError/Code/unusable`` if the cluster has no members, or its certificate and
    ///   key cannot be used.
    public convenience init(
        _ cluster: EtcdCluster, connections: Int = 8
    ) throws(CloudError) {
        try self.init(
            cluster, connections: connections, patience: Patience(), clock: { $0 })
    }

    /// For tests, which wait for less time and move the clock.
    init(
        _ cluster: EtcdCluster, connections: Int = 8, patience: Patience,
        clock: @escaping @Sendable (Int64) -> Int64
    ) throws(CloudError) {
        guard !cluster.members.isEmpty else {
            throw CloudError(.unusable, "The etcd has no members to connect to.")
        }
        var identity: ClientIdentity?
        if let certificate = cluster.certificate {
            let key = cluster.key ?? certificate
            do { identity = try ClientIdentity(certificate: certificate, key: key) } catch {
                throw CloudError(
                    .unusable,
                    "\(certificate) and \(key) are not a certificate and its private "
                        + "key: \(error)")
            }
        }
        members = Members(
            cluster, identity: identity, connections: connections, patience: patience)
        self.clock = clock
    }

    /// The members, for people.
    public var name: String { members.name }

    func reply<Value>(_ call: () async throws(Failure) -> Value) async throws(CloudError) -> Value {
        do { return try await call() } catch { throw error.error(members.name) }
    }
}

/// The keys of one cloud in an etcd.
public struct EtcdPlace: Sendable, Hashable {
    /// The prefix of the keys; it ends with a slash.
    public var prefix: String
    /// The key of the cloud's state, which every commit writes.
    public var state: String

    public init(prefix: String, state: String) {
        self.prefix = prefix
        self.state = state
    }
}
