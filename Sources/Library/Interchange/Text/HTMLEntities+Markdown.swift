/// Entities in Markdown, which must end with a semicolon: in an address, `&copy=2` is text.
extension HTMLEntities {
    /// Returns a text with its entities replaced.
    static func decodedMarkdown(_ text: String) -> String {
        replaced(in: text) { decoded(Array($0.utf8)[...]) }
    }

    /// Escapes each `&` that would begin an entity.
    static func escapedMarkdown(_ text: String, with escape: String) -> String {
        replaced(in: text) { escape + $0.dropFirst() }
    }

    /// Returns the entity at the beginning of a text, with its semicolon.
    static func markdownEntity(at text: Substring) -> Substring? {
        guard text.first == "&" else { return nil }
        let name = text.dropFirst().prefix(HTMLEntityNames.longest + 2).prefix {
            $0 == "#" || $0.isASCII && ($0.isLetter || $0.isNumber)
        }
        guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == ";" else {
            return nil
        }
        return text[...name.endIndex]
    }

    private static func replaced(
        in text: String, by replacement: (Substring) -> String
    ) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            if let entity = markdownEntity(at: rest) {
                result += replacement(entity)
                rest = rest[entity.endIndex...]
            } else {
                result.append("&")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }
}
