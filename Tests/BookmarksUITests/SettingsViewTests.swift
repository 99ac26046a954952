import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// The page of settings, and the pages on which values are chosen.
@Suite struct SettingsViewTests {
    /// A person on the page of settings, with a settings file that has this text.
    private func person(_ text: String = "", columns: Int = 80, rows: Int = 24) -> Person {
        var person = Person(["A", "B"], columns: columns, rows: rows)
        person.press(",")
        #expect(person.takeEffects() == [.send(SettingsRequest())])
        answer(&person, text)
        return person
    }

    private func answer(_ person: inout Person, _ text: String) {
        var problems: [SettingsProblem] = []
        let settings = Settings(SettingsDocument(text), problems: &problems)
        let facts = SettingsFacts(settings, problems: problems.map { $0.description(in: "file") })
        person.send(.answer(facts, to: SettingsRequest()))
    }

    private func go(to name: String, in person: inout Person) {
        person.press("g")
        for _ in 0..<40 where view(person)?.selected?.name != name { person.press("j") }
        #expect(view(person)?.selected?.name == name)
    }

    private func view(_ person: Person) -> SettingsView? { person.state.shell[SettingsView.self] }

    @Test func everySettingShowsItsValueAndTheSelectedOneItsMeaning() throws {
        var person = person("# mine\ntheme = nord\n")
        #expect(person.state.shell.context == .settings)
        // A screen with room for all settings.
        person.resize(80, 30)
        for setting in Setting.general { #expect(person.screen.contains(setting.name)) }
        go(to: "theme", in: &person)
        let line = try #require(person.lines.first { $0.contains("> theme") })
        #expect(line.hasSuffix("nord"))
        #expect(person.screen.contains("The colors of the list."))
        #expect(person.screen.contains("Default: default. Values: default, terminal, light"))
        person.press("Tab")
        #expect(person.screen.contains("color.url") && person.lines[0].contains("[Colors]"))
        person.press("Tab")
        #expect(person.screen.contains("key.add") && person.lines[0].contains("[Keys]"))
        person.press("Tab", "Shift-Tab")
        #expect(person.lines[0].contains("[Keys]"))
    }

    @Test func filterSearchesAllTabs() {
        var person = person()
        person.type("/address")
        #expect(person.screen.contains("color.url") && !person.screen.contains("mouse"))
        person.press("Ctrl-U")
        person.type("zzz")
        #expect(person.screen.contains("No setting has all these words; Esc to show all."))
        person.press("Esc")
        #expect(person.screen.contains("mouse"))
    }

    @Test func valueIsChosenFromAList() {
        var person = person()
        person.press("Enter")
        #expect(person.state.shell.context == .settingChoices)
        #expect(person.screen.contains("> ✓ off  default"))
        _ = person.takeEffects()
        person.press("k", "Enter")
        #expect(person.takeEffects() == [.send(ChangeSetting("mouse", to: "on"))])
        #expect(person.state.shell.context == .settings)
        person.send(.outcome(.settingChanged(SettingChange("mouse", from: nil, to: "on"))))
        #expect(person.said == "Saved mouse = on")
        // The view asks for the current settings again.
        #expect(person.takeEffects() == [.send(SettingsRequest())])
        person.press("Enter", "Esc")
        #expect(person.takeEffects() == [.send(SettingsRequest())], "Esc must change no setting")
        #expect(person.state.shell.context == .settings)
    }

    /// A theme applies while its name is selected, and ends when the page is left.
    @Test func selectedThemeIsPreviewed() throws {
        var person = person("color.url = red")
        go(to: "theme", in: &person)
        let before = person.canvas
        person.press("Enter", "G")
        let name = try #require(Theme.names.last)
        let theme = try #require(Theme(named: name))
        #expect(person.state.shell.shownTheme[.plain] == theme[.plain])
        #expect(
            person.state.shell.shownTheme[.url] == Style(.red), "a color that was set must stay")
        #expect(person.canvas[3, 5].style.background == theme[.plain].background)
        person.state.shell.colors = 0
        #expect(person.state.shell.shownTheme[.plain].background == nil)
        person.state.shell.colors = 1 << 24
        person.press("Esc")
        #expect(person.canvas == before && person.state.shell.theme == .standard)
    }

    @Test func freeValueIsTypedInAPrompt() {
        var person = person()
        go(to: "browser", in: &person)
        person.press("Enter")
        #expect(person.state.shell.context == .prompt && person.messageLine == " browser =")
        person.type("firefox %s")
        person.press("Enter")
        #expect(person.takeEffects() == [.send(ChangeSetting("browser", to: "firefox %s"))])
    }

