/// Reads an HTML link within a text.
enum HTMLLink {
    /// Returns the link at the beginning of a text, which must end on its line, and the text after
    /// it.
    static func link(at text: Substring) -> (FoundLink, Substring)? {
        let head = text.prefix(3)
        guard head.lowercased().hasPrefix("<a"), head.last?.isWhitespace == true,
            let end = text.firstRange(of: "</a>") ?? text.firstRange(of: "</A>")
        else { return nil }
        var tokens = HTMLTokenizer(Array(text[..<end.lowerBound].utf8))
        guard case .open("a", let attributes)? = tokens.next(), let url = attributes["href"] else {
            return nil
        }
        var name: [UInt8] = []
        while let token = tokens.next() {
            if case .text(let bytes) = token { name += bytes }
        }
        let link = FoundLink(name: HTMLEntities.decoded(name[...]), url: url.trimmed)
        return (link, text[end.upperBound...])
    }
}
