/// What the relative addresses of a page are relative to (RFC 3986, section 5).
struct BaseAddress {
    /// `https://example.org`
    private let site: Substring
    private let path: Substring
    /// With its question mark, if there is one.
    private let query: Substring

    /// `nil` for what no page of the web has as its address.
    init?(_ text: String) {
        guard let scheme = Self.scheme(of: text),
            ["http", "https"].contains(scheme.lowercased())
        else { return nil }
        let rest = text[scheme.endIndex...].dropFirst()
        let host = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        guard rest.hasPrefix("//"), !host.isEmpty else { return nil }
        site = text[..<host.endIndex]
        path = text[host.endIndex...].prefix { !"?#".contains($0) }
        query = text[path.endIndex...].prefix { $0 != "#" }
    }

    /// The whole address of a reference on the page.
    func address(of reference: String) -> String {
        if Self.scheme(of: reference) != nil { return reference }
        if reference.hasPrefix("//") { return "\(site.prefix { $0 != "/" })\(reference)" }
        let isWithin = reference.first.map { "?#".contains($0) } ?? true
        if isWithin {
            return "\(site)\(path)\(reference.hasPrefix("?") ? "" : query)\(reference)"
        }
        let there = reference.prefix { !"?#".contains($0) }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        let whole = there.hasPrefix("/") ? there : folder + there
        return "\(site)\(Self.withoutDots(whole))\(reference[there.endIndex...])"
    }

    /// A path without its steps `.` and `..`; there is nothing above the top.
    private static func withoutDots(_ path: Substring) -> String {
        var names: [Substring] = []
        let steps = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, step) in steps.enumerated() {
            if step == ".." { _ = names.popLast() }
            if step != "." && step != ".." {
                names.append(step)
            } else if index == steps.count - 1 {
                names.append("")
            }
        }
        return "/" + names.joined(separator: "/")
    }

    /// What stands before the first colon, if it can be a scheme.
    static func scheme(of text: String) -> Substring? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text[..<colon]
        guard let first = scheme.utf8.first,
            ASCII.isLetter(first),
            scheme.utf8.allSatisfy({
                ASCII.isLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0)
            })
        else { return nil }
        return scheme
    }
}
