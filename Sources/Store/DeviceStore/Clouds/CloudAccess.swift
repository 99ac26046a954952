/// The credentials of a device for a remote cloud.
public struct CloudAccess: Sendable, Hashable {
    /// The address of the server, such as `https://cloud.example.org`.
    public var url: String
    /// The token that the server gave to the device. It is never printed.
    public var token: String
    /// The certificate of a private authority that vouches for the server, as PEM of at most
    /// ``largestAuthority`` bytes.
    public var authority: [UInt8]?

    /// The client certificate of the device, for a server or proxy that asks for one.
    public var identity: CloudIdentity?

    /// Whether a person has chosen to send everything to the server in plain text, although this
    /// device has a key.
    public var staysUnsealed: Bool

    /// The largest ``authority``, in bytes.
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

/// The files of a device's certificate and its key. They stay where they are, so they can be
/// renewed in place.
public struct CloudIdentity: Sendable, Hashable {
    /// The absolute path of the certificate, as PEM.
    public var certificate: String
    /// The absolute path of its key, as PEM.
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
