import Bookmarks
import Screen

extension Form {
    /// The texts of the fields, in their order.
    static func texts(_ draft: BookmarkDraft, _ newline: Character) -> [String] {
        [draft.url, draft.name, Tags.text(draft.tags), draft.folder]
            + [draft.notes, draft.description].map { oneLine($0, newline) }
    }

    /// A sign for line breaks that the texts do not contain, so that no sign of theirs becomes a
    /// line break when they are saved.
    static func newlineSign(for texts: String...) -> Character {
        let signs: [Character] = ["⏎", "↵", "␤", "¶"]
        return signs.first { sign in !texts.contains { $0.contains(sign) } } ?? "⏎"
    }

    /// The text with a sign in the place of every line break within it.
    static func oneLine(_ text: String, _ newline: Character) -> String {
        String(text.map { $0.isNewline ? newline : $0 })
    }

    /// The address in a pasted text, if the text is one address with its scheme and nothing else.
    static func pastedURL(_ text: String) -> String? {
        guard text.utf8.count <= pasteLimit, let address = try? WebAddress(typed: text),
            !address.text.contains(where: \.isWhitespace)
        else { return nil }
        // Anything with a colon can pass for an address, and text pasted by mistake often has
        // one.
        return address.isOpenable || address.text.contains("://") ? address.text : nil
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
