extension WebAddress {
    /// Returns the address that a person typed to be saved. Works like ``interpreting(_:)``, but
    /// throws for a misspelled scheme such as `htps`, a port above 65535, or an invalid IP address.
    ///
    /// Don't use it for stored or imported addresses: those are kept even if no browser opens them.
    public static func entered(_ typed: String) throws(WebAddressError) -> WebAddress {
        let address = try interpreting(typed)
        guard let scheme = address.scheme else { return address }
        let rest = Array(address.text.utf8)[(scheme.utf8.count + 1)...]
        guard rest.starts(with: "//".utf8) else { return address }
        try checkForSlip(scheme, in: address.text)
        if isHierarchical(scheme) {
            try checkHost(rest.dropFirst(2).prefix { !"/?#\\".utf8.contains($0) })
        }
        return address
    }

    /// Throws for a misspelling of `http` or `https`. Any other scheme may be stored.
    private static func checkForSlip(
        _ scheme: String, in text: String
    ) throws(WebAddressError) {
        let letters = Set(scheme)
        guard scheme.count > 2, letters.isSubset(of: "https"), letters.isSuperset(of: "tp"),
            !["http", "https", "shttp"].contains(scheme)
        else { return }
        let meant = letters.contains("s") ? "https" : "http"
        throw WebAddressError(
            code: .unknownScheme, message: "“\(scheme)” is not a scheme. Did you mean \(meant)?",
            suggestion: meant + text.dropFirst(scheme.count))
    }

    /// Throws for hosts that browsers refuse (https://url.spec.whatwg.org/#host-parsing).
    private static func checkHost(_ authority: ArraySlice<UInt8>) throws(WebAddressError) {
        let sign = authority.lastIndex(of: UInt8(ascii: "@"))
        var host = authority[(sign.map { $0 + 1 } ?? authority.startIndex)...]
        if let colon = host.lastIndex(of: UInt8(ascii: ":")), host.last != UInt8(ascii: "]") {
            let port = host[colon...].dropFirst()
            host = host[..<colon]
            guard port.allSatisfy(isDigit), port.isEmpty || UInt16(port.string) != nil else {
                throw WebAddressError(
                    code: .impossibleHost,
                    message: "The port after the host must be a number up to 65535.")
            }
        }
        if host.last == UInt8(ascii: ".") { host.removeLast() }
        let last = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last
        guard let last, !last.isEmpty, last.allSatisfy(isDigit),
            HostSpelling.number4(Array(host)) == nil
        else { return }
        throw WebAddressError(
            code: .impossibleHost,
            message: "A host that ends in a number must be an IPv4 address, such as 127.0.0.1, "
                + "with numbers up to 255.")
    }
}
