extension WebAddress {
    /// Adds the missing scheme: `http` for a host of this machine or its own network, where hardly
    /// anything has a certificate, and `https` for all others.
    ///
    /// - Parameter text: a host, and the text behind it: `localhost:3000/x`.
    public static func withAssumedScheme(_ text: some StringProtocol) -> String {
        (isLocal(host(of: text)) ? "http://" : "https://") + text
    }

    /// Returns the host at the beginning of a text, in lower case, without brackets and port.
    private static func host(of text: some StringProtocol) -> String {
        let authority = text.prefix { !"/?#".contains($0) }
        if authority.hasPrefix("[") {
            return authority.dropFirst().prefix { $0 != "]" }.lowercased()
        }
        let host = authority.prefix { $0 != ":" }.lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    private static func isLocal(_ host: String) -> Bool {
        let isNumber = host.contains(":") || number4(host) != nil
        if isNumber { return HostReach(host) == .here }
        return host == "localhost" || host.hasSuffix(".localhost") || host.hasSuffix(".local")
    }

    /// Returns the four parts of an IPv4 address; `nil` for any other text.
    static func number4(_ host: some StringProtocol) -> [UInt8]? {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }) else {
            return nil
        }
        let numbers = parts.compactMap { UInt8($0) }
        return numbers.count == 4 ? numbers : nil
    }

    /// Whether a text in brackets looks like an IPv6 address.
    static func isNumber6(_ text: some StringProtocol) -> Bool {
        let inner = text.utf8.dropFirst().dropLast()
        let mayStand = { (byte: UInt8) in
            isDigit(byte) || 0x61...0x66 ~= byte | 0x20 || ":.".utf8.contains(byte)
        }
        return text.hasPrefix("[") && text.hasSuffix("]")
            && inner.count(where: { $0 == UInt8(ascii: ":") }) >= 2
            && inner.allSatisfy(mayStand)
    }
}
