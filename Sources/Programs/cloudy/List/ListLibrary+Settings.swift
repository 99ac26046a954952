import BookmarkLibrary
import BookmarksUI

extension ListLibrary {
    func settingsFacts() -> SettingsFacts {
        let (settings, problems) = SettingsFile(home.location).read()
        return SettingsFacts(settings, problems: problems)
    }

    func changeSetting(_ name: String, to value: String?) throws {
        let file = SettingsFile(home.location)
        defer {
            let (settings, problems) = file.read()
            mailbox.post(.settings(settings, problems: problems))
        }
        try file.change { document in
            guard let value else {
                document.remove(name)
                return
            }
            try document.setChecked(name, to: value)
        }
    }
}
