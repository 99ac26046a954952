import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore

/// The output options of accounts. A separate type, because the parser takes a command's options
/// before those of its subcommands, and passes on only shared types.
struct AccountFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print JSON.",
            discussion: """
                An array of objects, one for each account, with account (its name), isUsed, and \
                unsent: how many edits of this device are unsent there, or null if unreadable. use \
                prints an object with account, isNew, bookmarks, previous (the account used \
                before, or null) and previousUnsent; rename one with account and previous; remove \
                one with account, bookmarks and unsent.
                """))
    var json = false
}

struct Account: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "account",
        abstract: "Print the accounts, and which one this device uses.",
        discussion: """
            Each account has its own bookmarks and preferences. A device uses one at a time, and \
            nothing moves between them. The first account is “default”. Examples: cloudy account; \
            cloudy account use work
            """,
        subcommands: [UseAccount.self, RenameAccount.self, RemoveAccount.self])

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
            guard let unsent else { return "\(name)  (cannot be read; cloudy verify)" }
            return unsent == 0 ? name : "\(name)  (\(Account.edits(unsent)) to be sent)"
        }
    }

    /// Returns the number of unsent edits in an account; `nil` if it cannot be read.
    static func unsent(in location: HomeLocation) -> Int? {
        guard access(location.store.replica, F_OK) == 0 else { return 0 }
        return try? DeviceStore(location.store).syncState().unsent
    }

    static func edits(_ count: Int) -> String {
        count == 1 ? "1 edit waits" : "\(grouped(count)) edits wait"
    }

    /// Returns an existing account by name; ends the command if there is none.
    static func existingLocation(_ name: String, _ options: HomeOptions) throws -> HomeLocation {
        let device = try options.deviceLocation()
        try device.requireKnownDevice()
        let location = try device.inAccount(name)
        if device.accounts.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return location }
        complain("There is no account “\(name)” here. To see all: cloudy account")
        throw ExitCode(.nothingFound)
    }
}
