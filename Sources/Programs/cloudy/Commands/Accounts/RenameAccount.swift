import ArgumentParser
import Bookmarks
import DeviceStore

struct RenameAccount: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename an account, on all devices of this home.",
        discussion: """
            Devices that use it keep using it. Close lists that show it first. Example: cloudy \
            account rename wrok work
            """)

    @Argument(help: "The old name.", completion: Candidates.accounts)
    var name: String

    @Argument(help: "The new name.")
    var newName: String

    @OptionGroup var format: AccountFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            try Account.existingLocation(name, options).renameAccount(to: newName)
            if format.json {
                say(
                    JSON.object([
                        "account": JSON.string(newName), "previous": JSON.string(name),
                    ]))
            } else {
                say(
                    "Renamed the account “\(harmless(name))” to “\(harmless(newName))”.")
            }
        }
    }
}
