extension WebAddress {
    /// A text that is the same for all URLs that most likely lead to the same page.
    ///
    /// It is only compared, never opened: some sites do tell such URLs apart, which is why the URL
    /// stays as it was typed and why adding a page that is there already asks instead of refusing.
    ///
    /// - `http` and `https` are one: nearly every site answers both with the same page, and old
    ///   bookmarks differ from new ones in nothing else.
    /// - The case of scheme and host, the scheme's default port and slashes at the path's end count
    ///   for nothing.
    /// - A fragment counts for nothing unless it begins with `/` or `!`: those name the page itself
    ///   in sites that are one script.
    /// - Parameters that only say where a visitor came from count for nothing.
    /// - Of other schemes than those of the web only the scheme's case counts for nothing.
    public var pageKey: String {
        guard let written = Self.scheme(of: text) else { return text }
        let scheme = written.lowercased()
        let rest = text.utf8[written.utf8.endIndex...].dropFirst()
        guard Self.hierarchicalSchemes.contains(scheme), rest.starts(with: "//".utf8) else {
            return "\(scheme):\(Substring(rest))"
        }
        let isWeb = scheme == "http" || scheme == "https"
        let (beforeFragment, fragment) = Self.cut(rest.dropFirst(2), at: "#")
        let (beforeQuery, query) = Self.cut(beforeFragment, at: "?")
        let authority = beforeQuery.prefix { $0 != UInt8(ascii: "/") }
        var key = isWeb ? "//" : scheme + "://"
        key += Self.normalized(authority: Substring(authority), scheme: scheme)
        var path = beforeQuery[authority.endIndex...]
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        key += Substring(path)
        if let query {
            let kept = isWeb ? Self.withoutTracking(query) : String(Substring(query))
            if !kept.isEmpty { key += "?" + kept }
        }
        if let first = fragment?.first, "/!".utf8.contains(first), let fragment {
            key += "#" + Substring(fragment)
        }
        return key
    }

    private static func cut(
        _ text: Substring.UTF8View, at mark: Unicode.Scalar
    ) -> (Substring.UTF8View, Substring.UTF8View?) {
        guard let index = text.firstIndex(of: UInt8(ascii: mark)) else { return (text, nil) }
        return (text[..<index], text[index...].dropFirst())
    }

    private static func normalized(authority: Substring, scheme: String) -> String {
        // User names and passwords do have case.
        let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
        let begin = at.map { authority.utf8.index(after: $0) } ?? authority.startIndex
        let user = authority[..<begin]
        var host = authority[begin...].lowercased()
        if let port = defaultPorts[scheme], host.hasSuffix(port) { host.removeLast(port.count) }
        if host.hasSuffix(":") { host.removeLast() }
        if host.hasSuffix(".") { host.removeLast() }
        return user + host
    }

    private static let defaultPorts = [
        "http": ":80", "https": ":443", "ftp": ":21", "gopher": ":70", "gemini": ":1965",
    ]

    private static func withoutTracking(_ query: Substring.UTF8View) -> String {
        Substring(query).split(separator: "&").filter { parameter in
            let name = parameter.prefix { $0 != "=" }.lowercased()
            return !trackingNames.contains(name)
                && !trackingPrefixes.contains { name.hasPrefix($0) }
        }.joined(separator: "&")
    }

    // Chosen from https://github.com/mpchadwick/tracking-query-params-registry (public domain): the
    // click identifiers of advertisers, the campaign parameters of analytics and of mailings. Names
    // that some site uses for something else, such as `ref`, `si` or `source`, are left alone.
    private static let trackingPrefixes = ["utm_", "mtm_", "pk_", "piwik_", "matomo_", "hsa_"]
    private static let trackingNames: Set<String> = [
        "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "twclid", "yclid",
        "ttclid", "li_fat_id", "igshid", "epik", "srsltid", "_ga", "_gl", "mc_cid", "mc_eid",
        "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking", "mkt_tok", "_openstat",
        "vero_id", "oly_anon_id", "oly_enc_id", "s_kwcid", "ef_id", "dm_i", "_ke", "_kx",
        "trk_contact",
        "trk_msg", "trk_module", "trk_sid", "wickedid", "rb_clickid", "ml_subscriber",
        "ml_subscriber_hash",
    ]
}
