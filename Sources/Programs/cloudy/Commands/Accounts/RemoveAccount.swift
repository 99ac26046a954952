import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination

struct RemoveAccount: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Delete an account forever, with everything in it.",
        discussion: """
            Deletes it from the local cloud and from all devices of this home. This cannot be \
            undone. Prints what will be lost, including unsent edits, and asks on a terminal; in \
            scripts, use --yes. An account that a device uses or an open list shows is kept. To \
            save the bookmarks first: cloudy account use NAME, then cloudy export -o FILE. \
            Example: cloudy account remove wrok
            """)

    @Argument(help: "The account's name.", completion: Candidates.accounts)
    var name: String

    @Flag(name: .shortAndLong, help: "Don't ask for confirmation.")
    var yes = false

    @OptionGroup var format: AccountFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let account = try Account.existingLocation(name, options)
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
                let what = countedOrNo(holdings.bookmarks, "bookmark")
                say("Deleted the account “\(harmless(name))”: \(what).")
            }
        }
    }

    private func ask(about holdings: AccountHoldings) throws {
        complain("This deletes the account “\(name)” forever, with:")
        for part in holdings.parts { complain("  on \(part.device): \(part.words)") }
        if let count = holdings.inCloud {
            complain("  in the cloud: \(countedOrNo(count, "bookmark"))")
        }
        if Confirmation.canAsk {
            if Confirmation.askYesNo("Delete it?", otherwise: false) { return }
            complain("Nothing was deleted.")
            throw ExitCode(.nothingFound)
        }
        complain(
            "Nothing was deleted. To delete it: cloudy account remove \(shellWord(name)) --yes")
        throw ExitCode(.usage)
    }
}

extension AccountHoldings.Part {
    /// The device's data of the account, in words for a person.
    fileprivate var words: String {
        func count(_ number: Int, _ one: String, _ many: String) -> String? {
            number == 0 ? nil : number == 1 ? "1 \(one)" : "\(number) \(many)"
        }
        let all = [
            bookmarks.map { countedOrNo($0, "bookmark") } ?? "bookmarks that cannot be read",
            count(unsent ?? 0, "unsent edit", "unsent edits"),
            count(unsavedForms, "unsaved form", "unsaved forms"),
            count(backups, "backup", "backups"),
            stores.isEmpty ? nil : "the values of \(stores.joined(separator: ", "))",
        ]
        return all.compactMap { $0 }.joined(separator: ", ")
    }
}
