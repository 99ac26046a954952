import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// The page on which the columns of the list are chosen.
@Suite struct ColumnChoicesTests {
    /// A person on the page of columns, with a settings file that has this line.
    private func person(_ text: String) -> Person {
        var person = Person(["A", "B"])
        person.press(",")
        answer(&person, text)
        person.press("g")
        for _ in 0..<40 where view(person)?.selected?.name != "columns" { person.press("j") }
        person.press("Enter")
        #expect(person.state.shell.context == .columnChoices)
        _ = person.takeEffects()
        return person
    }

    private func view(_ person: Person) -> SettingsView? { person.state.shell[SettingsView.self] }

    private func answer(_ person: inout Person, _ text: String) {
        var problems: [SettingsProblem] = []
        let settings = Settings(SettingsDocument(text), problems: &problems)
        person.send(.answer(SettingsFacts(settings, problems: []), to: SettingsRequest()))
    }

    private func saved(_ person: inout Person) -> String? {
        for case .pageEdit(let edit) in person.takeEffects() {
            return (edit.edit as? ChangeSetting)?.value
        }
        return nil
    }

    @Test func columnsCanBeToggledOrderedAndResized() {
        var person = person("columns = name host age")
        person.press(" ")
        #expect(person.said == "The name always shows" && saved(&person) == nil)
        person.press("j", "J")
        #expect(saved(&person) == "name age host")
        person.press("+")
        #expect(saved(&person) == "name age host:22")
        person.press("-", "-")
        #expect(saved(&person) == "name age host:20")
        person.press("0")
        #expect(saved(&person) == "name age host")
        person.press("Space")
        #expect(saved(&person) == "name age")
        person.press("Space", "K", "K", "K")
        #expect(person.screen.contains("> ✓ host"))
        #expect(saved(&person) == "name age host")
        person.press("G", "K")
        #expect(saved(&person) == nil, "a hidden column must not move")
    }

    @Test func keysOfAHiddenColumnSayWhyNothingHappens() {
        var person = person("columns = name host age")
        person.press("j", "Space")
        #expect(saved(&person) == "name age")
        #expect(person.screen.contains(" >   host"), "the cursor must follow the column")
        for key in ["K", "J", "+", "-", "0"] {
            person.press("G", key)
            #expect(person.said == "This column is hidden; Space to show it", "\(key)")
            #expect(saved(&person) == nil)
        }
        person.press("g", "K")
        #expect(person.said == "It is the first column")
        person.press("j", "J")
        #expect(person.said == "It is the last column")
    }

    @Test func columnWithoutRoomSaysSo() {
        let person = person("columns = name:70 tags:30 host age")
        #expect(person.screen.contains("30 columns  only 6 at 80 columns"), "\(person.screen)")
        #expect(person.screen.contains("any width  no room at 80 columns"))
    }

    /// The columns have the keys of the page behind them.
    @Test func changesOfColumnsCanBeUndoneAndRedone() {
        var person = person("columns = name host age")
        person.press("u")
        #expect(person.said == "There is no change of a setting to undo")
        #expect(person.lines.last?.contains("u undo") == false)
        person.press("j", "Space")
        let (before, after) = ("name host age", "name age")
        #expect(saved(&person) == after)
        person.send(
            .outcome(.settingChanged(SettingChange("columns", from: before, to: after))))
        answer(&person, "columns = \(after)")
        #expect(person.lines.last?.contains("u undo") == true, "\(person.screen)")
        person.press("u")
        #expect(saved(&person) == before)
        person.send(
            .outcome(
                .settingChanged(SettingChange("columns", from: after, to: before, by: .undo))))
        answer(&person, "columns = \(before)")
        #expect(person.screen.contains("> ✓ host"), "\(person.screen)")
        person.press("Ctrl-R")
        #expect(saved(&person) == after)
    }

    @Test func columnThatIsHiddenAndShownReturnsToItsPlace() {
        var person = person("columns = name host:20 tags age")
        person.press("j", "Space")
        #expect(saved(&person) == "name tags age")
        person.press("Space")
        #expect(saved(&person) == "name host:20 tags age")
        #expect(person.screen.contains("> ✓ host"), "the cursor must follow the column")
        // The same holds for several, and after others were moved.
        person.press("Space", "g", "j", "Space")
        #expect(saved(&person) == "name tags age")
        #expect(person.screen.contains(" >   tags"), "\(person.screen)")
        person.press("Space", "j", "K")
        _ = person.takeEffects()
        for _ in 0..<9 where !person.screen.contains(" >   host") { person.press("j") }
        person.press("Space")
        #expect(saved(&person) == "name host:20 age tags")
    }
}
