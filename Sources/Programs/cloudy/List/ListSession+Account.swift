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
}

extension ListSession {
    /// Goes to the account that the device uses, if that is another one. Text typed in a form
    /// belongs to the account in which it was begun, so the list waits until the form is closed.
    func followAccount() {
        guard isRunning else { return }
        do {
            let used = try home.location.inUsedAccount()
            guard !used.isSameAccount(as: home.location) else {
                saidOfAccount = nil
                return
            }
            // A server that refuses the device is left again; the list looks when that is known.
            if used.account == home.location.account, used.isTryingCloud { return }
            if isTyping {
                let what = state.hasForm ? "form" : editor.textInHand != nil ? "text" : "import"
                return sayOfAccount(
                    .info,
                    "This device now uses \(title(of: used)). This \(what) stays in "
                        + "\(title(of: home.location)); the list follows when you finish it")
            }
            next = try OpenAccount(options)
            quit()
        } catch {
            sayOfAccount(
                .error,
                "The list stays in \(title(of: home.location)): \(message(for: error))")
        }
    }

    /// Says what changed since the session before: the account, the server, the key or the login.
    func sayAccount(after session: ListSession) {
        let (last, now) = (session.home.location, home.location)
        guard now.account == last.account else {
            let text = "This device now uses \(title(of: now)); these are its bookmarks"
            return send(.message(.info, text))
        }
        guard let remote = now.remote else {
            return send(.message(.info, "This device now uses no server"))
        }
        let url = harmless(remote.url)
        if remote.url != last.remote?.url {
            send(.message(.info, "This device now uses \(url)"))
        } else if remote.keyWritten != last.remote?.keyWritten {
            let hasKey = (try? remote.sealingKey()) != nil
            send(.message(.info, "This device now has \(hasKey ? "a" : "no") key for \(url)"))
        } else if access != session.access {
            send(.message(.info, "This device now logs in to \(url) in another way"))
        }
    }

    /// Says it once, however often it is found.
    private func sayOfAccount(_ level: MessageLevel, _ text: String) {
        if text != saidOfAccount { send(.message(level, text)) }
        saidOfAccount = text
    }

    private func title(of location: HomeLocation) -> String {
        "the account “\(location.account)”"
    }
}
