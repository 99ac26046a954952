extension WebAddress {
    /// The meaning of a typed address: as ``init(typed:)``, and two things more are understood.
    ///
    /// - Before a text that is clearly a host, `https://` is assumed: `example.org/path`; before
    ///   one of this machine or its own network `http://`: `localhost:8080`, `192.168.1.1`,
    ///   `[::1]`, `printer.local`. Any other word without a dot is none, nor is an address of mail.
    /// - Blanks in a URL of the web are written `%20`, as browsers do.
    ///
    /// Only for text typed as one address. Nothing is assumed of lists and of programs' output:
    /// words with dots in them would become hosts there.
    public static func meant(by typed: String) throws(WebAddressError) -> WebAddress {
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

    /// Whether a text surely begins with the name of a host, or with its number.
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

    /// Whether it can be a part of a host's name, in any script.
    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        guard let first = label.first, let last = label.last else { return false }
        return first != UInt8(ascii: "-") && last != UInt8(ascii: "-")
            && label.allSatisfy {
                isLetter($0) || isDigit($0) || $0 >= 0x80 || "-_".utf8.contains($0)
            }
    }
}
