/// The address of a cloud behind a network, as a person types it.
///
/// `https://cloud.example.org` is a server; `etcds://ada@etcd1.example.org,etcd2.example.org` is an
/// etcd with two members, asked by the user ada. For an etcd, the prefix of its keys comes after a
/// slash. `http` and `etcd` are the same without encryption.
public struct CloudAddress: Sendable, Hashable {
    /// The kind of server.
    public enum Kind: Sendable, Hashable {
        case server
        case etcd
    }

    public var kind: Kind
    public var isEncrypted: Bool
    /// The names or addresses of the hosts, each with its port if one was given. IPv6 addresses are
    /// in brackets.
    public var hosts: [String]
    /// The user of the etcd.
    public var user: String?
    /// The part after the first slash.
    public var path: String

    /// The default port of an etcd.
    private static let etcdPort = 2379

    /// Reads an address; `nil` for text that is not an address.
    public init?(_ text: String) {
        let kinds: [(String, Kind, Bool)] = [
            ("https://", .server, true), ("http://", .server, false), ("etcds://", .etcd, true),
            ("etcd://", .etcd, false),
        ]
        let lower = text.lowercased()
        guard let (scheme, kind, isEncrypted) = kinds.first(where: { lower.hasPrefix($0.0) }) else {
            return nil
        }
        let rest = text.dropFirst(scheme.count)
        if rest.contains(where: { $0.isWhitespace || "?#\\\"".contains($0) }) { return nil }
        var authority = rest.prefix { $0 != "/" }
        path = String(rest[authority.endIndex...].dropFirst())
        if let at = authority.lastIndex(of: "@") {
            // A password must not be visible in an address.
            let name = authority[..<at]
            guard kind == .etcd, !name.isEmpty, !name.contains(where: { ":,@".contains($0) }) else {
                return nil
            }
            user = String(name)
            authority = authority[authority.index(after: at)...]
        }
        hosts = authority.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        (self.kind, self.isEncrypted) = (kind, isEncrypted)
        if hosts.contains(where: { Self.name($0).isEmpty || !Self.hasPort($0) }) { return nil }
        if kind == .server, hosts.count > 1 || path.contains("@") { return nil }
    }

    /// The address in canonical form: in lower case, without the default port and without a slash
    /// at the end.
    public var canonical: String {
        let scheme = (kind == .etcd ? "etcd" : "http") + (isEncrypted ? "s" : "")
        let port = kind == .etcd ? ":\(Self.etcdPort)" : isEncrypted ? ":443" : ":80"
        let places = hosts.map { host in
            let lower = host.lowercased()
            return lower.hasSuffix(port) ? String(lower.dropLast(port.count)) : lower
        }
        let owner = user.map { $0 + "@" } ?? ""
        let end = path.lastIndex { $0 != "/" }
        let below = end.map { "/" + path[...$0] } ?? ""
        return "\(scheme)://\(owner)\(places.joined(separator: ","))\(below)"
    }

    /// Whether all hosts are this machine, so that nothing is sent over a network.
    public var isLoopback: Bool {
        hosts.allSatisfy {
            ["localhost", "127.0.0.1", "[::1]"].contains(Self.name($0).lowercased())
        }
    }

    /// The word in messages for the secret of this kind of server.
    public var secret: String { kind == .etcd ? "the password" : "the token" }

    /// The scheme of the encrypted form of this address.
    public var encryptedScheme: String { kind == .etcd ? "etcds" : "https" }

    /// The members of an etcd, as addresses of their gateways.
    public var members: [String] {
        hosts.map { host in
            let hasPort = host.count > Self.name(host).count
            return "\(isEncrypted ? "https" : "http")://\(host)"
                + (hasPort ? "" : ":\(Self.etcdPort)")
        }
    }

    /// The prefix of all keys in an etcd: the one in the address, or else one with the user's name.
    public var prefix: String {
        let parts = path.split(separator: "/")
        return parts.isEmpty ? "cloudy/\(user ?? "shared")/" : parts.joined(separator: "/") + "/"
    }

    /// Returns whether the text after the host's name is a valid port, or empty.
    private static func hasPort(_ host: String) -> Bool {
        let rest = host.dropFirst(name(host).count)
        if rest.isEmpty { return true }
        let digits = rest.dropFirst()
        return rest.first == ":" && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 }
            && (1...65535).contains(Int(digits) ?? 0)
    }

    /// Returns a host without its port.
    private static func name(_ host: String) -> Substring {
        host.hasPrefix("[")
            ? host.prefix(through: host.firstIndex(of: "]") ?? host.startIndex)
            : host.prefix { $0 != ":" }
    }
}
