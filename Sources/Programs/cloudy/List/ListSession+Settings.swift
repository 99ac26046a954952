import BookmarkLibrary
import Bookmarks
import BookmarksUI
import CursesTerminal

extension ListSession {
    /// Applies the settings, and reports the invalid ones.
    func apply(_ read: (settings: Settings, problems: [String])) {
        settings = read.settings
        state.shell.theme = settings.theme.fitted(toColors: terminal.colors)
        state.shell.colors = terminal.colors
        state.shell.keys = settings.keys
        state.listView.columns = settings.columns
        state.shell.symbols.icons = terminal.usesUTF8 ? settings.icons : nil
        controller.rankAnswers(settings.ranksAnswers)
        var panes = settings.panes
        // The sidebar would leave the bookmarks that another program offers.
        if listOptions.picking != nil { panes.sidebar = .off }
        state.shell.setPanes(panes)
        state.activities.titles.isOn = settings.fetchesTitles
        state.activities.saving.savesAdded = settings.savesPages
        state.activities.titles.isDecided = settings.values["fetch-titles"] != nil
        terminal.setReportsMouse(listOptions.mouse ?? settings.usesMouse)
        send(.settingsRead(problems: read.problems))
    }

    /// Returns the query that finds what the person means by a typed one.
    func meant(_ typed: Query) -> Query { settings.findsInText ? typed.findingInText : typed }

    /// Returns the reason why a change of a setting has no visible effect in this list; `nil` if it
    /// has one, or the list does not show the setting.
    func reasonWithoutEffect(_ name: String) -> String? {
        switch name {
        case "mouse":
            guard let isOn = listOptions.mouse, isOn != settings.usesMouse else { return nil }
            let option = isOn ? "--mouse" : "--no-mouse"
            return "Saved for the next list: this one was started with \(option)"
        case "theme", "background",
            _ where name.hasPrefix("color."):
            guard !terminal.hasColor else { return nil }
            return "Saved, but this terminal shows no colors, or NO_COLOR is set"
        default: return nil
        }
    }
}
