import BookmarkLibrary
import Bookmarks
import BookmarksUI

extension ListLibrary {
    func settingsFacts() -> SettingsFacts {
        let (settings, problems) = SettingsFile(home.location).read()
        return SettingsFacts(settings, problems: problems)
    }

    func changeSetting(_ name: String, to value: String?) throws {
        let file = SettingsFile(home.location)
        do {
            try change(file, name, to: value)
        } catch {
            // The list may already show a value that could not be written.
            let (settings, problems) = file.read()
            mailbox.post(.settings(settings, problems: problems))
            throw error
        }
    }

    private func change(_ file: SettingsFile, _ name: String, to value: String?) throws {
        try file.change { document in
            guard let value else {
                document.remove(name)
                return
            }
            try document.setChecked(name, to: value)
        }
    }
}
