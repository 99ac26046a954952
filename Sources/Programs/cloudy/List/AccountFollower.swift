import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore

/// Goes with the device to another account, server or key. Text typed in a form belongs to the
/// account in which it was begun, so the list waits until the form is closed.
struct AccountFollower {
    /// The account that the list follows when it ends.
    var next: OpenAccount?
    private let options: HomeOptions
    private let location: HomeLocation
    /// The latest message about an account that the list did not follow.
    private var lastMessage: String?

    init(_ options: HomeOptions, _ location: HomeLocation) {
        self.options = options
        self.location = location
    }

    /// Whether the list did not follow when it looked last.
    var isWaiting: Bool { lastMessage != nil }

    /// Opens the account that the device uses, if that is another one: see ``next``. Returns a
    /// message for the person, only once for each reason.
    ///
    /// - Parameter work: the unfinished work that belongs to this account, in a word.
    mutating func follow(before work: String?) -> Event? {
        do {
            let used = try location.inUsedAccount()
            guard !used.isSameAccount(as: location) else {
                lastMessage = nil
                return nil
            }
            // A server that refuses the device is left again; the list looks when that is known.
            if used.account == location.account, used.isTryingCloud { return nil }
            if let work {
                return say(
                    .info,
                    "This device now uses \(used.accountTitle). This \(work) stays in "
                        + "\(location.accountTitle); the list follows when you finish it")
            }
            next = try OpenAccount(options)
            return nil
        } catch {
            return say(
                .error, "The list stays in \(location.accountTitle): \(message(for: error))")
        }
    }

    private mutating func say(_ level: MessageLevel, _ text: String) -> Event? {
        defer { lastMessage = text }
        return text == lastMessage ? nil : .message(level, text)
    }
}
