import ArgumentParser
import Bookmarks
import DeviceStore

struct RenameAccount: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give an account another name, on all devices of this home.",
        discussion: """
            Devices that use it go on to use it. Close the lists that show it before. Example: \
            cloudy account rename wrok work
            """)

    @Argument(help: "The account's name.", completion: Candidates.accounts)
    var name: String

    @Argument(help: "The name it is to have.")
    var newName: String

    @OptionGroup var format: AccountFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            try Account.there(name, options).renameAccount(to: newName)
            if format.json {
                say(
                    JSON.object([
                        "account": JSON.string(newName), "previous": JSON.string(name),
                    ]))
            } else {
                say(
                    "The account “\(harmless(name))” is called “\(harmless(newName))” now.")
            }
        }
    }
}
