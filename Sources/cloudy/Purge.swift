import ArgumentParser
import Bookmarks
import Home

struct Purge: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Forget deleted bookmarks for good, on all devices.",
        discussion: """
            Nothing brings them back. Example: cloudy purge 7k3q. All of them are forgotten, or \
            none.
            """)

    @Argument(help: "The ids that cloudy trash prints, or their beginnings.")
    var ids: [String] = []

    @Flag(help: "Forget every deleted bookmark.")
    var all = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if ids.isEmpty == all { return }
        throw ValidationError("Name the bookmarks to forget, or say --all, and not both.")
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let controller = home.makeController(mirror: mirror)
            let wanted =
                all
                ? try controller.deletedRows().map(\.id)
                : try ids.map(controller.deletedID(matching:)).unique()
            try controller.purge(ids: wanted)
            finish(home, mirror, isOffline: options.offline)
        }
    }
}
