/// The URL of a bookmark: kept as typed, and compared by the page that it leads to.
///
/// Any scheme may be stored, since people keep links into all kinds of programs. ``isOpenable``
/// tells which URLs Cloudy opens.
public struct WebAddress: Sendable, Hashable {
    /// The URL as typed, without surrounding white space.
    public let text: String

    /// The maximum length of a URL, in bytes of UTF-8.
    public static let maximumBytes = 65_536

    /// Checks a typed URL.
    ///
    /// Throws an error that suggests a correction if only the scheme is missing. It does not check
    /// whether the URL leads anywhere.
    public init(typed: String) throws(WebAddressError) {
        if typed.utf8.count > Self.maximumBytes {
            throw WebAddressError(
                code: .tooLong,
                message: "This URL has \(grouped(typed.utf8.count)) bytes; the limit is "
                    + "\(grouped(Self.maximumBytes)). Did you paste something else?")
        }
        let text = Self.trimmed(typed)
        if text.isEmpty { throw WebAddressError(code: .empty, message: "The URL is empty.") }
        if let control = Self.control(in: text) {
            throw WebAddressError(
                code: .controlCharacter,
                message: "A URL can't hold the character U+\(Self.hexadecimal(control.value)). "
                    + "Remove it, or type the URL again.")
        }
        guard let scheme = Self.scheme(of: text) else {
            throw Self.errorWithoutScheme(text)
        }
        // Work on bytes from here on: an import checks every line.
        let rest = Array(text.utf8)[(scheme.utf8.count + 1)...]
        let isHierarchical = Self.isHierarchical(scheme)
        let authority = rest.dropFirst(2).prefix { !Self.endsAuthority($0) }
        let isWhole =
            isHierarchical
            ? rest.starts(with: "//".utf8) && !authority.isEmpty
            : rest.contains { $0 != UInt8(ascii: "/") }
        if !isWhole {
            throw WebAddressError(
                code: .nothingAfterScheme,
                message: "Something must follow “\(shortened(scheme)):”, "
                    + (isHierarchical ? "such as “//example.org”." : "such as “path”."))
        }
        if isHierarchical, !Self.canNameHost(authority) {
            throw WebAddressError(
                code: .impossibleHost,
                message: "The host of a URL can't have spaces or lone brackets. After the host, "
                    + "write a space as %20.")
        }
        if isHierarchical, !Self.namesHost(authority) {
            throw WebAddressError(
                code: .impossibleHost,
                message: "This URL has no host, such as example.org in https://example.org:80/.")
        }
        if scheme.utf8.count == 1, rest.first == UInt8(ascii: "\\") {
            let path = String(decoding: rest, as: UTF8.self).replacing("\\", with: "/")
            let suggestion = "file:///\(scheme):\(path)"
            throw WebAddressError(
                code: .noScheme,
                message: "This is a path. Did you mean \(shortened(suggestion))?",
                suggestion: suggestion)
        }
        self.text = text
    }

    /// Returns the error for a text without a scheme, with the probable meaning as its suggestion.
    private static func errorWithoutScheme(_ text: String) -> WebAddressError {
        if let word = impossibleScheme(of: text) {
            return WebAddressError(
                code: .noScheme,
                message: "“\(shortened(String(word))):” is not a scheme. A scheme has "
                    + "letters, digits, +, - and dots, such as https:")
        }
        // Words joined by punctuation are no address. After a certain host, blanks belong to the
        // address.
        let hasBlanks = text.contains(where: \.isWhitespace)
        let suggestion = withScheme(text).replacing(" ", with: "%20")
        guard text.contains(where: { $0.isLetter || $0.isNumber }),
            !hasBlanks || beginsWithHost(text), (try? WebAddress(typed: suggestion)) != nil
        else {
            return WebAddressError(
                code: .noScheme,
                message: "This is not a URL such as https://swift.org. Spaces in a URL are "
                    + "written %20.")
        }
        return WebAddressError(
            code: .noScheme,
            message: "A URL begins with its scheme. Did you mean \(shortened(suggestion))?",
            suggestion: suggestion)
    }

    /// Whether a byte ends the text between `//` and the path.
    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Whether the text before the path can name a host (RFC 3986, section 3.2).
    private static func canNameHost(_ authority: ArraySlice<UInt8>) -> Bool {
        if authority.contains(UInt8(ascii: " ")) { return false }
        let isBracket = { (byte: UInt8) in
            byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
        }
        guard authority.contains(where: isBracket) else { return true }
        return authority.filter(isBracket).elementsEqual("[]".utf8)
    }

