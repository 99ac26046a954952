import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore

/// Everything that a list needs of an account.
struct OpenAccount {
    let home: Home
    let mirror: HomeMirror
    let unsavedFile: UnsavedFormFile?
    /// The device's login at the account's server; `nil` without a server.
    let access: CloudAccess?

    /// Opens the device's current account.
    init(_ options: HomeOptions) throws {
        home = try options.open(isApart: options.offline)
        options.fetchBeforeForeignDefaults(home)
        mirror = try home.openMirror(canLookLater: true)
        unsavedFile = try home.openUnsavedFormFile()
        access = (try? home.location.cloudAccess()) ?? nil
    }

    /// Returns the difference from the former account, the server, the key or the login, for the
    /// person.
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
    /// The account's name in messages.
    var accountTitle: String { "the account “\(account)”" }
}