    /// An invalid value stays in the line, with the reason.
    @Test(arguments: [
        ("color.url", "pink", "color.url cannot be “pink”; use a color"),
        ("key.add", "d", "d cannot start add: in the list it starts delete"),
        ("key.help", "none", "help needs a key"),
    ]) func invalidValueIsRefusedInThePrompt(_ name: String, _ value: String, _ reason: String) {
        var person = person()
        person.press("/")
        person.type(name)
        person.press("Enter")
        while view(person)?.selected?.name != name { person.press("j") }
        person.press("Enter", "Ctrl-U")
        person.type(value)
        person.press("Enter")
        #expect(person.state.shell.context == .prompt && person.takeEffects().isEmpty)
        #expect(person.said?.hasPrefix(reason) == true, "\(person.said ?? "")")
    }

    @Test func settingCanBeResetToItsDefault() {
        var person = person("mouse = on")
        person.press("d")
        #expect(person.takeEffects() == [.send(ChangeSetting("mouse", to: nil))])
        person.send(.outcome(.settingChanged(SettingChange("mouse", from: "on", to: nil))))
        #expect(person.said == "mouse has its default again, off. Before: on; u to undo")
        answer(&person, "")
        person.press("d")
        #expect(person.said == "mouse has its default already")
        person.press("u")
        #expect(saved(&person) == "on")
        person.send(
            .outcome(.settingChanged(SettingChange("mouse", from: nil, to: "on", by: .undo))))
        #expect(person.said == "Undone: mouse = on; Ctrl-R to redo")
        answer(&person, "mouse = on")
        _ = person.takeEffects()
        person.press("u")
        #expect(person.said == "There is no change of a setting to undo")
        #expect(saved(&person) == nil)
    }

    /// Undo takes back the changes one by one, the latest first.
    @Test func undoReversesTheChangesOfThePageOneByOne() {
        var person = person()
        person.press("u")
        #expect(person.said == "There is no change of a setting to undo")
        for change in [
            SettingChange("mouse", from: nil, to: "on"),
            SettingChange("theme", from: nil, to: "nord"),
        ] { person.send(.outcome(.settingChanged(change))) }
        answer(&person, "mouse = on\ntheme = nord")
        _ = person.takeEffects()
        person.press("u")
        #expect(person.takeEffects().count == 1)
        let taken = SettingChange("theme", from: "nord", to: nil, by: .undo)
        person.send(.outcome(.settingChanged(taken)))
        #expect(person.said == "Undone: theme has its default again, default; Ctrl-R to redo")
        answer(&person, "mouse = on")
        _ = person.takeEffects()
        person.press("u")
        let edits = person.takeEffects().compactMap { effect -> ChangeSetting? in
            if case .pageEdit(let edit) = effect { edit.edit as? ChangeSetting } else { nil }
        }
        #expect(edits.map(\.name) == ["mouse"] && edits.first?.value == nil)
    }

    @Test func redoRepeatsWhatUndoReversed() {
        var person = person("mouse = on")
        person.press("Ctrl-R")
        #expect(person.said == "There is no change of a setting to redo")
        person.send(.outcome(.settingChanged(SettingChange("mouse", from: nil, to: "on"))))
        _ = person.takeEffects()
        person.press("u")
        #expect(person.takeEffects() == [.send(ChangeSetting("mouse", to: nil, by: .undo))])
        person.send(
            .outcome(.settingChanged(SettingChange("mouse", from: "on", to: nil, by: .undo))))
        answer(&person, "")
        _ = person.takeEffects()
        person.press("Ctrl-R")
        #expect(person.takeEffects() == [.send(ChangeSetting("mouse", to: "on", by: .redo))])
        person.send(
            .outcome(.settingChanged(SettingChange("mouse", from: nil, to: "on", by: .redo))))
        #expect(person.said == "Redone: mouse = on; u to undo")
        answer(&person, "mouse = on")
        // Another change ends redo, and undo works even after the page was closed.
        person.send(.outcome(.settingChanged(SettingChange("theme", from: nil, to: "nord"))))
        answer(&person, "mouse = on\ntheme = nord")
        person.press("Ctrl-R")
        #expect(person.said == "There is no change of a setting to redo")
        person.press("Esc", ",")
        answer(&person, "mouse = on\ntheme = nord")
        _ = person.takeEffects()
        person.press("u")
        #expect(person.takeEffects() == [.send(ChangeSetting("theme", to: nil, by: .undo))])
    }

    /// A change that another program made since is not undone.
    @Test func undoKeepsASettingChangedElsewhere() {
        var person = person("mouse = on")
        person.send(.outcome(.settingChanged(SettingChange("mouse", from: nil, to: "on"))))
        answer(&person, "mouse = off")
        _ = person.takeEffects()
        person.press("u")
        #expect(person.said == "mouse was changed elsewhere since, so it stays as it is")
        #expect(saved(&person) == nil)
    }