    /// Whether the text has a host between an optional user name and an optional port.
    private static func namesHost(_ authority: ArraySlice<UInt8>) -> Bool {
        let sign = authority.lastIndex(of: UInt8(ascii: "@"))
        let host = authority[(sign.map { $0 + 1 } ?? authority.startIndex)...]
        return host.first.map { $0 != UInt8(ascii: ":") } ?? false
    }

    /// Takes a URL from the store without checking it.
    public init(stored text: String) {
        self.text = text
    }

    /// The scheme in lower case, or `nil` if there is none.
    public var scheme: String? { Self.scheme(of: text)?.lowercased() }

    /// Whether the URL may be given to a browser: its scheme shows something, and cannot start a
    /// program that another device chose.
    public var isOpenable: Bool {
        guard let scheme, Self.control(in: text) == nil else { return false }
        return Self.openableSchemes.contains(scheme)
    }

    private static let openableSchemes: Set<String> = [
        "http", "https", "ftp", "gopher", "gemini", "mailto", "file",
    ]

    /// Whether `//` and a host follow a scheme, whatever its case.
    static func isHierarchical(_ scheme: some StringProtocol) -> Bool {
        switch scheme.isLowercase ? String(scheme) : scheme.lowercased() {
        case "https", "http", "ftp", "gopher", "gemini": true
        default: false
        }
    }
}

extension WebAddress {
    /// Returns the scheme as spelled in `text`: a letter, then letters, digits, `+`, `-` and `.`
    /// (RFC 3986, section 3.1).
    ///
    /// `localhost:8080` and `example.org:80/x` would have a scheme by that rule, but people who
    /// type them mean a host and a port.
    static func scheme(of text: String) -> Substring? {
        // Most addresses begin with one of these.
        let known = text.hasPrefix("https://") ? 5 : text.hasPrefix("http://") ? 4 : 0
        if known > 0 { return text[..<text.utf8.index(text.startIndex, offsetBy: known)] }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text[..<colon]
        guard let first = scheme.utf8.first, isLetter(first) else { return nil }
        let isPlain = scheme.utf8.allSatisfy {
            isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
        return isPlain && !isHostAndPort(scheme, text.utf8[colon...].dropFirst()) ? scheme : nil
    }

    /// Returns the text before `:/` that looks like a scheme, but has characters that neither a
    /// scheme nor a host can have.
    private static func impossibleScheme(of text: String) -> Substring? {
        guard let end = text.firstRange(of: ":/")?.lowerBound else { return nil }
        let word = text[..<end]
        let isOdd = word.utf8.contains { "!$&'()*,;=".utf8.contains($0) }
        return isOdd && !word.utf8.contains { "/?# @[]".utf8.contains($0) } ? word : nil
    }

    private static func isHostAndPort(
        _ name: Substring, _ rest: Substring.UTF8View
    ) -> Bool {
        let port = rest.prefix { isDigit($0) }
        guard (1...5).contains(port.count) else { return false }
        let next = rest.dropFirst(port.count).first
        if next == UInt8(ascii: "/") { return true }
        let isHost = name.utf8.contains(UInt8(ascii: ".")) || name.lowercased() == "localhost"
        return isHost && (next == nil || next == UInt8(ascii: "?") || next == UInt8(ascii: "#"))
    }

    private static func withScheme(_ text: String) -> String {
        if text.hasPrefix("//") { return withAssumedScheme(text.dropFirst(2)) }
        if text.hasPrefix("/") { return "file://" + text }
        let rest = text.drop { ":/".contains($0) }
        return rest.isEmpty ? "https://example.org" : withAssumedScheme(rest)
    }

    static func trimmed(_ text: String) -> String {
        if let first = text.utf8.first, let last = text.utf8.last, isPrinted(first), isPrinted(last)
        {
            return text
        }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Whether a byte is a visible ASCII character.
    private static func isPrinted(_ byte: UInt8) -> Bool { 0x21..<0x7F ~= byte }

    /// Returns the first character that no URL can hold.
    private static func control(in text: String) -> Unicode.Scalar? {
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return nil }
        return text.unicodeScalars.first(where: isControl)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value || 0x2028...0x2029 ~= scalar.value
    }

    static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 &- 0x61 < 26 }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
