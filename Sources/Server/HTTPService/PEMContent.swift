import Glibc
import NIOSSL

/// The faults of a server's certificate file and key file, in sentences.
package struct ServerCertificateFault: Error, Hashable, CustomStringConvertible {
    /// The sentences: which file, and why.
    package let description: String
}

/// The content of a file that should be PEM. NIOSSL reports only that reading failed, not why.
struct PEMContent {
    private let path: String
    private let bytes: [UInt8]
    private static let mostBytes = 1 << 20
    /// The number of milliseconds to wait for a writer of a pipe, and for each of its writes.
    private static let patience: Int32 = 5000

    /// Reads the file; throws if it cannot be read.
    init(of path: String) throws(ServerCertificateFault) {
        self.path = path
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Self.unreadable(path, String(cString: strerror(errno))) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < Self.mostBytes {
            // A process may write into a pipe, as a shell does for `<(…)`. Before the first writer
            // opens it, the pipe seems to have ended.
            var wanted = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            if poll(&wanted, 1, Self.patience) == 0 {
                throw Self.unreadable(path, "it is a pipe, and no program writes into it")
            }
            let count = Glibc.read(file, &piece, piece.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else {
                throw Self.unreadable(path, String(cString: strerror(errno)))
            }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        self.bytes = bytes
    }

    private static func unreadable(_ path: String, _ reason: String) -> ServerCertificateFault {
        ServerCertificateFault(description: "\(path) cannot be read: \(reason).")
    }

    func certificates() throws(ServerCertificateFault) -> [NIOSSLCertificate] {
        if let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty { return chain }
        throw fault(of: .certificate, instead: .privateKey)
    }

    func privateKey() throws(ServerCertificateFault) -> NIOSSLPrivateKey {
        if let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) { return key }
        throw fault(of: .privateKey, instead: .certificate)
    }

    /// The kind of content, with the end of its first line.
    private enum Kind: String {
        case certificate = "CERTIFICATE-----"
        case privateKey = "PRIVATE KEY-----"

        var words: String { self == .certificate ? "a certificate" : "a private key" }
    }

    /// Returns the fault of a file with the wrong kind of content: most often the two files were
    /// swapped.
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
                "holds \(other.words), not \(wanted.words)"
            } else {
                "does not hold \(wanted.words) in PEM format"
            }
        return ServerCertificateFault(description: "\(path) \(found).")
    }
}
