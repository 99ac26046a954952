import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination

struct RemoveAccount: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take an account away for good, with all that is in it.",
        discussion: """
            From the cloud and from all devices of this home; nothing brings it back. Says what \
            goes, what was not sent too, and asks on a terminal; elsewhere --yes must be said. An \
            account that a device uses, or that a list still shows, stays. To keep the \
            bookmarks: cloudy account use NAME, then cloudy export -o FILE. Example: \
            cloudy account remove wrok
            """)

    @Argument(help: "The account's name.", completion: Candidates.accounts)
    var name: String

    @Flag(name: .shortAndLong, help: "Don't ask.")
    var yes = false

    @OptionGroup var format: AccountFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let account = try Account.there(name, options)
            let holdings = AccountHoldings(account)
            if !yes { try ask(about: holdings) }
            try account.removeAccount()
            if format.json {
                say(
                    JSON.object([
                        "account": JSON.string(name), "bookmarks": "\(holdings.bookmarks)",
                        "unsent": "\(holdings.unsent)",
                    ]))
            } else {
                let what = bookmarks(holdings.bookmarks)
                say("The account “\(harmless(name))” is removed: \(what).")
            }
        }
    }

    private func ask(about holdings: AccountHoldings) throws {
        complain("With the account “\(name)” goes for good:")
        for part in holdings.parts { complain("  on \(part.device): \(part.words)") }
        if let count = holdings.inCloud { complain("  in the cloud: \(bookmarks(count))") }
        if Confirmation.canAsk {
            if Confirmation.askYesNo("Remove it?", otherwise: false) { return }
            complain("Nothing was removed.")
            throw ExitCode(ExitStatus.nothingFound.rawValue)
        }
        complain("Nothing was removed. To remove it: cloudy account remove '\(name)' --yes")
        throw ExitCode(ExitStatus.usage.rawValue)
    }
}

extension AccountHoldings.Part {
    /// What the device has, for a person.
    fileprivate var words: String {
        func count(_ number: Int, _ one: String, _ many: String) -> String? {
            number == 0 ? nil : number == 1 ? "1 \(one)" : "\(number) \(many)"
        }
        let all = [
            bookmarks.map { cloudy.bookmarks($0) } ?? "bookmarks that cannot be read",
            count(unsent ?? 0, "edit that was not sent", "edits that were not sent"),
            count(unsavedForms, "form that was not saved", "forms that were not saved"),
            count(backups, "backup", "backups"),
            stores.isEmpty ? nil : "the values of \(stores.joined(separator: ", "))",
        ]
        return all.compactMap { $0 }.joined(separator: ", ")
    }
}
