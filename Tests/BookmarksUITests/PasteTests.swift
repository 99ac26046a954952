import Bookmarks
import BookmarksUI
import Screen
import TestSupport
import Testing

@Suite struct PasteTests {
    @Test(arguments: ["https://q.example/Qq", "  mailto:me@example.org\n", "gemini://x.example/"])
    func pastedURLOpensTheAddForm(_ text: String) {
        var person = Person(["A"])
        person.paste(text)
        #expect(person.state.shell.context == .form)
        #expect(person.state.shell.hasUnsavedText)
        person.press("Enter")
        let url = String(text.drop { $0 == " " }.prefix { $0 != "\n" })
        #expect(person.effects == [.add(BookmarkDraft(url: url), evenIfThere: false)])
    }

    @Test(
        arguments: [
            ("q", "“q” is not a URL"), ("see https://", "is not a URL"),
            ("LATER:later", "“LATER:later” is not a URL"), ("https://", "“https://” is not a URL"),
            ("\u{1B}[2J", "is not a URL"), ("", "there is no text"),
            (" \n", "there is no text"),
            (
                LongText(repeating: "x", count: 1_048_576),
                "the text has 1,048,576 bytes; the limit for a URL is"
            ),
        ] as [(LongText, String)])
    func pastedTextWithoutAURLIsRefusedWithAReason(_ text: LongText, _ reason: String) {
        var person = Person(["A"])
        person.paste(text.text)
        #expect(person.state.shell.context == .list)
        #expect(person.effects.isEmpty)
        #expect(person.said?.hasPrefix("Nothing was pasted: ") == true)
        #expect(person.said?.contains(reason) == true)
        #expect(person.said?.hasSuffix("Press a, then paste into a field") == true)
    }

    /// The message quotes the words around the URL, and none of them acts as a key.
    @Test(arguments: [
        ("see https://a.example/x for more", "“see for more”"),
        ("https://a.example/x\n\nq\ndd\n", "“q”, “dd”"),
        ("Read this: <https://a.example/x>.", "“Read this:”"),
        ("Read (https://a.example/x), then go on.", "“Read then go on.”"),
        ("It is at https://a.example/x.", "“It is at”"),
    ]) func pastedURLAmongWordsOpensTheAddForm(_ text: String, _ leftOut: String) {
        var person = Person(["A"], columns: 100)
        person.paste(text)
        #expect(person.state.shell.context == .form)
        #expect(person.pages == ["https://a.example/x"], "the form must look for the page")
        #expect(person.said == "Not part of the URL, so left out: \(leftOut)")
        person.press("Enter")
        #expect(
            person.effects == [.add(BookmarkDraft(url: "https://a.example/x"), evenIfThere: false)])
    }

    /// A URL that is pasted twice counts once.
    @Test func repeatedURLCountsOnce() {
        var person = Person(["A"])
        person.paste("- https://a.example/x\n- https://a.example/x\n")
        #expect(person.state.shell.context == .form && person.said == nil)
    }

    /// None of the pasted text acts as a key.
    @Test func pastedLinesWithoutAURLAreRefusedWithAReason() {
        var person = Person(["A"])
        person.paste("q\ndd\n")
        #expect(person.state.shell.context == .list && person.effects.isEmpty)
        #expect(person.said?.contains("the text has several lines and no URL") == true)
        person.paste("\n\n  https://a.example/ \n\n")
        #expect(person.state.shell.context == .form)
    }

    @Test func hugeListOfURLsIsRefusedInFavorOfAnImport() {
        var person = Person(["A"])
        person.paste(String(repeating: "https://a.example/\n", count: 10_000))
        #expect(
            person.said
                == "Nothing was pasted: the text has 190,000 bytes; the limit is 65,536. Press i "
                + "to import a file of URLs")
    }

    @Test func pastingSeveralLinesIntoTheURLFieldIsRefused() {
        var person = Person(["A"])
        person.press("a")
        person.paste("https://a.example/\nb\n")
        #expect(
            person.screen.contains("! Nothing was pasted: the text has 2 lines, but a URL has one.")
        )
        #expect(!person.state.shell.hasUnsavedText)
        person.paste("\n https://a.example/\n\n")
        #expect(person.screen.contains("https://a.example/"))
    }

    @Test func messageSaysThatPastedLinesWereJoined() {
        var person = Person(["A"])
        person.press("/")
        person.paste("one\r\n two\n")
        #expect(person.said == "Pasted 2 lines as one, with spaces between them")
        person.press("Ctrl-U")
        person.paste("one\n")
        #expect(person.said == nil)
        person.press("Esc", "a", "Tab")
        person.paste("The\nname\n")
        #expect(person.said == "Pasted 2 lines as one, with spaces between them")
        #expect(person.screen.contains("Name   The name"))
        person.press("Tab", "Tab", "Tab")
        person.paste("First\nsecond\n")
        #expect(person.said == nil)
        #expect(person.screen.contains("First⏎second"))
    }

    @Test func pasteWithoutAFieldSaysSo() {
        var person = Person(["A"])
        person.press("l")
        person.paste("https://q.example/")
        #expect(person.said?.hasPrefix("Nothing was pasted: there is no field here;") == true)
        person.press("q", "s")
        person.paste("https://q.example/")
        #expect(person.screen.contains("Nothing was pasted: press a single key"))
        #expect(person.messageLine.contains("Sort: "))
    }

    @Test func pasteGoesInAtTheCursor() {
        var person = Person(["A"])
        person.press("a", "Tab")
        person.type("ad")
        person.press("Left")
        person.paste("bc")
        #expect(person.screen.contains("Name   abcd"))
    }

    @Test func aHugePasteIsRefused() {
        var person = Person(["A"])
        person.press("a")
        person.paste(String(repeating: "x", count: 1_048_576))
        #expect(
            person.screen.contains("! Nothing was pasted: the text has 1,048,576 bytes; the limit"))
        #expect(!person.state.shell.hasUnsavedText)
    }

    @Test(arguments: ["?", "M", "l", "s"]) func pasteOutsideListAndFieldsIsIgnored(_ key: String) {
        var person = Person(["A"])
        person.press(key)
        let context = person.state.shell.context
        _ = person.takeEffects()
        person.paste("https://q.example/Qq")
        #expect(person.state.shell.context == context)
        #expect(person.effects.isEmpty)
    }

    @Test func pasteDoesNotAnswerAQuestion() {
        var person = Person(["A"])
        person.press("a")
        person.type("x")
        person.press("Esc")
        person.paste("y")
        #expect(person.state.shell.context == .question)
    }
}
