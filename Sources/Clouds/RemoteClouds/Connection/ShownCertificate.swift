import NIOSSL
import SwiftASN1
import X509

/// A certificate as a server showed it, as far as it says why it is not trusted.
struct ShownCertificate: Sendable {
    /// The names and addresses that it is for.
    var names: [String]
    /// From when to when it counts, in seconds since 1970.
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
        // NIOSSL tells everything but subject and issuer.
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

    /// The common name in a name, otherwise the organization, otherwise nothing.
    private static func words(_ name: DistinguishedName) -> String {
        let parts = name.joined()
        let part =
            parts.first { $0.type == .RDNAttributeType.commonName }
            ?? parts.first { $0.type == .RDNAttributeType.organizationName }
        return part.flatMap { String($0.value) } ?? ""
    }

    /// An address as a person writes it, but for the shortest form of one of IPv6.
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

    /// Whether it is for a host, whose name is of a server or an address.
    func isFor(_ host: String) -> Bool {
        let host = host.lowercased()
        return names.contains { name in
            let name = name.lowercased()
            if name == host { return true }
            // One star stands for one part, the first.
            guard name.hasPrefix("*."), let point = host.firstIndex(of: ".") else { return false }
            return host[point...] == name.dropFirst()
        }
    }
}
