import ArgumentParser
import Bookmarks
import Home

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring deleted bookmarks back.",
        discussion: "Example: cloudy restore 7k3q. All of them come back, or none.")

    @Argument(help: "The ids that cloudy trash prints, or their beginnings.")
    var ids: [String]

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let controller = home.makeController(mirror: mirror)
            try controller.restore(ids: ids.map(controller.deletedID(matching:)).unique())
            finish(home, mirror, isOffline: options.offline)
        }
    }
}
