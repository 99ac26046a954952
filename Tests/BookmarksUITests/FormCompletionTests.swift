import Bookmarks
import BookmarksUI
import Screen
import Testing

/// Tags that are offered for completion in the form.
@Suite struct FormCompletionTests {
    func person(typing text: String) -> Person {
        var person = Person.withTags()
        person.press("a")
        person.type("https://new.example/")
        person.press("Down", "Down")
        person.type(text)
        return person
    }

    func line(_ person: Person) -> String {
        String(person.lines.first { $0.contains("Tags ") } ?? "")
    }

    func saved(_ person: Person) -> [String]? {
        var person = person
        person.press("Ctrl-O")
        guard let draft = person.effects.last?.added else { return nil }
        return draft.tags
    }

    @Test func folderFieldSuggestsFolders() {
        var person = person(typing: "x")
        person.press("Down")
        #expect(person.takeEffects() == [.loadFolders])
        person.type("wo")
        let paths = ["home", "work", "work/swift"]
        person.send(.folders(paths.map { FolderCount(path: $0, own: 1, total: 1) }))
        // Enter would save the typed text: the line says how to complete it.
        #expect(person.screen.contains("Folder work  Tab to complete\n"))
        #expect(person.lines.last?.contains("Tab complete") == true)
        person.press("Tab")
        // Subfolders of the typed folder are not offered unless asked for.
        #expect(person.screen.contains("Folder work\n"))
        person.press("Up", "Down")
        #expect(person.effects.isEmpty, "folders must be requested once")
        person.press("Ctrl-O")
        guard let draft = person.effects.last?.added else {
            Issue.record("the bookmark must be saved")
            return
        }
        #expect(draft.folder == "work" && draft.tags == ["x"])
    }

    /// Another Tab must not file the bookmark one level too deep.
    @Test(arguments: ["wo", "work"]) func tabLeavesAnExistingFolderUnchanged(_ typed: String) {
        var person = person(typing: "x")
        person.press("Down")
        let paths = ["home", "work", "work/swift"]
        person.send(.folders(paths.map { FolderCount(path: $0, own: 1, total: 1) }))
        person.type(typed)
        if typed == "wo" { person.press("Tab") }
        #expect(person.lines.last?.contains("Tab next field") == true)
        person.press("Tab")
        person.type("a note")
        person.press("Ctrl-O")
        guard let draft = person.effects.last?.added else {
            Issue.record("the bookmark must be saved")
            return
        }
        #expect(draft.folder == "work" && draft.notes == "a note")
    }

    /// A person who wants a subfolder types the slash, or asks for suggestions.
    @Test(arguments: ["/", "Ctrl-N"]) func subfoldersAreSuggestedOnRequest(_ key: String) {
        var person = person(typing: "x")
        person.press("Down")
        let paths = ["work", "work/swift", "workshop"]
        person.send(.folders(paths.map { FolderCount(path: $0, own: 1, total: 1) }))
        person.type("work")
        person.press(key)
        #expect(person.screen.contains("Folder work/swift"))
        person.press("Tab")
        #expect(person.lines.last?.contains("Tab next field") == true)
    }

    @Test func savedFolderIsNotCompletedUnasked() {
        var person = person(typing: "")
        person.press("Esc", "y", "e")
        person.send(
            .details(
                Bookmark(id: "0", name: "A", url: "https://a.example/", folder: "work", added: 0)))
        person.press("Down", "Down", "Down")
        person.send(.folders([FolderCount(path: "work/swift", own: 1, total: 1)]))
        #expect(person.screen.contains("Folder work\n"))
        person.press("Tab")
        #expect(person.screen.contains("Folder work\n"))
    }

    @Test func mostUsedTagIsSuggestedFaintly() {
        let person = person(typing: "SW")
        #expect(line(person).contains("SWift"))
        #expect(person.lines.last?.contains("Tab complete") == true)
        // Nothing is completed unless asked for.
        #expect(saved(person) == ["SW"])
    }

    @Test(arguments: ["Tab", "Right", "End"])
    func tabRightOrEndAcceptsTheSuggestedTag(_ key: String) {
        var person = person(typing: "new SW")
        person.press(key)
        #expect(line(person).contains("new swift"))
        #expect(person.lines.last?.contains("Tab next field") == true)
        #expect(saved(person) == ["new", "swift"])
        person.press("Tab")
        person.type("work")
        #expect(person.screen.contains("Folder work"))
    }

    @Test func suggestionsIgnoreAccentsAndCase() {
        var person = person(typing: "caf")
        #expect(line(person).contains("café"))
        person.press("Tab")
        #expect(saved(person) == ["Café"])
    }

    @Test func ctrlNAndCtrlPChooseOtherTags() {
        var person = person(typing: "sw")
        person.press("Ctrl-N", "Ctrl-N")
        #expect(line(person).contains("swimming"))
        person.press("Ctrl-P")
        #expect(line(person).contains("swift"))
        person.press("Ctrl-N", "Tab")
        #expect(saved(person) == ["swimming"])
    }

    @Test func tabWithoutASuggestionGoesToTheNextField() {
        var person = person(typing: "xyz")
        person.press("Tab")
        person.type("note")
        #expect(saved(person) == ["xyz"])
        person = self.person(typing: "")
        person.press("Tab")
        person.type("note")
        #expect(saved(person) == [])
    }

    @Test func downWithoutAMenuGoesToTheNextField() {
        var person = person(typing: "xyz")
        person.press("Down")
        person.type("work")
        #expect(person.screen.contains("Folder work") && saved(person) == ["xyz"])
    }

    @Test(arguments: [(40, 12), (20, 6), (14, 5), (9, 3)])
    func suggestionIsDrawnAtEverySize(_ columns: Int, _ rows: Int) {
        var person = person(typing: "日")
        person.resize(columns, rows)
        #expect(person.canvas.size == Size(columns: columns, rows: rows))
        #expect(person.screen.contains("日"))
    }
}
