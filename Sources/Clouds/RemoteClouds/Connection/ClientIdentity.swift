import FileCoordination
import NIOSSL

/// The certificate of a client with its key, for servers that ask for one.
public struct ClientIdentity: Sendable, Hashable {
    private let chain: [NIOSSLCertificate]
    private let key: NIOSSLPrivateKey

    /// Reads both files, which are PEM; the first may have the whole chain, the client's own
    /// certificate first. Throws NIOSSL's error for a file that cannot be used.
    public init(certificate: String, key: String) throws {
        chain = try NIOSSLCertificate.read(certificate)
        self.key = try NIOSSLPrivateKey(
            bytes: GivenPath.read(key, atMost: 1 << 20), format: .pem)
        // A certificate without its key is found now, and not by the first server.
        var configuration = TLSConfiguration.makeClientConfiguration()
        show(in: &configuration)
        _ = try NIOSSLContext(configuration: configuration)
    }

    func show(in configuration: inout TLSConfiguration) {
        configuration.certificateChain = chain.map { .certificate($0) }
        configuration.privateKey = .privateKey(key)
    }
}
