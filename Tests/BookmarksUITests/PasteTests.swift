import Bookmarks
import BookmarksUI
import Screen
import Testing

@Suite struct PasteTests {
    @Test(arguments: ["https://q.example/Qq", "  mailto:me@example.org\n", "gemini://x.example/"])
    func aURLInTheListStartsAnAdd(_ text: String) {
        var person = Person(["A"])
        person.paste(text)
        #expect(person.state.context == .form)
        #expect(person.state.hasUnsavedText)
        person.press("Enter")
        let url = String(text.drop { $0 == " " }.prefix { $0 != "\n" })
        #expect(person.effects == [.add(BookmarkDraft(url: url), evenIfThere: false)])
    }

    @Test(arguments: [
        "q", "dddd", "https://a.example/\nhttps://b.example/", "see https://a.example/", "",
        "LATER:later", "https://", "\u{1B}[2J", String(repeating: "x", count: 1_048_576),
        "https://a.example/" + String(repeating: "x", count: 1_048_576),
    ]) func otherTextInTheListIsIgnored(_ text: String) {
        var person = Person(["A"])
        person.paste(text)
        #expect(person.state.context == .list)
        #expect(person.effects.isEmpty)
        #expect(person.said == "Paste ignored; press a to add")
    }

    @Test func aFieldTakesAPasteAtItsCursor() {
        var person = Person(["A"])
        person.press("a", "Tab")
        person.type("ad")
        person.press("Left")
        person.paste("bc")
        #expect(person.screen.contains("Name  abcd"))
    }

    @Test func aHugePasteIsRefused() {
        var person = Person(["A"])
        person.press("a")
        person.paste(String(repeating: "x", count: 1_048_576))
        #expect(person.screen.contains("! Too long to paste: 1,048,576 bytes, at most 65,536"))
        #expect(!person.state.hasUnsavedText)
    }

    @Test(arguments: ["?", "M", "l", "s"]) func elsewhereAPasteIsIgnored(_ key: String) {
        var person = Person(["A"])
        person.press(key)
        let context = person.state.context
        _ = person.takeEffects()
        person.paste("https://q.example/Qq")
        #expect(person.state.context == context)
        #expect(person.effects.isEmpty)
    }

    @Test func aQuestionIsNotAnsweredByAPaste() {
        var person = Person(["A"])
        person.press("a")
        person.type("x")
        person.press("Esc")
        person.paste("y")
        #expect(person.state.context == .question)
    }
}
