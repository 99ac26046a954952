import BookmarkLibrary
import Bookmarks
import BookmarksUI
import CursesTerminal

extension ListSession {
    /// Looks and obeys as it is set now, and says what could not be taken.
    func apply(_ read: (settings: Settings, problems: [String])) {
        settings = read.settings
        state.theme = settings.theme.fitted(toColors: terminal.colors)
        state.keys = settings.keys
        state.columns = settings.columns
        controller.rankAnswers(settings.ranksAnswers)
        // While another program waits for a choice, the list has the screen alone.
        if wishes.picking == nil { state.setPanes(settings.panes) }
        state.web.fetchesTitles = settings.fetchesTitles
        state.web.areTitlesDecided = settings.values["fetch-titles"] != nil
        terminal.setReportsMouse(wishes.mouse ?? settings.usesMouse)
        send(.settingsRead(problems: read.problems))
    }

    /// Takes in the file of settings whenever it was changed.
    static func followSettings(_ file: SettingsFile, _ mailbox: Mailbox) async {
        for await _ in file.changes() {
            let (settings, problems) = file.read()
            mailbox.post(.settings(settings, problems: problems))
        }
    }
}
