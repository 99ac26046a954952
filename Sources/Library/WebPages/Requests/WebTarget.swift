public import Bookmarks

/// A URL in the form that a request needs.
public struct WebTarget: Sendable, Hashable {
    /// The URL without its fragment, and with everything after the host in ASCII.
    public let url: String
    /// The host in lower case, without a port: URLs of one host are requested one after the other.
    public let host: String
    /// The host with its port, even the default one: an error of one origin proves nothing about
    /// another on the same host.
    public let origin: String
    /// The network from which the host is reached, as far as its name tells.
    public var reach: HostReach { HostReach(host) }

    /// The maximum length once encoded, in bytes; no server accepts more.
    static let maximumBytes = 8192

    /// Makes a target. Throws for an address that is not on the web, or that no URL can hold.
    public init(_ text: String) throws(WebFailure) {
        let address = WebAddress(stored: text)
        guard let scheme = address.scheme, scheme == "http" || scheme == "https" else {
            throw WebFailure(.notOnTheWeb, "only http and https addresses are on the web")
        }
        let reference = URLReference(text)
        guard let authority = reference.authority, !authority.isEmpty,
            authority.unicodeScalars.allSatisfy(Self.mayStandInAuthority)
        else { throw WebFailure(.malformed, "its host is not a name") }
        let afterUser = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let host = Self.withoutPort(afterUser)
        guard !host.isEmpty else { throw WebFailure(.malformed, "its host is not a name") }
        var url = "\(scheme)://\(authority)"
        url += Self.encoded(reference.path.isEmpty ? "/" : reference.path)
        if let query = reference.query { url += "?" + Self.encoded(query) }
        guard url.utf8.count <= Self.maximumBytes else {
            throw WebFailure(.malformed, "it is too long to be requested")
        }
        self.url = url
        self.host = host.lowercased()
        let port = afterUser[host.endIndex...].drop { $0 != ":" }.dropFirst()
        let usual = scheme == "http" ? "80" : "443"
        origin = "\(self.host):\(port.isEmpty ? usual : String(port))"
    }

    private static func mayStandInAuthority(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x20 && !(0x7F..<0xA0).contains(scalar.value)
            && !"\"\\<>^`{|}".unicodeScalars.contains(scalar)
    }

    private static func withoutPort(_ authority: Substring) -> Substring {
        if authority.first == "[" { return authority.prefix { $0 != "]" }.dropFirst() }
        return authority.prefix { $0 != ":" }
    }

    /// Encodes characters that a URL can't hold, as `%20`; encoded ones stay.
    private static func encoded(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if byte <= 0x20 || byte >= 0x7F || "\"\\<>^`{|}".utf8.contains(byte) {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
