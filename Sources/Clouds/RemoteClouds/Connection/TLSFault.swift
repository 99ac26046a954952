import AsyncHTTPClient
import Glibc
import NIOSSL

/// Why TLS did not come about, so that no request left. Errors of NIOSSL are long and name its
/// inner parts; the fault that a person can mend is in the certificate of the server.
struct TLSFault {
    private enum Kind {
        case certificate
        case noTLS
        case closed
        case wantsCertificate
        case other(String)
    }
    private var kind: Kind

    /// The meaning of an error; nil if it is not one of TLS.
    init?(_ error: any Error) {
        switch error {
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            kind = .certificate
        case NIOSSLError.handshakeFailed:
            let text = String(describing: error)
            if text.contains("CERTIFICATE_VERIFY_FAILED") {
                kind = .certificate
            } else if ["WRONG_VERSION_NUMBER", "HTTP_REQUEST"].contains(where: text.contains) {
                kind = .noTLS
            } else if text.contains("EOF during handshake") {
                kind = .closed
            } else if Self.asksForCertificate(text) {
                kind = .wantsCertificate
            } else {
                kind = .other(text)
            }
        case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate:
            kind = .certificate
        default: return nil
        }
    }

    /// Whether an error says that the other side ended the connection without a word of TLS.
    static func isEnd(_ error: any Error) -> Bool {
        if case NIOSSLError.uncleanShutdown = error { true } else { false }
    }

    /// The error of a server that asks clients for a certificate.
    static let certificateWanted =
        "it asks for a certificate, and got none or one that it does not trust"

    /// The error of a TLS server that was called without TLS.
    static let unexpected =
        "the server speaks TLS, but the address is one without: use an address that begins with "
        + "https:// or etcds://"

    /// Whether an error says that. With TLS 1.3 it may come long after the connection did.
    static func asksForCertificate(_ text: String) -> Bool {
        ["ALERT_BAD_CERTIFICATE", "ALERT_CERTIFICATE_REQUIRED", "ALERT_UNKNOWN_CA"]
            .contains { text.contains($0) }
    }

    /// - Parameter authority: the file of the private authority that is trusted, if one is.
    func words(host: String, port: Int, authority: String?) async -> String {
        switch kind {
        case .noTLS:
            return "the server does not speak TLS: use an address that begins with http:// or "
                + "etcd://"
        case .wantsCertificate: return Self.certificateWanted
        case .closed:
            return "it closed the connection before TLS was set up: the address of a server "
                + "without TLS begins with http:// or etcd://"
        case .other(let text): return "setting up TLS failed: \(text)"
        case .certificate:
            guard let chain = await CertificateLook.chain(host: host, port: port) else {
                return "its certificate is not trusted, and could not be examined now"
            }
            let trusted = authority.flatMap { try? NIOSSLCertificate.read($0) }
            return CertificateFaults(
                host: host, chain: chain.map(ShownCertificate.init),
                authority: trusted?.map(ShownCertificate.init), now: Int64(time(nil))
            ).words
        }
    }
}
