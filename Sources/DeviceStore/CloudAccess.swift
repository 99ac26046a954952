/// What a device needs to be let into a cloud behind a network.
public struct CloudAccess: Sendable, Hashable {
    /// Where the server is, such as `https://cloud.example.org`.
    public var url: String
    /// What the server gave out to let the device in. Nothing prints it.
    public var token: String
    /// The certificate of a private authority that vouches for the server, as PEM of at most
    /// ``largestAuthority`` bytes.
    public var authority: [UInt8]?

    /// The most bytes that ``authority`` can have.
    public static let largestAuthority = 1 << 20

    public init(url: String, token: String, authority: [UInt8]? = nil) {
        self.url = url
        self.token = token
        self.authority = authority
    }
}
