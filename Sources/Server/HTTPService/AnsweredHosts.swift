import Glibc

/// The name in a Host field, without its port.
package struct HostName: Hashable {
    package let text: String
    /// Whether this is a name or an address that only this machine can reach.
    package let isLoopback: Bool

    /// Reads a Host field; `nil` for a text that is neither a name nor an address.
    package init?(_ field: String) {
        let isV6 = field.hasPrefix("[")
        let end = isV6 ? field.firstIndex(of: "]") : field.firstIndex(of: ":") ?? field.endIndex
        guard let end else { return nil }
        var name = isV6 ? field[...end].dropFirst().dropLast() : field[..<end]
        let rest = isV6 ? field[end...].dropFirst() : field[end...]
        let isPort =
            rest.isEmpty
            || rest.hasPrefix(":") && rest.dropFirst().utf8.allSatisfy { (48...57).contains($0) }
        // A name may end with a dot, the root of all names.
        if !isV6, name.hasSuffix(".") { name = name.dropLast() }
        guard isPort, !name.isEmpty, name.utf8.allSatisfy(isV6 ? Self.isOfV6 : Self.isOfName)
        else { return nil }
        text = name.lowercased()
        var (v4, v6) = (in_addr(), in6_addr())
        if isV6 {
            guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
            isLoopback = withUnsafeBytes(of: &v6) {
                $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1
            }
        } else {
            isLoopback =
                text == "localhost"
                || inet_pton(AF_INET, text, &v4) == 1
                    && withUnsafeBytes(of: &v4) { $0.first == 127 }
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "-._~%!$&'()*+;=".utf8.contains(byte)
    }

    private static func isOfV6(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || ":.".utf8.contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
}

/// The hosts that a server answers for. A page in a browser can make its own name resolve to an
/// address that only this machine reaches; then the request has the name of that page.
package struct AnsweredHosts: Sendable {
    private var names: Set<String>
    private var isOfLoopback: Bool
    private var isAny: Bool

    /// Answers for all hosts.
    package static let any = AnsweredHosts(names: [], isOfLoopback: false, isAny: true)

    /// Answers for this machine by its own names and addresses.
    package static let loopback = AnsweredHosts(names: [], isOfLoopback: true, isAny: false)

    private init(names: Set<String>, isOfLoopback: Bool, isAny: Bool) {
        (self.names, self.isOfLoopback, self.isAny) = (names, isOfLoopback, isAny)
    }

    /// Answers for these names, without ports, and, if `isLoopback`, for this machine by its own
    /// names. `nil` if one of them is not the name of a host.
    package init?(names: [String], isLoopback: Bool) {
        let known = names.map { HostName($0) ?? HostName("[\($0)]") }
        guard !known.contains(nil) else { return nil }
        self.init(
            names: Set(known.compactMap { $0?.text }), isOfLoopback: isLoopback, isAny: false)
    }

    package func contain(_ host: String) -> Bool {
        if isAny { return true }
        guard let name = HostName(host) else { return false }
        return isOfLoopback && name.isLoopback || names.contains(name.text)
    }
}
