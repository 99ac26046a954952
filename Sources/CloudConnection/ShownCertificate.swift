import NIOSSL

/// A certificate as a server showed it, as far as it says why it is not trusted.
struct ShownCertificate: Sendable {
    /// The names and addresses that it is for.
    var names: [String]
    /// From when to when it counts, in seconds since 1970.
    var valid: ClosedRange<Int64>
    /// Whom it says it is of, and who signed it.
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
        let found = (try? certificate.toDERBytes()).flatMap { CertificateNames($0) }
        subject = found?.subject ?? ""
        issuer = found?.issuer ?? ""
        isSignedByItself = found.map { $0.subjectBytes == $0.issuerBytes } ?? false
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

/// The names in a certificate's bytes: what NIOSSL does not tell.
struct CertificateNames {
    private(set) var issuerBytes: [UInt8] = []
    private(set) var subjectBytes: [UInt8] = []
    var issuer: String { Self.words(issuerBytes) }
    var subject: String { Self.words(subjectBytes) }

    /// Reads DER; nil when it is no certificate.
    init?(_ bytes: [UInt8]) {
        var outer = DER(bytes[...])
        guard var certificate = outer.next(0x30), var body = certificate.next(0x30) else {
            return nil
        }
        _ = body.next(0xa0)
        // The serial number, and how it is signed.
        guard body.next(0x02) != nil, body.next(0x30) != nil,
            let issuer = body.next(0x30), body.next(0x30) != nil, let subject = body.next(0x30)
        else { return nil }
        (issuerBytes, subjectBytes) = (Array(issuer.rest), Array(subject.rest))
    }

    /// The common name in a name, otherwise the organization, otherwise nothing.
    private static func words(_ name: [UInt8]) -> String {
        var parts: [UInt8: String] = [:]
        var rest = DER(name[...])
        while var set = rest.next(0x31) {
            while var pair = set.next(0x30) {
                guard let kind = pair.next(0x06), let value = pair.nextAny() else { break }
                // 2.5.4.3 is the common name, and 2.5.4.10 the organization.
                guard kind.rest.count == 3, kind.rest.prefix(2).elementsEqual([0x55, 0x04]) else {
                    continue
                }
                parts[kind.rest.last ?? 0] = String(decoding: value.rest, as: UTF8.self)
            }
        }
        return parts[3] ?? parts[10] ?? ""
    }
}

/// Values of ASN.1 in DER, one after the other.
private struct DER {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The next value if it is of that kind; then it is stepped over.
    mutating func next(_ tag: UInt8) -> DER? { rest.first == tag ? nextAny() : nil }

    /// The next value, whatever it is; nil at the end, and where the bytes make no sense.
    mutating func nextAny() -> DER? {
        guard rest.count >= 2 else { return nil }
        var length = Int(rest[rest.startIndex + 1])
        var body = rest.dropFirst(2)
        if length >= 0x80 {
            let count = length & 0x7f
            guard (1...3).contains(count), body.count >= count else { return nil }
            length = body.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            body = body.dropFirst(count)
        }
        guard body.count >= length else { return nil }
        rest = body.dropFirst(length)
        return DER(body.prefix(length))
    }
}
