/// linkding's marks in an HTML file of bookmarks, for fields that the format lacks.
enum LinkdingMarks {
    /// The tag of a bookmark that is archived.
    static let archived = "linkding:bookmarks.archived"

    private static let (begin, end) = ("[linkding-notes]", "[/linkding-notes]")

    /// Splits a text with notes between marks into the description around them and the notes. A
    /// text without marks is all notes, as in files of other programs.
    static func split(_ text: String) -> (description: String, notes: String) {
        guard text.utf8.contains(UInt8(ascii: "[")), let start = text.firstRange(of: begin)
        else { return ("", text) }
        let rest = text[start.upperBound...]
        let stop = rest.firstRange(of: end)
        let around = [text[..<start.lowerBound], rest[(stop?.upperBound ?? rest.endIndex)...]]
        let description = around.map { String($0).withoutLooseEnds.trimmed }
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
        let notes = String(rest[..<(stop?.lowerBound ?? rest.endIndex)])
        return (description, notes.withoutLooseEnds.trimmed)
    }
}
