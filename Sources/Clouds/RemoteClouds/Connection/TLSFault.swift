import AsyncHTTPClient
import Glibc
import NIOSSL

/// The reason why TLS failed, so that no request was sent. Errors of NIOSSL are long and name its
/// inner parts; a person can only fix the certificate of the server.
struct TLSFault {
    private enum Kind {
        case certificate
        case noTLS
        case closed
        case wantsCertificate
        case other(String)
    }
    private var kind: Kind

    /// Makes the fault from an error; `nil` if it is not about TLS.
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

    /// Returns whether an error means that the other side ended the connection without TLS.
    static func isEnd(_ error: any Error) -> Bool {
        if case NIOSSLError.uncleanShutdown = error { true } else { false }
    }

    /// The problem of a server that asks clients for a certificate.
    static let certificateWanted =
        "it asks for a certificate, and got none or one that it does not trust"

    /// The problem of a TLS server that was called without TLS.
    static let unexpected =
        "the server speaks TLS, but the address is one without: use an address that begins with "
        + "https:// or etcds://"

    /// Returns whether an error says that. With TLS 1.3, it may come long after the connection.
    static func asksForCertificate(_ text: String) -> Bool {
        ["ALERT_BAD_CERTIFICATE", "ALERT_CERTIFICATE_REQUIRED", "ALERT_UNKNOWN_CA"]
            .contains { text.contains($0) }
    }

    /// Returns a sentence about the fault.
    ///
    /// - Parameter authority: the file of the trusted private authority, if any.
    func message(host: String, port: Int, authority: String?) async -> String {
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
            ).message
        }
    }
}
