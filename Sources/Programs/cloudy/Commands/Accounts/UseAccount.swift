import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Console
import DeviceStore
import FileCoordination
import KeyValueStore

struct UseAccount: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Switch this device to another account, creating it if needed.",
        discussion: """
            Open lists and programs of this device follow. Unsent edits of the old account wait \
            until the device uses it again. A name that is similar to an existing account needs \
            --new. Examples: cloudy account use work; cloudy account use default
            """)

    @Argument(help: "The account's name.", completion: Candidates.accounts)
    var name: String

    @Flag(help: "Create the account even if its name is similar to another one.")
    var new = false

    @OptionGroup var format: AccountFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let device = try options.deviceLocation()
            try options.refuseMistyped(device)
            // This command may have to repair the note of the account.
            let last = try? device.inUsedAccount()
            let next = try device.inAccount(name)
            let isNew = !device.accounts.contains { $0.utf8.elementsEqual(name.utf8) }
            if isNew { try device.requireNewAccountName(name) }
            if isNew && !new { try refuseMistyped(among: device.accounts) }
            // Opened first, because the device must not switch to an account that cannot be opened.
            let home = try options.open(next)
            let mirror = try options.openMirror(of: home)
            try device.useAccount(name)
            if isNew {
                complain("There was no account “\(name)” here yet. Created an empty one.")
            }
            finish(home, mirror, isOffline: options.offline)
            let left = last.flatMap { $0.isSameAccount(as: next) ? nil : $0 }
            try report(home, left, isNew: isNew)
        }
    }

    private func refuseMistyped(among accounts: [String]) throws {
        guard accounts.contains(where: name.isLikelySlip) else { return }
        complain(
            "There is no account “\(name)” here. This home has \(accounts.joinedWithAnd). To "
                + "create one with that name: cloudy account use --new \(shellWord(name))")
        throw ExitCode(.usage)
    }

    private func report(_ home: Home, _ left: HomeLocation?, isNew: Bool) throws {
        let bookmarks = try home.catalog.count()
        let waiting = left.flatMap(Account.unsent(in:)) ?? 0
        if format.json {
            say(
                JSON.object([
                    "account": JSON.string(name), "bookmarks": "\(bookmarks)", "isNew": "\(isNew)",
                    "previous": left.map { JSON.string($0.account) } ?? "null",
                    "previousUnsent": "\(waiting)",
                ]))
        } else {
            let count = countedOrNo(bookmarks, "bookmark")
            say("This device now uses the account “\(harmless(name))”: \(count).")
        }
        if let left, waiting > 0 {
            complain(
                "\(Account.edits(waiting)) in the account “\(left.account)” until this device uses "
                    + "it again: cloudy account use \(shellWord(left.account))")
        }
    }
}
