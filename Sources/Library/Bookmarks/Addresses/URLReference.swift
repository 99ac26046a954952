/// The parts of a URL or of a relative reference (RFC 3986, appendix B).
public struct URLReference: Sendable, Hashable {
    /// In lower case.
    public var scheme: String?
    public var authority: String?
    public var path: String
    public var query: String?
    public var fragment: String?

    /// Parses a reference. Any text is one; most texts are paths.
    public init(_ text: String) {
        var rest = text[...]
        func cut(_ mark: Character) -> String? {
            guard let index = rest.firstIndex(of: mark) else { return nil }
            defer { rest = rest[..<index] }
            return String(rest[index...].dropFirst())
        }
        fragment = cut("#")
        query = cut("?")
        if let found = Self.scheme(of: rest) {
            scheme = found.lowercased()
            rest = rest[found.endIndex...].dropFirst()
        }
        if rest.hasPrefix("//") {
            let after = rest.dropFirst(2)
            let end = after.firstIndex(of: "/") ?? after.endIndex
            authority = String(after[..<end])
            rest = after[end...]
        }
        path = String(rest)
    }

    /// Returns the text before the first colon, if it can be a scheme. `example.org:80` passes,
    /// too: only ``WebAddress`` guesses what a person meant.
    public static func scheme(of text: Substring) -> Substring? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text[..<colon]
        guard let first = scheme.utf8.first, (first | 0x20) &- 0x61 < 26 else { return nil }
        let isPlain = scheme.utf8.allSatisfy {
            ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || "+-.".utf8.contains($0)
        }
        return isPlain ? scheme : nil
    }

    /// Returns the scheme of a whole string.
    public static func scheme(of text: String) -> Substring? { scheme(of: text[...]) }

    /// Returns the absolute URL of this reference in a document at `base` (section 5.2).
    public func resolved(against base: URLReference) -> URLReference {
        var result = self
        if scheme != nil {
            result.path = Self.withoutDots(path)
            return result
        }
        result.scheme = base.scheme
        if authority != nil {
            result.path = Self.withoutDots(path)
            return result
        }
        result.authority = base.authority
        if path.isEmpty {
            result.path = base.path
            result.query = query ?? base.query
        } else if path.hasPrefix("/") {
            result.path = Self.withoutDots(path)
        } else {
            let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? "/"
            result.path = Self.withoutDots(folder + path)
        }
        return result
    }

    /// Removes the segments `.` and `..` (section 5.2.4).
    private static func withoutDots(_ path: String) -> String {
        guard path.contains("/.") || path.hasPrefix(".") else { return path }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment == "." || segment == ".." {
                if segment == "..", kept.count > 1 { kept.removeLast() }
                if isLast { kept.append("") }
            } else {
                kept.append(segment)
            }
        }
        return kept.joined(separator: "/")
    }

    /// The reference as text, put together from its parts (section 5.3).
    public var text: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }
}
