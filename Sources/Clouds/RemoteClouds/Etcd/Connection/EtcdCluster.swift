/// Where an etcd is, the user that asks, and the prefix of a cloud's keys there.
public struct EtcdCluster: Sendable, Hashable {
    /// The members, such as `https://etcd1.example.org:2379`; the first that answers is asked.
    public var members: [String]
    /// The user, if the cluster needs one.
    public var user: String?
    public var password: String
    /// The file of a certificate, as PEM, that is trusted besides those that the system trusts.
    public var authority: String?
    /// The files of a certificate and its key, as PEM, which are shown to members that ask.
    public var certificate: String?
    public var key: String?
    /// The prefix of all keys; it ends with a slash.
    public var prefix: String

    /// A cluster with these members.
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
