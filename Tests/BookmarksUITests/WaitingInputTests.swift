import Bookmarks
import BookmarksUI
import Screen
import Testing

/// Keys that are pressed before the names they need have arrived.
@Suite struct WaitingInputTests {
    /// A person whose keys wait where necessary. The names arrive only when a test sends them.
    private struct Typist {
        var person: Person
        var waiting = WaitingInput()

        init() {
            person = Person.withTags()
            person.answersForTags = false
        }

        mutating func press(_ names: String...) {
            for name in names {
                if let key = Key(name: name) { take(.key(key)) } else { type(name) }
            }
        }

        mutating func type(_ text: String) {
            for character in text { take(.key(.character(character))) }
        }

        private mutating func take(_ event: TerminalEvent) {
            if !waiting.hold(event, for: person.state) { person.send(.terminal(event)) }
        }

        mutating func hear(_ event: Event) {
            person.send(event)
            while let event = waiting.next(for: person.state) { person.send(.terminal(event)) }
        }
    }

    private let folders = Event.folders([FolderCount(path: "work/swift", own: 1, total: 1)])

    @Test func tabAndLaterKeysWaitForTags() {
        var typist = Typist()
        typist.press("a", "https://new.example/", "Down", "Down", "swim", "Tab", "x")
        #expect(typist.waiting.deadline == 1_000 + WaitingInput.patience)
        typist.hear(.tags(["swift", "swimming"]))
        #expect(typist.waiting.deadline == nil)
        typist.press("Ctrl-O")
        guard let draft = typist.person.effects.last?.added else {
            Issue.record("the bookmark must be saved")
            return
        }
        #expect(draft.tags == ["swimming", "x"])
    }

    /// Down waits for the menu, and then selects in it.
    @Test func downWaitsForTags() {
        var typist = Typist()
        typist.press("a", "https://new.example/", "Down", "Down", "sw", "Down", "Enter")
        #expect(typist.waiting.deadline != nil)
        typist.hear(.tags(["swift", "swimming"]))
        typist.press("x", "Ctrl-O")
        guard let draft = typist.person.effects.last?.added else {
            Issue.record("the bookmark must be saved")
            return
        }
        #expect(draft.tags == ["swift", "x"])
    }

    @Test func secondTabWaitsForFolders() {
        var typist = Typist()
        typist.press("a", "https://new.example/", "Down", "Down", "swim", "Tab", "Tab", "wo", "Tab")
        typist.hear(.tags(["swimming"]))
        #expect(typist.waiting.deadline != nil)
        typist.hear(folders)
        typist.press("Ctrl-O")
        guard let draft = typist.person.effects.last?.added else {
            Issue.record("the bookmark must be saved")
            return
        }
        #expect(draft.tags == ["swimming"] && draft.folder == "work/swift")
    }

    @Test func tabInAnEmptyFieldDoesNotWait() {
        var typist = Typist()
        typist.press("a", "https://new.example/", "Down", "Down", "Tab", "Tab")
        #expect(typist.waiting.deadline == nil)
        typist.press("Up", "Up", "swim", "Shift-Tab", "Esc")
        #expect(typist.waiting.deadline == nil)
    }

    @Test func keysStopWaitingForMissingNamesAfterAWhile() {
        var typist = Typist()
        typist.press(
            "a", "https://new.example/", "Down", "Down", "swim", "Tab", "wo", "Tab", "note")
        typist.hear(.tick(1_000 + WaitingInput.patience / 2))
        #expect(typist.waiting.deadline != nil)
        typist.hear(.tick(1_000 + WaitingInput.patience))
        #expect(typist.waiting.deadline == nil)
        typist.press("Ctrl-O")
        guard let draft = typist.person.effects.last?.added else {
            Issue.record("the bookmark must be saved")
            return
        }
        #expect(draft.tags == ["swim"] && draft.folder == "wo" && draft.notes == "note")
    }

    @Test(arguments: ["Tab", "Down", "Right"]) func promptWaitsForTags(_ key: String) {
        var typist = Typist()
        typist.press("*", "+", "swim", key)
        #expect(typist.waiting.deadline != nil)
        typist.hear(.tags(["swimming"]))
        #expect(typist.person.messageLine.contains("swimming"))
    }

    @Test func importPromptWaitsForFilesAndBrowsers() {
        var typist = Typist()
        typist.press("i", "Downloads/b", "Tab", "Enter")
        typist.hear(.browsers([]))
        typist.hear(.folderListed("", ["Downloads/"]))
        #expect(typist.waiting.deadline != nil)
        typist.hear(.folderListed("Downloads/", ["a.html", "b.html"]))
        #expect(typist.person.effects.last == .importFrom("Downloads/b.html", name: "b.html"))

        typist = Typist()
        typist.press("i", "browsers", "Enter")
        #expect(typist.waiting.deadline != nil)
        typist.hear(.browsers([]))
        #expect(typist.person.said?.hasPrefix("No browser with bookmarks was found") == true)
    }

    @Test func filterWaitsForTags() {
        var typist = Typist()
        typist.press("/", "#swim", "Tab")
        #expect(typist.waiting.deadline != nil)
        typist.hear(.tags(["swimming"]))
        #expect(typist.person.list.query == "#swimming ")
        typist.press("Tab")
        #expect(typist.waiting.deadline == nil)
    }
}
