import ArgumentParser
import Bookmarks
import Home

struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "delete",
        abstract: "Delete bookmarks.",
        discussion: """
            All of them are deleted, in one step, or none; cloudy restore brings them back. \
            Examples: cloudy delete 7k3q; cloudy delete --query 'in:inbox #tmp'; \
            cloudy list tag:old | cloudy delete -
            """)

    @OptionGroup var targets: TargetOptions

    @Flag(
        name: .shortAndLong,
        help: "Don't ask, even if they are many. Only on a terminal is asked.")
    var yes = false

    @OptionGroup var options: HomeOptions

    func validate() throws { try targets.requireAny() }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let controller = home.makeController(mirror: mirror)
            let ids = try targets.ids(in: home)
            try Confirmation.ask(
                "Delete \(bookmarks(ids.count))?", about: ids.count, isAnswered: yes)
            try controller.delete(ids: ids)
            if ids.count > 1 { complain("Deleted \(bookmarks(ids.count)).") }
            finish(home, mirror, isOffline: options.offline)
        }
    }
}
