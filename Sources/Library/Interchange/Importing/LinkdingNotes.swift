/// Notes in the description that linkding exports for a bookmark as HTML, between marks of its own.
enum LinkdingNotes {
    private static let (begin, end) = ("[linkding-notes]", "[/linkding-notes]")

    /// A description with the notes below it, without the marks.
    static func apart(_ text: String) -> String {
        guard let start = text.firstRange(of: begin) else { return text }
        let rest = text[start.upperBound...]
        let stop = rest.firstRange(of: end)
        let parts = [
            text[..<start.lowerBound], rest[..<(stop?.lowerBound ?? rest.endIndex)],
            rest[(stop?.upperBound ?? rest.endIndex)...],
        ]
        return parts.map { String($0).withoutLooseEnds.trimmed }.filter { !$0.isEmpty }
            .joined(separator: "\n\n")
    }
}
