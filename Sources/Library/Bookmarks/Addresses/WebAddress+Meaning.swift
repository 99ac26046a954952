extension WebAddress {
    /// Returns the address that a person most likely meant. It accepts all that ``init(typed:)``
    /// does, and two more kinds of input.
    ///
    /// - A host without a scheme gets `https://` (`example.org/path`), or, on this machine or its
    ///   own network, `http://`: `localhost:8080`, `192.168.1.1`, `[::1]`, `printer.local`. Other
    ///   words without a dot and mail addresses are not hosts.
    /// - Blanks in a web URL become `%20`, as in browsers.
    ///
    /// Use this only for text typed as one address. In lists and output of programs, it would take
    /// any word with a dot for a host.
    public static func interpreting(_ typed: String) throws(WebAddressError) -> WebAddress {
        var text = typed
        if typed.utf8.count <= maximumBytes {
            let bare = trimmed(typed)
            if scheme(of: bare) == nil && beginsWithHost(bare) {
                text = withAssumedScheme(bare)
            }
        }
        let address = try WebAddress(typed: text)
        guard let scheme = address.scheme, isHierarchical(scheme),
            address.text.contains(" ")
        else { return address }
        return try WebAddress(typed: address.text.replacing(" ", with: "%20"))
    }

    /// Whether a text certainly begins with a host name or an IP address.
    static func beginsWithHost(_ text: String) -> Bool {
        var host = text.utf8.prefix { !"/?#".utf8.contains($0) }[...]
        if let colon = host.lastIndex(of: UInt8(ascii: ":")), host.last != UInt8(ascii: "]") {
            let port = host[colon...].dropFirst()
            guard (1...5).contains(port.count), port.allSatisfy(isDigit) else { return false }
            host = host[..<colon]
        }
        let name = String(Substring(host))
        if name.lowercased() == "localhost" || isNumber6(name) { return true }
        if host.last == UInt8(ascii: ".") { host.removeLast() }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy(isLabel), let last = labels.last else {
            return false
        }
        if last.allSatisfy(isDigit) { return number4(Substring(host)) != nil }
        return last.count > 1
    }

    /// Whether a text can be a label of a host name, in any script.
    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        guard let first = label.first, let last = label.last else { return false }
        return first != UInt8(ascii: "-") && last != UInt8(ascii: "-")
            && label.allSatisfy {
                isLetter($0) || isDigit($0) || $0 >= 0x80 || "-_".utf8.contains($0)
            }
    }
}
