/// What a device needs to be let into a cloud behind a network.
public struct CloudAccess: Sendable, Hashable {
    /// Where the server is, such as `https://cloud.example.org`.
    public var url: String
    /// What the server gave out to let the device in. Nothing prints it.
    public var token: String
    /// The certificate of a private authority that vouches for the server, as PEM of at most
    /// ``largestAuthority`` bytes.
    public var authority: [UInt8]?

    /// What the device shows to a server, or a proxy before it, that asks for a certificate.
    public var identity: CloudIdentity?

    /// Whether a person has said that everything goes there in plain, although this device has a
    /// key.
    public var staysUnsealed: Bool

    /// The most bytes that ``authority`` can have.
    public static let largestAuthority = 1 << 20

    public init(
        url: String, token: String, authority: [UInt8]? = nil, identity: CloudIdentity? = nil,
        staysUnsealed: Bool = false
    ) {
        self.staysUnsealed = staysUnsealed
        self.identity = identity
        self.url = url
        self.token = token
        self.authority = authority
    }
}

/// Where the certificate of a device and its key lie. They stay there: whoever renews them needs to
/// tell nobody.
public struct CloudIdentity: Sendable, Hashable {
    /// The file of the certificate, as PEM, from the root.
    public var certificate: String
    /// The file of its key, as PEM, from the root.
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
