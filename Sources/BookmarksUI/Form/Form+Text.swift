import Bookmarks
import Screen

extension Form {
    /// The texts of the fields, in their order.
    static func texts(_ draft: BookmarkDraft, _ newline: Character) -> [String] {
        [draft.url, draft.name, draft.tags.joined(separator: " "), oneLine(draft.notes, newline)]
    }

    /// A sign for line breaks that the notes do not contain, so that no sign of theirs becomes a line
    /// break when they are saved.
    static func newlineSign(for notes: String) -> Character {
        let signs: [Character] = ["⏎", "↵", "␤", "¶"]
        return signs.first { !notes.contains($0) } ?? "⏎"
    }

    /// The text with a sign in the place of every line break within it.
    static func oneLine(_ text: String, _ newline: Character) -> String {
        String(text.map { $0.isNewline ? newline : $0 })
    }

    /// Tags as they are typed: between spaces or commas, with or without `#`, each once.
    static func tags(_ text: String) -> [String] {
        var seen: Set<String> = []
        return text.split { $0.isWhitespace || $0 == "," }
            .map { String($0.drop { $0 == "#" }) }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The address in a pasted text, if the text is one address with its scheme and nothing else.
    static func pastedURL(_ text: String) -> String? {
        guard text.utf8.count <= pasteLimit else { return nil }
        let url = text.trimmed
        guard !url.contains(where: \.isWhitespace), problem(withURL: url) == nil else { return nil }
        return url
    }

    /// The longest text that can be pasted into a field, in bytes.
    static let pasteLimit = 65_536
}

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
