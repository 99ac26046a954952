import Bookmarks

/// Addresses by the rules of linkding.
enum LinkdingAddress {
    /// Returns whether linkding accepts a text as an address: of the web or of FTP, with a host.
    static func isValid(_ text: String) -> Bool {
        let reference = URLReference(text)
        guard let scheme = reference.scheme?.lowercased(),
            ["http", "https", "ftp", "ftps"].contains(scheme),
            let authority = reference.authority, !authority.isEmpty,
            !text.unicodeScalars.contains(where: { $0.properties.isWhitespace })
        else { return false }
        let server = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if server.hasPrefix("[") { return server.contains("]") }
        let parts = server.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let host = parts.first, !host.isEmpty,
            parts.count < 2 || parts[1].allSatisfy(\.isNumber)
        else { return false }
        return host.lowercased() == "localhost"
            || host.split(separator: ".", omittingEmptySubsequences: false).count > 1
                && !host.hasPrefix(".")
    }

    /// The longest address, in characters.
    static let longest = 2048

    /// Returns a key that is equal for addresses of the same bookmark in linkding: scheme and host
    /// in lower case, no slash at the end of the path, the query sorted. All other differences
    /// count.
    static func key(_ text: String) -> String {
        var reference = URLReference(text)
        reference.scheme = reference.scheme?.lowercased()
        if let authority = reference.authority {
            let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
            reference.authority =
                (parts.dropLast().map(String.init) + [parts[parts.count - 1].lowercased()])
                .joined(separator: "@")
        }
        while reference.path.hasSuffix("/") { reference.path.removeLast() }
        if let query = reference.query {
            let sorted = query.split(separator: "&", omittingEmptySubsequences: false).sorted()
            reference.query = sorted.joined(separator: "&")
        }
        return reference.text
    }
}
