import Bookmarks
import Interchange
import Testing

/// Text longer than a field may be goes into the notes.
struct LimitsTests {
    private func draft(name: String = "", tags: [String] = [], notes: String = "") -> BookmarkDraft
    {
        let found = ImportedBookmark(
            name: name, url: "https://a.example/", tags: tags, notes: notes, line: 1)
        return ImportSettings().bookmark(found).draft
    }

    @Test func limitsCountCharactersNotBytes() {
        let name = String(repeating: "漢", count: BookmarkDraft.maximumNameLength)
        let tag = String(repeating: "漢", count: BookmarkDraft.maximumTagLength)
        let draft = draft(name: name, tags: [tag], notes: "n")
        #expect(draft.name == name && draft.tags == [tag] && draft.notes == "n")
    }

    @Test(arguments: ["x", "漢", "🙂"])
    func restOfATooLongNameGoesIntoTheNotes(_ letter: String) {
        let name = String(repeating: letter, count: 9000)
        let draft = draft(name: name, notes: "mine")
        #expect(draft.name.unicodeScalars.count == BookmarkDraft.maximumNameLength)
        #expect(draft.name.hasSuffix(letter + "…"))
        let rest = draft.notes.split(separator: "\n").first ?? ""
        #expect(draft.name.dropLast() + rest.dropFirst() == name)
        #expect(draft.notes.hasSuffix("\nmine"))
    }

    @Test func tooLongTagGoesIntoTheNotes() {
        let tag = String(repeating: "漢", count: BookmarkDraft.maximumTagLength + 1)
        let draft = draft(tags: ["a", tag, "b"])
        #expect(draft.tags == ["a", "b"] && draft.notes == "#" + tag)
    }
}
