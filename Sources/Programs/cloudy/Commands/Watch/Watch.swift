import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import Glibc

struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "watch",
        abstract: "Print bookmark changes as they arrive, until you stop it.",
        discussion: """
            Prints changes by other devices and terminals. Keeps this device in sync meanwhile, \
            like an open list, and follows when the device switches accounts. Examples: cloudy \
            watch; cloudy watch --json --query tag:inbox | while read -r line; do …; done
            """)

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "Only bookmarks that match a query, before or after the change.",
            valueName: "query"),
        completion: Candidates.query)
    var query: String?

    @Flag(help: "Print the existing bookmarks first.")
    var all = false

    @Flag(help: "Print only changes from now on (the default).")
    var fromNow = false

    @Flag(
        help: ArgumentHelp(
            "Print one JSON object on each line.", discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        try refuseOption(asQuery: query)
        if all && fromNow {
            throw ValidationError(
                "--all prints existing bookmarks, --from-now does not: choose one.")
        }
    }

    func run() throws {
        try reportingErrors {
            let query = try readQuery(query.map { [$0] } ?? [], options.savedSearches())
            let location = try options.location()
            let isNew = try options.beginLooking(at: location)
            var account: WatchedAccount? = try WatchedAccount(options)
            if isNew { options.sayMade(location) }
            let box = WatchBox()
            try Signals.noting([SIGINT, SIGTERM, SIGHUP], waker: box.waker) {
                while let next = account {
                    account = try WatchSession(next, query, box, options, printsJSON: json)
                        .run(listsAll: all)
                }
            }
            if let signal = Signals.latest { throw ExitCode(128 + signal) }
        }
    }
}
