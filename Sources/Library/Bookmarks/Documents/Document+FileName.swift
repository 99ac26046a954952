public import Documents

extension Document {
    /// The title as the name of a file: the stem, and the suffix with its dot.
    ///
    /// A name keeps its own suffix. Otherwise it gets one that tells the kind of the content; so
    /// does a saved page whose title only looks like the name of a file, such as `README.md`.
    public var fileName: (stem: String, suffix: String) {
        if let own = MediaType.suffix(of: title), isMeant(own) {
            let suffix = title.suffix(own.count + 1)
            if suffix.utf8.count > Self.longestSuffix { return (title, "") }
            return (String(title.dropLast(suffix.count)), String(suffix))
        }
        return (title, MediaType.suffix(for: mediaType).map { "." + $0 } ?? "")
    }

    /// Longer ones are a part of a sentence.
    private static var longestSuffix: Int { 16 }

    private func isMeant(_ suffix: String) -> Bool {
        if kind == .file { return true }
        let type = mediaType.prefix { $0 != ";" && $0 != " " }
        guard let named = MediaType.type(ofSuffix: suffix) else { return false }
        let areTexts = named.hasPrefix("text/") && type.hasPrefix("text/")
        return named == type || areTexts && type != "text/html"
    }
}
