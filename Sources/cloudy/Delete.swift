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
            var wanted: [String] = []
            for id in try ids.map(controller.id(matching:)) where !wanted.contains(id) {
                wanted.append(id)
            }
            try controller.delete(ids: wanted)
            finish(home, mirror, isOffline: options.offline)
        }
    }
}
