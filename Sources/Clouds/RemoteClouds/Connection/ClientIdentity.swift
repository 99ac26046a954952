import FileCoordination
import NIOSSL

/// The certificate of a client and its key, for servers that ask for them.
public struct ClientIdentity: Sendable, Hashable {
    private let chain: [NIOSSLCertificate]
    private let key: NIOSSLPrivateKey

    /// Reads both files, which are PEM. The first may contain the whole chain, beginning with the
    /// client's own certificate. Throws NIOSSL's error for a file that cannot be used.
    public init(certificate: String, key: String) throws {
        chain = try NIOSSLCertificate.read(certificate)
        self.key = try NIOSSLPrivateKey(
            bytes: GivenPath.read(key, atMost: 1 << 20), format: .pem)
        // This finds a certificate without its key now, not at the first connection.
        var configuration = TLSConfiguration.makeClientConfiguration()
        show(in: &configuration)
        _ = try NIOSSLContext(configuration: configuration)
    }

    func show(in configuration: inout TLSConfiguration) {
        configuration.certificateChain = chain.map { .certificate($0) }
        configuration.privateKey = .privateKey(key)
    }
}
