public import Documents

extension Document {
    /// A file name made from the title: the stem, and the suffix with its dot.
    ///
    /// A title that ends with a suffix keeps it; other titles get the usual suffix of the content.
    /// A saved page gets that suffix even if its title looks like a file name, such as `README.md`.
    public var fileName: (stem: String, suffix: String) {
        if let own = MediaType.suffix(of: title), isMeant(own) {
            let suffix = title.suffix(own.count + 1)
            if suffix.utf8.count > Self.longestSuffix { return (title, "") }
            return (String(title.dropLast(suffix.count)), String(suffix))
        }
        return (title, MediaType.suffix(for: mediaType).map { "." + $0 } ?? "")
    }

    /// The longest suffix; a longer one is part of a sentence.
    private static var longestSuffix: Int { 16 }

    private func isMeant(_ suffix: String) -> Bool {
        if kind == .file { return true }
        let type = mediaType.prefix { $0 != ";" && $0 != " " }
        guard let named = MediaType.type(ofSuffix: suffix) else { return false }
        let areTexts = named.hasPrefix("text/") && type.hasPrefix("text/")
        return named == type || areTexts && type != "text/html"
    }
}
