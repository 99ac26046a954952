import Bookmarks
import BookmarksUI
import Testing

/// The messages and rows of a filter, after each typed letter.
@Suite struct TypedQueryTests {
    private func person(typing text: String = "") -> Person {
        var person = Person(["Swift", "Hummingbird", "A - B"])
        person.send(.searches(SavedSearches(["later": "swift"])))
        person.press("/")
        person.type(text)
        return person
    }

    /// No beginning of a valid query is reported as an error.
    @Test(arguments: [
        "swift or \"a b\" OR -(name:x or -/sw[ia-z]{2,3}(?:f|\\/)t\\.?/)",
        "after:2026-09-05 -is:deleted",
        "before:yesterday or (after:today -@later)", "orange or or1 or -or", "/a b/ ~swt #\"x y\"",
        "in:a/b folder:\"c d\" tag:#x note: (after:12h)",
    ])
    func unfinishedQueryIsNoMistake(_ text: String) {
        var person = person()
        for letter in text {
            person.type(String(letter))
            #expect(person.state.shell.shownMessage?.level != .warning, "\(person.said ?? "")")
        }
        #expect(person.list.query == text && person.said == nil)
    }

    /// An error that no further typing can fix is reported at once, whatever is suggested there,
    /// and the list stays as it was.
    @Test(arguments: [
        ("swift )", "“)”: This closing bracket has no opening one"),
        ("swift) #sw", "“)”: This closing bracket"),
        ("or ", "“or”: This needs a word"), ("swift or or ", "“or”: This needs a word"),
        ("swift or ) is:", "“)”: This closing bracket"),
        ("a after:2026-13", "“2026-13”: There is no"),
        ("swift after:x", "“x”: This is not a date"), ("swift is:x", "“x”: is: takes"),
        ("swift /*", "“*”: There is nothing before"), ("swift /a)", "“)”: This closing bracket"),
        ("swift @no", "“@no”: There is no saved search"),
        ("swift ()", "“()”: The brackets are empty"),
    ])
    func mistakeThatTypingCannotFixIsReportedAtOnce(_ text: String, _ said: String) {
        var person = person(typing: String(text.dropLast()))
        let kept = person.list.query
        person.type(String(text.suffix(1)))
        #expect(person.said?.hasPrefix(said) == true, "\(person.said ?? "nothing")")
        #expect(person.state.shell.shownMessage?.level == .warning)
        #expect(person.list.query == kept)
        // The message stays until something else is typed.
        person.send(.tick(1_000_000))
        #expect(person.said?.hasPrefix(said) == true)
        person.press("Enter")
        #expect(person.state.shell.context == .filter && person.said?.hasPrefix(said) == true)
    }

    /// An open quote or bracket is reported. The message stays while the text behind it can't be
    /// parsed.
    @Test(arguments: [
        ("\"swi", "“\"”: The closing quote"), ("\"swi or", "“\"”: The closing quote"),
        ("\"swi -", "“\"”: The closing quote"), ("(swi or", "“or”: This needs"),
        ("/swi (", "“/”: The closing /"),
        ("after:2", "“2”: This is not a date"), ("(\"a\" or (b", "“(”: The closing bracket"),
    ])
    func openQuoteOrBracketIsReported(_ text: String, _ said: String) {
        var person = person(typing: text)
        #expect(person.said?.hasPrefix(said) == true, "\(person.said ?? "nothing")")
        #expect(person.state.shell.shownMessage?.level == .info)
        person.press("Enter")
        #expect(person.state.shell.shownMessage?.level == .warning)
    }

    @Test(arguments: [
        "swift or", "swift  OR ", "swift -", "swift (", "swift -(", "swift or -((", "swift or ( ",
    ])
    func trailingOperatorIsIgnoredUntilATermFollows(_ text: String) {
        let person = person(typing: text)
        #expect(person.list.query == "swift" && person.list.count == 1)
        #expect(person.said == nil)
    }

    @Test func minusAloneIsAWordOnceTheFilterIsKept() {
        var person = person(typing: "-")
        #expect(person.list.count == 3)
        person.type(" ")
        #expect(person.list.count == 1 && person.selectedName == "A - B")
        person.press("Backspace", "Enter")
        #expect(person.list.query == "-" && person.list.count == 1)
    }
}
