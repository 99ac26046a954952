import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore

/// Everything a list needs of one account of the device.
struct OpenAccount {
    let home: Home
    let mirror: HomeMirror
    let unsavedFile: UnsavedFormFile?
    /// How the device logs in to the account's server; `nil` without one.
    let access: CloudAccess?

    /// Opens what the account has that the device uses now.
    init(_ options: HomeOptions) throws {
        home = try options.open(isApart: options.offline)
        options.fetchBeforeForeignDefaults(home)
        mirror = try home.openMirror(canLookLater: true)
        unsavedFile = try home.openUnsavedFormFile()
        access = (try? home.location.cloudAccess()) ?? nil
    }

    /// The difference from the account before, the server, the key or the login, for the person.
    func difference(from before: OpenAccount) -> String? {
        let (last, now) = (before.home.location, home.location)
        guard now.account == last.account else {
            return "This device now uses \(now.accountTitle); these are its bookmarks"
        }
        guard let remote = now.remote else { return "This device now uses no server" }
        let url = harmless(remote.url)
        if remote.url != last.remote?.url { return "This device now uses \(url)" }
        if remote.keyWritten != last.remote?.keyWritten {
            let hasKey = (try? remote.sealingKey()) != nil
            return "This device now has \(hasKey ? "a" : "no") key for \(url)"
        }
        if access == before.access { return nil }
        return "This device now uses other credentials for \(url)"
    }
}

extension HomeLocation {
    /// The account as messages name it.
    var accountTitle: String { "the account “\(account)”" }
}
