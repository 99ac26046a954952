import Bookmarks

/// The addresses that a text links to, each with its number.
struct Addresses {
    private let page: URLReference
    private let base: URLReference
    private(set) var all: [String] = []
    private var numbers: [String: Int] = [:]

    /// The maximum number of links; a page with more is not an article.
    static let most = 10_000
    private static let schemes: Set<String> = [
        "http", "https", "mailto", "ftp", "gemini", "gopher", "tel",
    ]

    /// - Parameters:
    ///   - url: The address of the page.
    ///   - base: The base address that the page declares.
    init(url: String, base: String?) {
        page = URLReference(url)
        self.base = base.map { URLReference($0).resolved(against: URLReference(url)) } ?? page
    }

    /// Returns the number of an address; `nil` for a place on the page itself, and for a reference
    /// that is no address, such as a script.
    mutating func number(_ reference: String) -> Int? {
        guard let address = absolute(reference) else { return nil }
        if let number = numbers[address] { return number }
        guard all.count < Self.most else { return nil }
        all.append(address)
        numbers[address] = all.count
        return all.count
    }

    private func absolute(_ reference: String) -> String? {
        var text = ""
        for scalar in reference.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7F {
            if scalar == " " {
                if !text.isEmpty { text += "%20" }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        while text.hasSuffix("%20") { text.removeLast(3) }
        if text.isEmpty || text.hasPrefix("#") { return nil }
        var resolved = URLReference(text).resolved(against: base)
        guard let scheme = resolved.scheme,
            Self.schemes.contains(scheme) || scheme == "file" && page.scheme == "file"
        else { return nil }
        if scheme.hasPrefix("http") {
            guard resolved.authority?.isEmpty == false else { return nil }
            if resolved.path.isEmpty { resolved.path = "/" }
        }
        var plain = resolved
        plain.fragment = nil
        var own = page
        own.fragment = nil
        if resolved.fragment != nil, plain == own { return nil }
        return resolved.text
    }
}
