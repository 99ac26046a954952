import Bookmarks
import Screen

extension ScreenState {
    /// Types a key that starts no action into the form in front; returns `nil` if there is none.
    mutating func typeInForm(_ key: Key, _ list: BookmarkList) -> [Effect]? {
        changeForm(list) { $0.type(key, $1) }
    }

    /// Pastes a text into the form in front; returns `nil` if there is none.
    mutating func pasteInForm(_ text: String, _ list: BookmarkList) -> [Effect]? {
        changeForm(list) { $0.paste(text, $1) }
    }

    private mutating func changeForm(
        _ list: BookmarkList, _ change: (inout Form, ShellView) -> [PageCommand]
    ) -> [Effect]? {
        guard var form = shell.frontForm else { return nil }
        let commands = change(&form, view(list))
        shell.frontForm = form
        return carryOut(commands, list)
    }
}
