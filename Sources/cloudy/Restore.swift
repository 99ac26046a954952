import ArgumentParser
import Bookmarks
import Home

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring deleted bookmarks back.",
        discussion: """
            All of them come back, in one step, or none. Targets are those that cloudy trash \
            prints. Examples: cloudy restore 7k3q; cloudy restore --query swift
            """)

    @OptionGroup var targets: TargetOptions
    @OptionGroup var options: HomeOptions

    func validate() throws { try targets.requireAny() }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let controller = home.makeController(mirror: mirror)
            let ids = try targets.deletedIDs(in: home)
            try controller.restore(ids: ids)
            if ids.count > 1 { complain("Brought \(bookmarks(ids.count)) back.") }
            finish(home, mirror, isOffline: options.offline)
        }
    }
}
