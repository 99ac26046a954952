import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// Saved searches in their page and in the filter.
@Suite struct SavedSearchesTests {
    private func person() -> Person { LabelsTests().person() }

    private func rows(_ person: Person) -> [String] { LabelsTests().rows(person) }

    /// A completed word ends with a space, for the next one.
    @Test func savedSearchOmitsTheSpaceAfterACompletedWord() {
        var person = person()
        person.press("/")
        person.type("#swift ")
        person.press("Enter", "w")
        _ = person.takeEffects()
        #expect(person.messageLine == " Save “#swift” as:")
        person.type("later")
        person.press("Enter")
        #expect(person.takeEffects() == [.changeSearches(.save("#swift", as: "later"))])
    }

    @Test func filterCanBeSavedAndUsedAsASearch() {
        var person = person()
        person.press("w")
        #expect(person.said == "There is no filter to save; / to filter the list")
        person.press("/")
        person.type("#swift -#lang")
        person.press("Enter", "w")
        _ = person.takeEffects()
        #expect(person.messageLine == " Save “#swift -#lang” as:")
        person.type("two words")
        person.press("Enter")
        #expect(person.said?.contains("one word") == true)
        person.press("Ctrl-U")
        person.type("@later")
        person.press("Enter")
        let edit = SearchEdit.save("#swift -#lang", as: "later")
        #expect(person.takeEffects() == [.changeSearches(edit)])
        person.send(.searches(SavedSearches(["later": "#swift -#lang"])))
        person.send(.outcome(.searchesChanged(edit)))
        #expect(person.said?.hasPrefix("Saved as @later") == true)
        person.press("Esc", "t", "Shift-Tab")
        #expect(rows(person).first == "> @later #swift -#lang")
        person.press("Enter")
        #expect(person.list.query == "@later")
        #expect(person.list.count == 2)
    }

    @Test func savedSearchesCanBeRenamedReplacedAndDeleted() {
        var person = person()
        person.send(.searches(SavedSearches(["a": "#swift", "b": "@a name:1"])))
        person.press("t", "Shift-Tab", "r", "Ctrl-U")
        person.type("b")
        person.press("Enter")
        #expect(person.screen.contains("@b exists and finds “@a name:1”. Replace it?"))
        person.press("y")
        #expect(person.takeEffects() == [.changeSearches(.rename("a", to: "b"))])
        person.press("d")
        #expect(
            person.screen.split(separator: "\n").suffix(3).joined().contains(
                "@b finds nothing without @a. Delete the saved search @a on all devices?"))
        person.press("y")
        #expect(person.takeEffects() == [.changeSearches(.delete("a"))])
        person.press("Del", "y")
        #expect(person.takeEffects() == [.changeSearches(.delete("a"))])
        // Undo does not restore the search, so the message shows its query.
        person.send(.outcome(.searchesChanged(.delete("a"), was: "#swift")))
        #expect(person.said == "Deleted the saved search @a, which was: #swift")
        person.press("s")
        #expect(person.said == "Saved searches are always sorted by name")
        // The error says where the search is invalid, and the list does not change.
        person.send(.searches(SavedSearches(["b": "@a name:1"])))
        person.press("Enter")
        #expect(person.said?.contains("The saved search b has an error: @a") == true)
        #expect(person.state.shell.context == .labels)
    }

    /// Undo right after a change of a saved search must not take back another edit.
    @Test func undoSaysThatItDoesNotCoverSavedSearches() {
        var person = person()
        person.send(.outcome(.searchesChanged(.delete("a"))))
        person.press("u")
        #expect(person.takeEffects() == [])
        #expect(person.said?.contains("Undo does not cover saved searches") == true)
        person.press("u")
        #expect(person.takeEffects() == [.undo])
        person.send(.outcome(.searchesChanged(.delete("a"))))
        person.send(.outcome(.deleted(id: "x", name: "X")))
        person.press("u")
        #expect(person.takeEffects() == [.undo])
    }

    /// The search may be deleted elsewhere while its new name is typed.
    @Test(arguments: [SearchEdit.rename("a", to: "b"), .delete("a")])
    func changeOfAMissingSearchIsNotReportedAsDone(_ edit: SearchEdit) {
        let missing = ChangeSearches(edit).outcome(after: SavedSearches(["c": "#swift"]))
        #expect(
            missing
                == .answered("Nothing was changed: @a was deleted or renamed elsewhere"))
        let found = ChangeSearches(edit).outcome(after: SavedSearches(["a": "#swift"]))
        let lost = edit == .delete("a") ? "#swift" : nil
        #expect(found == .searchesChanged(edit, was: lost))
        let saved = ChangeSearches(.save("#swift", as: "b")).outcome(after: SavedSearches())
        #expect(saved == .searchesChanged(.save("#swift", as: "b")))
    }

    @Test func savedSearchCannotContainItself() {
        var person = person()
        person.send(.searches(SavedSearches(["a": "#swift"])))
        person.press("/")
        person.type("@a name:1")
        person.press("Enter", "w")
        person.type("a")
        person.press("Enter")
        #expect(person.said == "A saved search cannot contain itself: @a")
        #expect(person.state.shell.context == .prompt)
        #expect(person.effects.isEmpty)
    }

    @Test func filterFollowsAChangedSavedSearch() {
        var person = person()
        person.send(.searches(SavedSearches(["a": "#swift"])))
        person.press("/")
        person.type("@a")
        person.press("Enter")
        #expect(person.list.count == 3)
        person.send(.searches(SavedSearches(["a": "#lang"])))
        #expect(person.list.count == 2)
        // A deleted search leaves its query.
        person.send(.searches(SavedSearches()))
        #expect(person.list.count == 2 && person.list.query == "#lang")
        #expect(person.said == nil)
    }

    @Test func filterFollowsARenamedSavedSearch() {
        var person = person()
        person.send(.searches(SavedSearches(["a": "#swift", "b": "#lang"])))
        person.press("/")
        person.type("@A name:s")
        person.press("Enter")
        let count = person.list.count
        for name in ["later", "b"] {
            person.send(.searches(SavedSearches([name: "#swift"])))
            #expect(person.list.query == "@\(name) name:s")
            #expect(person.list.count == count && person.said == nil)
        }
        // Two new names for the query are ambiguous.
        person.send(.searches(SavedSearches(["c": "#swift", "d": "#swift"])))
        #expect(person.list.query == "(#swift) name:s" && person.list.count == count)
        #expect(person.said == nil)
    }
}
