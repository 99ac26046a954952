import ArgumentParser
import Bookmarks
import Home

struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "watch",
        abstract: "Print changes of the bookmarks as they come, until it is ended.",
        discussion: """
            Those of other devices and of other terminals. Keeps this device in step with the \
            cloud meanwhile, as an open list does. Examples: cloudy watch; \
            cloudy watch --json --query tag:inbox | while read -r line; do …; done
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Only bookmarks that a query of list finds, before or after the change.",
            valueName: "query"),
        completion: Candidates.query)
    var query: String?

    @Flag(help: "Print the bookmarks there are first.")
    var all = false

    @Flag(help: "Print only what changes from now on, which is the standard.")
    var fromNow = false

    @Flag(
        help: ArgumentHelp(
            "Print one JSON object on each line.", discussion: "Docs/JSON.md says what each has."))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if all && fromNow {
            throw ValidationError(
                "--all prints what is there, and --from-now does not: choose one.")
        }
    }

    func run() throws {
        try reportingErrors {
            let query = try readQuery(query.map { [$0] } ?? [], options.savedSearches())
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            if options.offline { try home.setOffline(true) }
            try WatchSession(home, mirror, query, printsJSON: json).run(listsAll: all)
        }
    }
}
