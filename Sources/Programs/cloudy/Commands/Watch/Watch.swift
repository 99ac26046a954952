import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import Glibc

struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "watch",
        abstract: "Print changes of the bookmarks as they come, until it is ended.",
        discussion: """
            Those of other devices and of other terminals. Keeps this device in step with the \
            cloud meanwhile, as an open list does, and goes along when the device is told to use \
            another account. Examples: cloudy watch; \
            cloudy watch --json --query tag:inbox | while read -r line; do …; done
            """)

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "Only bookmarks that a query of list finds, before or after the change.",
            valueName: "query"),
        completion: Candidates.query)
    var query: String?

    @Flag(help: "Print the bookmarks there are first.")
    var all = false

    @Flag(help: "Print only what changes from now on, which is the default.")
    var fromNow = false

    @Flag(
        help: ArgumentHelp(
            "Print one JSON object on each line.", discussion: "Members: Docs/Reference/JSON.md."))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        try refuseOption(asQuery: query)
        if all && fromNow {
            throw ValidationError(
                "--all prints what is there, and --from-now does not: choose one.")
        }
    }

    func run() throws {
        try reportingErrors {
            let query = try readQuery(query.map { [$0] } ?? [], options.savedSearches())
            let location = try options.location()
            let isNew = try options.beginLooking(at: location)
            var desk: WatchDesk? = try WatchDesk(options)
            if isNew { options.sayMade(location) }
            let box = WatchBox()
            try Signals.noting([SIGINT, SIGTERM, SIGHUP], waker: box.waker) {
                while let next = desk {
                    desk = try WatchSession(next, query, box, options, printsJSON: json)
                        .run(listsAll: all)
                }
            }
            if let signal = Signals.latest { throw ExitCode(128 + signal) }
        }
    }
}
