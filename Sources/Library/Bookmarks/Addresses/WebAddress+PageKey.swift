extension WebAddress {
    /// A key that is the same for all URLs that most likely lead to the same page.
    ///
    /// The key is only compared, never opened. Some sites do tell such URLs apart, so the URL stays
    /// as typed, and adding a duplicate asks instead of refusing.
    ///
    /// - `http` and `https` count as the same: nearly every site answers both with the same page,
    ///   and old bookmarks differ from new ones in nothing else.
    /// - The case of scheme and host, the scheme's default port and slashes at the path's end are
    ///   ignored, and so are differences of spelling: see ``spelling``.
    /// - A fragment does not count unless it begins with `/` or `!`: there it names the page in a
    ///   single-page site.
    /// - Parameters that only say where a visitor came from do not count.
    /// - In schemes other than `http` and `https`, only the case of the scheme is ignored.
    public var pageKey: String {
        guard let written = Self.scheme(of: text) else { return text }
        let scheme = written.isLowercase ? String(written) : written.lowercased()
        // Work on bytes from here on: an import computes a key for every line.
        let rest = Array(text.utf8)[written.utf8.count...].dropFirst()
        guard Self.isHierarchical(scheme), rest.starts(with: "//".utf8) else {
            return "\(scheme):\(rest.string)"
        }
        let isWeb = scheme == "http" || scheme == "https"
        let parts = Parts(rest.dropFirst(2), scheme)
        var key: [UInt8] = []
        key.reserveCapacity(text.utf8.count)
        if !isWeb { key += "\(scheme):".utf8 }
        key += "//".utf8
        key += parts.authority
        var path = parts.path
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        key += path
        if let query = parts.query {
            let kept = isWeb ? Self.withoutTracking(query) : query
            if !kept.isEmpty { key += "?".utf8 + kept }
        }
        let fragment = parts.fragment
        if let fragment, let first = fragment.first, "/!".utf8.contains(first) {
            key += "#".utf8 + fragment
        }
        return key[...].string
    }

    /// A key like ``pageKey`` that also tells apart places of one page, which URLs name by
    /// fragments.
    public var placeKey: String { placeKey(onPage: pageKey) }

    /// Returns ``placeKey`` for a caller that already knows the page key.
    func placeKey(onPage page: String) -> String {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "#")) else { return page }
        let written = Array(text.utf8[text.utf8.index(after: mark)...])
        let place = Parts.spelled(written[...]).string
        // A fragment that names the page itself is already part of the page key.
        return place.isEmpty || page.utf8.contains(UInt8(ascii: "#")) ? page : "\(page)#\(place)"
    }

    static func cut(
        _ text: ArraySlice<UInt8>, at mark: UInt8
    ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard let index = text.firstIndex(of: mark) else { return (text, nil) }
        return (text[..<index], text[index...].dropFirst())
    }

    private static func withoutTracking(_ query: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let kept = query.split(separator: UInt8(ascii: "&")).filter { parameter in
            let name = cut(parameter, at: UInt8(ascii: "=")).0.string.lowercased()
            return !trackingNames.contains(name)
                && !trackingPrefixes.contains { name.hasPrefix($0) }
        }
        return Array(kept.joined(separator: "&".utf8))[...]
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

extension ArraySlice<UInt8> {
    var string: String { String(decoding: self, as: UTF8.self) }
}

extension StringProtocol {
    /// Whether the text has no upper-case ASCII letter, so that lower-casing can be skipped.
    var isLowercase: Bool { utf8.allSatisfy { $0.isLowercase } }
}

extension UInt8 {
    fileprivate var isLowercase: Bool { self < 0x80 && !(0x41...0x5A ~= self) }
}
