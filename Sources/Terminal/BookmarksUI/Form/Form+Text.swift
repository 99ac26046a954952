import Bookmarks
import Screen

extension Form {
    /// Returns the texts of the fields, in order.
    static func texts(_ draft: BookmarkDraft, _ newline: Character) -> [String] {
        [draft.url, draft.name, Tags.text(draft.tags), draft.folder]
            + [draft.notes, draft.description].map { oneLine($0, newline) }
    }

    /// Returns a sign for line breaks that the texts do not contain, so that saving turns no other
    /// sign into a line break.
    static func newlineSign(for texts: String...) -> Character {
        let signs: [Character] = ["⏎", "↵", "␤", "¶"]
        return signs.first { sign in !texts.contains { $0.contains(sign) } } ?? "⏎"
    }

    /// Returns the text with a sign in place of every line break.
    static func oneLine(_ text: String, _ newline: Character) -> String {
        String(text.map { $0.isNewline ? newline : $0 })
    }

    /// Returns the address in a pasted text, if the text is only an address with its scheme.
    static func pastedURL(_ text: String) -> String? {
        guard text.utf8.count <= pasteLimit, let address = try? WebAddress(typed: text),
            !address.text.contains(where: \.isWhitespace)
        else { return nil }
        // Any text with a colon can pass for an address, and text pasted by mistake often has one.
        return address.isOpenable || address.text.contains("://") ? address.text : nil
    }

    /// The maximum length of a paste into a field, in bytes.
    static let pasteLimit = 65_536
}

extension String {
    /// The text without white space at both ends.
    var trimmed: String {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
