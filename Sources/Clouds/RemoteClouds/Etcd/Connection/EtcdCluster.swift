/// The members of an etcd, the user for the calls, and the prefix of a cloud's keys.
public struct EtcdCluster: Sendable, Hashable {
    /// The members, such as `https://etcd1.example.org:2379`. Calls go to the first that answers.
    public var members: [String]
    /// The user, if the cluster needs one.
    public var user: String?
    public var password: String
    /// The PEM file of a certificate to trust in addition to the system's.
    public var authority: String?
    /// The PEM files of a certificate and its key, for members that ask for them.
    public var certificate: String?
    public var key: String?
    /// The prefix of all keys; it ends with a slash.
    public var prefix: String

    /// Makes a cluster with these members.
    public init(
        members: [String], user: String? = nil, password: String = "", authority: String? = nil,
        prefix: String
    ) {
        self.members = members
        self.user = user
        self.password = password
        self.authority = authority
        self.prefix = prefix
    }
}
