import BookmarksUI
import Home

extension ListSession {
    /// Makes the backup of each day while the list is open, beginning when nobody waits for the
    /// list any more.
    static func makeBackups(_ home: Home, _ mailbox: Mailbox) async {
        var told = ""
        var pause = Duration.seconds(10)
        while (try? await Task.sleep(for: pause)) != nil {
            pause = .seconds(1800)
            do {
                try makeDailyBackup(home)
            } catch {
                let reason = message(for: error)
                // A full disk is full for hours.
                if reason == told { continue }
                told = reason
                mailbox.post(
                    .event(.message(.warning, "The backup of today was not made: \(reason)")))
            }
        }
    }
}
