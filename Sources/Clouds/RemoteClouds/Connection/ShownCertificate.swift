import NIOSSL
import SwiftASN1
import X509

/// The facts about a server's certificate that can explain why it is not trusted.
struct ShownCertificate: Sendable {
    /// The names and addresses that the certificate is valid for.
    var names: [String]
    /// The period of validity, in seconds since 1970.
    var valid: ClosedRange<Int64>
    /// The subject of the certificate, and its issuer.
    var subject: String
    var issuer: String
    var isSignedByItself: Bool

    init(
        names: [String], valid: ClosedRange<Int64>, subject: String, issuer: String,
        isSignedByItself: Bool
    ) {
        (self.names, self.valid) = (names, valid)
        (self.subject, self.issuer) = (subject, issuer)
        self.isSignedByItself = isSignedByItself
    }

    init(_ certificate: NIOSSLCertificate) {
        // NIOSSL provides everything except the subject and the issuer.
        let found = try? Certificate(derEncoded: certificate.toDERBytes())
        subject = found.map { Self.words($0.subject) } ?? ""
        issuer = found.map { Self.words($0.issuer) } ?? ""
        isSignedByItself = found.map { $0.subject == $0.issuer } ?? false
        names = certificate._subjectAlternativeNames().compactMap { name in
            switch name.nameType {
            case .dnsName: String(decoding: name.contents, as: UTF8.self)
            case .ipAddress: Self.address(Array(name.contents))
            default: nil
            }
        }
        let (begin, end) = (Int64(certificate.notValidBefore), Int64(certificate.notValidAfter))
        valid = begin...max(begin, end)
    }

    /// Returns the common name in a name, or else the organization; empty if there is neither.
    private static func words(_ name: DistinguishedName) -> String {
        let parts = name.joined()
        let part =
            parts.first { $0.type == .RDNAttributeType.commonName }
            ?? parts.first { $0.type == .RDNAttributeType.organizationName }
        return part.flatMap { String($0.value) } ?? ""
    }

    /// Returns an address as text. IPv6 addresses are not shortened.
    static func address(_ bytes: [UInt8]) -> String? {
        switch bytes.count {
        case 4: bytes.map { "\($0)" }.joined(separator: ".")
        case 16:
            stride(from: 0, to: 16, by: 2)
                .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
                .joined(separator: ":")
        default: nil
        }
    }

    /// Returns whether the certificate is valid for a host, which is a name or an address.
    func isFor(_ host: String) -> Bool {
        let host = host.lowercased()
        return names.contains { name in
            let name = name.lowercased()
            if name == host { return true }
            // One star matches exactly one part, the first.
            guard name.hasPrefix("*."), let point = host.firstIndex(of: ".") else { return false }
            return host[point...] == name.dropFirst()
        }
    }
}
