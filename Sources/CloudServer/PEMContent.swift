import FileCoordination
import NIOSSL

/// What is wrong with the files of a server's certificate and of its key, in sentences.
public struct ServerCertificateFault: Error, Hashable, CustomStringConvertible {
    /// The sentences: which file, and why.
    public let description: String
}

/// What a file holds that should be PEM. NIOSSL says of all that fails only that it did.
struct PEMContent {
    private let path: String
    private let bytes: [UInt8]
    private static let mostBytes = 1 << 20

    /// Throws when it cannot be read.
    init(of path: String) throws(ServerCertificateFault) {
        self.path = path
        do throws(FileCoordinationError) {
            // A process may write into a pipe, as a shell does for `<(…)`.
            bytes = try GivenPath.read(path, atMost: Self.mostBytes)
        } catch {
            throw ServerCertificateFault(description: "\(path) cannot be read: \(error.reason).")
        }
    }

    func certificates() throws(ServerCertificateFault) -> [NIOSSLCertificate] {
        if let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty { return chain }
        throw fault(of: .certificate, instead: .privateKey)
    }

    func privateKey() throws(ServerCertificateFault) -> NIOSSLPrivateKey {
        if let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) { return key }
        throw fault(of: .privateKey, instead: .certificate)
    }

    /// What is wanted, with the end of the line at which it begins.
    private enum Kind: String {
        case certificate = "CERTIFICATE-----"
        case privateKey = "PRIVATE KEY-----"

        var words: String { self == .certificate ? "a certificate" : "a private key" }
    }

    /// Most often the two files were named the other way round.
    private func fault(of wanted: Kind, instead other: Kind) -> ServerCertificateFault {
        let text = String(decoding: bytes, as: UTF8.self)
        let found =
            if bytes.isEmpty {
                "is empty"
            } else if text.contains("ENCRYPTED") {
                "holds a private key with a passphrase"
            } else if text.contains(wanted.rawValue) {
                "holds \(wanted.words) that is damaged"
            } else if text.contains(other.rawValue) {
                "holds \(other.words), and not \(wanted.words)"
            } else {
                "holds no PEM of \(wanted.words)"
            }
        return ServerCertificateFault(description: "\(path) \(found).")
    }
}
