import Bookmarks

/// Texts of records in lists and objects.
enum RecordText {
    /// Returns all notes of a record on separate lines, without duplicates.
    static func notes(_ nodes: [Node]) -> String {
        let found = nodes.flatMap(texts).map(plain).map(\.withoutLooseEnds).filter { !$0.isEmpty }
        if found.count < 2 { return found.first ?? "" }
        var seen: Set<String> = []
        return found.filter { seen.insert($0).inserted }.joined(separator: "\n\n")
    }

    /// Returns a name that is given as a text, or as an object with a name.
    static func name(_ node: Node) -> String? {
        node.text
            ?? ["name", "label", "title", "tag", "text", "slug"].lazy
            .compactMap { node[$0]?.text }.first { _ in true }
    }

    /// Returns the texts of a note, of a list of notes, or of a marked passage and its comment.
    private static func texts(_ node: Node) -> [String] {
        if let elements = node.elements { return elements.flatMap(texts) }
        guard let members = node.members else { return node.text.map { [$0] } ?? [] }
        return members.filter { said.contains(FieldName.plain($0.key)) }.compactMap(\.node.text)
    }

    private static let said: Set<String> = [
        "text", "content", "quote", "highlight", "highlightedtext", "note", "comment", "body",
        "annotation", "extract",
    ]

    /// Returns notes that a program keeps as HTML, as plain text.
    private static func plain(_ text: String) -> String {
        let isMarkup = text.hasPrefix("<p") || text.hasPrefix("<div") || text.hasPrefix("<h1")
        guard isMarkup, text.contains("</") else { return text }
        var result: [UInt8] = []
        var isTag = false
        for byte in text.utf8 {
            if byte == UInt8(ascii: "<") {
                isTag = true
                if result.last != 0x0A && !result.isEmpty { result.append(0x0A) }
            } else if byte == UInt8(ascii: ">"), isTag {
                isTag = false
            } else if !isTag {
                result.append(byte)
            }
        }
        return HTMLEntities.decoded(result[...])
    }
}
