/// The name of a link in Markdown without its markup: `**bold**` becomes bold, and a picture its
/// alternative text.
enum MarkdownName {
    private struct Piece {
        var text: String
        /// The length of a mark that may begin or end formatting; 0 for text.
        var marks = 0
        var mayOpen = false
        var mayClose = false
    }

    /// - Parameter text: the name as written, with its backslashes.
    static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: { "\\`*_~!<&".utf8.contains($0) }) else { return text }
        var pieces: [Piece] = []
        var rest = text[...]
        var before: Character = " "
        var attempts = PlainLinks.attempts
        while let first = rest.first {
            let piece = next(&rest, first, before, &attempts)
            before = piece.text.last ?? before
            pieces.append(piece)
        }
        return withoutMarks(pieces)
    }

    /// - Parameter attempts: the number of pictures that may still be tried: see
    ///   ``PlainLinks/attempts``.
    private static func next(
        _ rest: inout Substring, _ first: Character, _ before: Character, _ attempts: inout Int
    ) -> Piece {
        let behind = rest.dropFirst()
        if first == "\\", let escaped = behind.first, escaped.isPunctuation || escaped.isSymbol {
            rest = behind.dropFirst()
            return Piece(text: String(escaped))
        }
        if let entity = HTMLEntities.markdownEntity(at: rest) {
            rest = rest[entity.endIndex...]
            return Piece(text: HTMLEntities.decodedMarkdown(String(entity)))
        }
        let mayBePicture =
            first == "!" && behind.first == "["
            || first == "<" && rest.prefix(4).lowercased() == "<img"
        if mayBePicture { attempts -= 1 }
        if mayBePicture, attempts > 0, first == "!", let (text, after) = picture(behind) {
            rest = after
            return Piece(text: text)
        }
        if mayBePicture, attempts > 0, first == "<", let end = rest.firstIndex(of: ">") {
            var tokens = HTMLTokenizer(Array(rest[...end].utf8))
            rest = rest[end...].dropFirst()
            guard case .open(_, let attributes)? = tokens.next() else { return Piece(text: "") }
            return Piece(text: attributes["alt"] ?? "")
        }
        if first == "`", let end = behind.firstIndex(of: "`") {
            rest = behind[end...].dropFirst()
            return Piece(text: String(behind[..<end]))
        }
        if "*_~".contains(first) {
            let marks = rest.prefix { $0 == first }
            rest = rest[marks.endIndex...]
            let after = rest.first ?? " "
            let isWord = { (character: Character) in character.isLetter || character.isNumber }
            let isBound = first == "*"
            return Piece(
                text: String(marks), marks: first == "~" && marks.count != 2 ? 0 : marks.count,
                mayOpen: !after.isWhitespace && (isBound || !isWord(before)),
                mayClose: !before.isWhitespace && (isBound || !isWord(after)))
        }
        rest = behind
        return Piece(text: String(first))
    }

    /// Returns the alternative text of a picture: `![text](address)` or `![text][label]`.
    private static func picture(_ text: Substring) -> (String, Substring)? {
        guard let (name, after) = MarkdownLinks.enclosed(text, "[", "]") else { return nil }
        for (open, close) in [("(", ")"), ("[", "]")] as [(Character, Character)]
        where after.first == open {
            if let (_, rest) = MarkdownLinks.enclosed(after, open, close) { return (name, rest) }
        }
        return nil
    }

    /// Removes each mark that has a counterpart.
    private static func withoutMarks(_ pieces: [Piece]) -> String {
        var pieces = pieces
        var open: [Int] = []
        for (index, piece) in pieces.enumerated() where piece.marks > 0 {
            if piece.mayClose, let other = open.lastIndex(where: { pieces[$0].text == piece.text })
            {
                pieces[open[other]].text = ""
                pieces[index].text = ""
                open.removeSubrange(other...)
            } else if piece.mayOpen, open.count < 100 {
                open.append(index)
            }
        }
        return pieces.map(\.text).joined()
    }
}
