import ArgumentParser
import Bookmarks
import Home

struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Delete bookmarks.",
        discussion: "Example: cloudy delete 7k3q. All of them are deleted, or none.")

    @Argument(help: "The ids, or the beginnings of ids that begin no others.")
    var ids: [String]

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let controller = home.makeController(mirror: mirror)
            try controller.delete(ids: ids.map(controller.id(matching:)).unique())
            finish(home, mirror, isOffline: options.offline)
        }
    }
}
