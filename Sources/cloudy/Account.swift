import ArgumentParser
import Bookmarks
import DeviceStore
import Glibc
import Home
import KeyValueStore

/// How accounts are printed. Shared, since options of a command are taken before those of its own
/// commands, and only shared ones are handed on.
struct AccountFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print JSON.",
            discussion: """
                An array of objects, one for each account, with account (its name), isUsed, and \
                unsent: how many edits of this device wait there to be sent, or null if that \
                cannot be read. Of use an object with account, isNew, bookmarks, previous (the \
                account that was left, or null) and previousUnsent.
                """))
    var json = false
}

struct Account: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "account",
        abstract: "Show the accounts, and which one this device uses.",
        discussion: """
            An account has bookmarks and preferences of its own. A device uses one at a time; \
            nothing of one reaches another. Who never names any uses the account “default”.
            """,
        subcommands: [UseAccount.self])

    @OptionGroup var format: AccountFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let used = try options.location()
            try used.requireKnownDevice()
            let found = try used.accounts.map { name in
                let location = try used.inAccount(name)
                return Found(
                    location: location, isUsed: location.isSameAccount(as: used),
                    unsent: Self.unsent(in: location))
            }
            if format.json {
                say(JSON.array(found.map(\.json)))
            } else {
                for account in found { say(account.line) }
            }
        }
    }

    private struct Found {
        var location: HomeLocation
        var isUsed: Bool
        var unsent: Int?

        var json: String {
            JSON.object([
                "account": JSON.string(location.account), "isUsed": "\(isUsed)",
                "unsent": unsent.map { "\($0)" } ?? "null",
            ])
        }

        var line: String {
            let name = (isUsed ? "* " : "  ") + harmless(location.account)
            guard let unsent else { return "\(name)  (its replica cannot be read)" }
            return unsent == 0 ? name : "\(name)  (\(Account.edits(unsent)) to be sent)"
        }
    }

    /// How many edits wait in an account; `nil` if that cannot be read.
    static func unsent(in location: HomeLocation) -> Int? {
        guard access(location.store.replica, F_OK) == 0 else { return 0 }
        return try? DeviceStore(location.store).syncState().unsent
    }

    static func edits(_ count: Int) -> String {
        count == 1 ? "1 edit waits" : "\(count) edits wait"
    }
}

struct UseAccount: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Use another account on this device, and make it if there is none of the name.",
        discussion: """
            Open lists and programs of this device follow. Edits that were not sent wait in the \
            account that is left, and go out when the device uses it again. Examples: \
            cloudy account use work; cloudy account use default
            """)

    @Argument(help: "The account's name.", completion: Candidates.accounts)
    var name: String

    @OptionGroup var format: AccountFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let device = try options.deviceLocation()
            // The note of it may be what is to be mended.
            let last = try? device.inUsedAccount()
            let next = try device.inAccount(name)
            let isNew = !device.accounts.contains { $0.utf8.elementsEqual(name.utf8) }
            if isNew {
                complain("There is no account “\(name)” here yet. It is made, and begins empty.")
            }
            // Opened first: to an account that cannot be opened the device does not go.
            let home = try options.open(next)
            let mirror = try options.openMirror(of: home)
            try device.useAccount(name)
            finish(home, mirror, isOffline: options.offline)
            let left = last.flatMap { $0.isSameAccount(as: next) ? nil : $0 }
            try report(home, left, isNew: isNew)
        }
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
            let count = bookmarks == 1 ? "1 bookmark" : "\(bookmarks) bookmarks"
            say("This device uses the account “\(harmless(name))” now: \(count).")
        }
        if let left, waiting > 0 {
            complain(
                "\(Account.edits(waiting)) to be sent in the account “\(left.account)”, until this "
                    + "device uses it again: cloudy account use '\(left.account)'")
        }
    }
}