    /// Another terminal, or an editor, changed the file.
    @Test func changesToTheFileUpdateThePage() {
        var person = person("mouse = on")
        person.send(.settingsRead(problems: []))
        #expect(person.takeEffects() == [.send(SettingsRequest())])
        answer(&person, "mouse = off\ncolumns = name age")
        go(to: "columns", in: &person)
        person.press("Enter")
        _ = person.takeEffects()
        person.press("j")
        person.send(.settingsRead(problems: []))
        #expect(person.takeEffects().contains(.send(SettingsRequest())))
        answer(&person, "columns = name host age")
        #expect(person.screen.contains("> ✓ age"), "the same column must stay selected")
        person.press("K")
        #expect(saved(&person) == "name age host", "the column that the file added must be kept")
        answer(&person, "columns = name age host")
        #expect(person.screen.contains("> ✓ age"))
        person.press("Esc")
        go(to: "theme", in: &person)
        person.press("Enter")
        _ = person.takeEffects()
        person.send(.settingsRead(problems: []))
        answer(&person, "theme = nord")
        #expect(person.lines.contains { $0.contains("✓ nord") })
    }

    private func saved(_ person: inout Person) -> String? {
        for case .pageEdit(let edit) in person.takeEffects() {
            return (edit.edit as? ChangeSetting)?.value
        }
        return nil
    }

    /// A setting without a value says what applies instead.
    @Test func emptyValueSaysWhatAppliesInstead() {
        var person = person("pager = cat", columns: 120)
        go(to: "browser", in: &person)
        let row = person.lines.first { $0.contains("> browser") }
        #expect(row?.contains("  $BROWSER or xdg-open  ") == true, "\(row ?? "")")
        #expect(person.screen.contains("Default: $BROWSER or xdg-open."))
        #expect(!person.screen.contains("Default: nothing") && row?.contains("nothing") == false)
        person.send(.outcome(.settingChanged(SettingChange("pager", from: "cat", to: ""))))
        #expect(person.said == "pager has no value now, so it is $PAGER or less")
        person.send(.outcome(.settingChanged(SettingChange("pager", from: "cat", to: nil))))
        #expect(
            person.said
                == "pager has its default again, $PAGER or less. Before: cat; u to undo")
    }

    @Test(arguments: [(80, 24), (40, 12), (60, 14)]) func errorsOfTheFileShowAboveTheSettings(
        _ columns: Int, _ rows: Int
    ) {
        var person = person("mouse = up\n", columns: columns, rows: rows)
        #expect(person.lines[1].hasPrefix(" ! file:1: mouse cannot be"), "\(person.screen)")
        #expect(person.screen.contains("> mouse"))
        for _ in 0..<30 {
            person.press("j")
            let line = person.lines.first { $0.contains(" > ") }
            #expect(line?.contains(view(person)?.selected?.name ?? "?") == true)
        }
    }

    @Test func failedWriteIsReported() {
        var person = person()
        person.send(.outcome(.failed("settings cannot be written: Permission denied")))
        #expect(person.messageLine.contains("Permission denied"))
    }

    /// The message is the only explanation of why a column does not show.
    @Test func messageNamesColumnsThatDoNotFit() throws {
        var person = Person(["A"])
        person.state.listView.columns = try #require(
            ListColumn.columns(in: "name:70 tags:30 host age"))
        person.send(.settingsRead(problems: []))
        #expect(
            person.said == "The columns tags, host and age lack room in 80 columns: in the "
                + "setting columns, leave out a column or set smaller widths", "\(person.screen)")
        person.state.listView.columns = ListColumn.standard
        person.send(.settingsRead(problems: []))
        #expect(person.said == nil)
        // Columns without widths come and go with the room.
        person.resize(62, 20)
        person.send(.settingsRead(problems: []))
        #expect(person.said == nil)
    }

    @Test(arguments: SettingsTab.allCases) func everyTabIsDrawnAtEverySize(_ tab: SettingsTab) {
        var person = person()
        for _ in 0..<tab.rawValue { person.press("Tab") }
        for (columns, rows) in [(40, 12), (20, 5), (200, 50), (80, 10)] {
            person.resize(columns, rows)
            person.press("G", "g")
            #expect(person.screen.contains("> "))
        }
    }

    /// `sidebar` mentions columns, too, and comes first in the list of settings.
    @Test func matchInANameRanksAboveAMatchInAMeaning() {
        var person = Person(["A"], columns: 100, rows: 30)
        person.press(",")
        person.send(.answer(SettingsFacts(Settings()), to: SettingsRequest()))
        person.press("/")
        person.type("columns")
        #expect((person.state.shell.page as? SettingsView)?.rows.first?.name == "columns")
    }
}
